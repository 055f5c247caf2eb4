/*
 * `npm test`: everything there is to prove, in the order in which failures are cheapest to learn.
 *
 *   npm test                                   all stages
 *   npm test -- --only=unit                    one stage: check, unit, postgres, e2e (several with commas)
 *   npm test -- --only=unit newsletter         only files whose path holds the word; further options go to Vitest
 */
import { checkHouse } from './check.ts'
import { installTestNeeds } from './install-test-needs.ts'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'
import { needs, type Need } from './test/needs.ts'
import { runVitest, type Tally } from './test/run-vitest.ts'

type Stage = { name: string; what: string; needs: Need[]; run: (filters: string[]) => Promise<Tally> }

const stages: Stage[] = [
  { name: 'check', what: 'format, lint, types, walls, structure', needs: [], run: runCheck },
  { name: 'unit', what: 'units, and rooms on the embedded database', needs: [], run: (filters) => runVitest('unit', filters) },
  { name: 'postgres', what: 'rooms on a real PostgreSQL', needs: [needs.postgres], run: (filters) => runVitest('postgres', filters) },
  {
    name: 'e2e',
    what: 'stories in a real browser on the built site',
    needs: [needs.chromium, needs.shell, needs.icecast, needs.ffmpeg, needs.mpv, needs.curl],
    run: runStories,
  },
]

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  stopCommandsOnSignal()
  const only = args
    .findLast((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',')
  const filters = args.filter((arg) => !arg.startsWith('--only='))
  const unknown = only?.filter((name) => !stages.some((stage) => stage.name === name)) ?? []
  if (unknown.length > 0) {
    console.error(`There is no stage '${unknown.join("', '")}'; the stages are ${stages.map(({ name }) => name).join(', ')}.`)
    return 2
  }

  const chosen = stages.filter(({ name }) => !only || only.includes(name))
  const toDo = await installTestNeeds(chosen.flatMap((stage) => stage.needs))
  if (toDo) {
    console.error(toDo)
    return 1
  }

  const results = []
  for (const stage of chosen) {
    console.log(`\n── ${stage.name}: ${stage.what} ──`)
    const began = performance.now()
    const tally = await stage.run(filters)
    results.push({ stage, tally, seconds: (performance.now() - began) / 1000 })
  }
  return summarise(results)
}

function summarise(results: { stage: Stage; tally: Tally; seconds: number }[]): number {
  console.log('')
  for (const { stage, tally, seconds } of results) {
    const counts = stage.name === 'check' ? '' : `, ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`
    console.log(`${tally.failed === 0 ? '✓' : '✗'} ${stage.name.padEnd(9)} ${seconds.toFixed(1)} s${counts}`)
  }
  // Said once more here: a log that was cut keeps its end.
  for (const failure of results.flatMap(({ tally }) => tally.failures)) console.log(`\n✗ ${failure}`)
  const sum = (count: 'passed' | 'failed' | 'skipped') => results.reduce((total, { tally }) => total + tally[count], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 ? 0 : 1
}

async function runCheck(): Promise<Tally> {
  return { passed: 0, failed: (await checkHouse([])) ? 0 : 1, skipped: 0, failures: [] }
}

async function runStories(filters: string[]): Promise<Tally> {
  const { code } = await runCommand('node', ['scripts/build.ts'], { show: true })
  return code === 0 ? runVitest('e2e', filters) : { passed: 0, failed: 1, skipped: 0, failures: [] }
}
