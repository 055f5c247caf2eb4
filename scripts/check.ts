/*
 * `npm run check`: format, lint, types, walls, structure. All steps run and report their findings before it fails.
 * `npm run check -- walls types` runs only the steps named.
 */
import { writePageTypes } from './check/page-types.ts'
import { checkStructure } from './check/structure.ts'
import { checkWalls } from './check/walls.ts'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'

const root = process.cwd()
const sampleMedia = 'scripts/sample-media'

type Step = { name: string; run: () => Promise<string[]> | string[] }

const queues: Step[][] = [
  [
    { name: 'types of pages', run: async () => [...(await tool('react-router', 'typegen')), ...writePageTypes(root)] },
    // One program for both: the linter reads the types of every file anyway, and the compiler behind it is the native
    // one.
    { name: 'lint and types', run: () => tool('oxlint', '--type-check') },
    // A package of its own: its types need its own packages and are checked by its own `npm run check`.
    { name: 'sample media', run: () => tool('oxlint', '-c', `${sampleMedia}/oxlint.json`, sampleMedia) },
  ],
  [
    { name: 'format', run: () => tool('oxfmt', '--check', '.') },
    { name: 'walls', run: () => checkWalls(root) },
    { name: 'structure', run: () => checkStructure(root) },
  ],
]

/**
 * Runs the steps whose name starts with one of the words, or all of them, and prints what they found.
 *
 * @returns True when no step found anything.
 */
export async function runChecks(words: string[]): Promise<boolean> {
  const chosen = queues.map((steps) =>
    steps.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word))),
  )
  if (chosen.flat().length === 0) {
    console.error(
      `Unknown step '${words.join("', '")}'; the steps are ${queues
        .flat()
        .map(({ name }) => name)
        .join(', ')}.`,
    )
    return false
  }
  const failed = (await Promise.all(chosen.map(runQueue))).flat()
  for (const { name, findings } of failed) console.error(`\n── ${name} ──\n${findings.join('\n')}`)
  if (failed.length > 0) console.error(`\ncheck: ${failed.map(({ name }) => name).join(', ')} failed`)
  return failed.length === 0
}

async function runQueue(steps: Step[]): Promise<{ name: string; findings: string[] }[]> {
  const failures = []
  for (const { name, run } of steps) {
    const began = performance.now()
    const findings = await findingsOf(run)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${findings.length === 0 ? '✓' : '✗'} ${name.padEnd(21)} ${seconds} s`)
    if (findings.length > 0) failures.push({ name, findings })
  }
  return failures
}

/** Runs a step; an exception counts as a finding. */
async function findingsOf(run: Step['run']): Promise<string[]> {
  try {
    return await run()
  } catch (error) {
    return [String((error as Error).stack ?? error)]
  }
}

async function tool(name: string, ...args: string[]): Promise<string[]> {
  const { code, output } = await runCommand(name, args)
  return code === 0 ? [] : [output.trim()]
}

if (import.meta.main) {
  stopCommandsOnSignal()
  process.exitCode = (await runChecks(process.argv.slice(2))) ? 0 : 1
}
