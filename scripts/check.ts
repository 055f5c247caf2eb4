/*
 * `npm run check`: checks format, lint, types, import boundaries, structure and language. Reports all findings.
 * `npm run check -- boundaries types` runs only the named steps.
 */
import { writePageTypes } from './check/page-types.ts'
import { checkStructure } from './check/structure.ts'
import { checkImportBoundaries } from './check/import-boundaries.ts'
import { checkLanguage } from './check/language.ts'
import { checkNotices } from './supply-chain/notices.ts'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'
import { printHelp } from './usage.ts'

const root = process.cwd()
const sampleMedia = 'scripts/sample-media'

type Step = { name: string; run: () => Promise<string[]> | string[] }

/** Needed by the linter. It runs before the others, because those that run in this process would delay the linter. */
const pageTypes: Step = {
  name: 'types of pages',
  run: async () => [...(await tool('react-router', 'typegen')), ...writePageTypes(root)],
}

const lanes: Step[][] = [
  [
    // The linter checks types, too, with the native compiler.
    { name: 'lint and types', run: () => tool('oxlint', '--type-check') },
    // Types of this separate package are checked by its own `npm run check`, which has its dependencies.
    { name: 'sample media', run: () => tool('oxlint', '-c', `${sampleMedia}/oxlint.json`, sampleMedia) },
  ],
  [
    { name: 'format', run: () => tool('oxfmt', '--check', '.') },
    { name: 'boundaries', run: () => checkImportBoundaries(root) },
    { name: 'structure', run: () => checkStructure(root) },
    { name: 'language', run: () => checkLanguage(root) },
    { name: 'notices', run: () => checkNotices(root) },
  ],
]

const stepNames = [pageTypes, ...lanes.flat()].map(({ name }) => name).join(', ')

/**
 * Runs the steps whose names start with one of the words, or all steps, and prints their findings.
 *
 * @returns Whether all steps passed.
 */
export async function checkRepository(words: string[]): Promise<boolean> {
  const chosen = [[pageTypes], ...lanes].map((steps) =>
    steps.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word))),
  )
  const unknown = words.filter((word) => !chosen.flat().some(({ name }) => name.startsWith(word)))
  if (unknown.length > 0) {
    console.error(`There is no step '${unknown.join("', '")}'; the steps are ${stepNames}.`)
    return false
  }
  const [first = [], ...rest] = chosen
  const failed = [...(await runSteps(first)), ...(await Promise.all(rest.map(runSteps))).flat()]
  for (const { name, findings } of failed) console.error(`\n── ${name} ──\n${findings.join('\n')}`)
  if (failed.length > 0) console.error(`\ncheck: ${failed.map(({ name }) => name).join(', ')} failed`)
  return failed.length === 0
}

async function runSteps(steps: Step[]): Promise<{ name: string; findings: string[] }[]> {
  const failures = []
  for (const { name, run } of steps) {
    const began = performance.now()
    const findings = await runSafely(run)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${findings.length === 0 ? '✓' : '✗'} ${name.padEnd(21)} ${seconds} s`)
    if (findings.length > 0) failures.push({ name, findings })
  }
  return failures
}

/** A step that throws counts as a finding. */
async function runSafely(run: Step['run']): Promise<string[]> {
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

const usage = `Checks the repository.

  npm run check              all steps
  npm run check -- lint      only steps whose names start with these words

Steps: ${stepNames}.`

if (import.meta.main) {
  printHelp(usage)
  stopCommandsOnSignal()
  process.exitCode = (await checkRepository(process.argv.slice(2))) ? 0 : 1
}
