import { countOf } from '../shared/count-of.ts'
import { checkRepository } from './check.ts'
import { installTestRequirements } from './install-test-requirements.ts'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'
import { knownTo, readArguments, type Wanted } from './test/arguments.ts'
import { listChanges, type Selection, selectTests, type TestStage } from './test/changed-tests.ts'
import { requirements, type Requirement } from './test/requirements.ts'
import { printHelp } from './usage.ts'
import type { Totals } from './test/reporter.ts'
import { failed, runVitest } from './test/run-vitest.ts'

const usage = `Runs all checks and tests, the cheapest stages first.

  npm test
  npm test -- --changed                   only tests affected by changes since HEAD
  npm test -- --changed=main              since another revision
  npm test -- --only=pure,feature         only these stages: check, pure, feature, build, system, e2e
  npm test -- --only=feature newsletter   only files whose path contains this word

Further options go to Vitest.`

type StageName = 'check' | 'build' | TestStage
type Stage = { name: StageName; title: string; needs: Requirement[] }

const stages: Stage[] = [
  { name: 'check', title: 'format, lint, types, import boundaries, structure', needs: [] },
  { name: 'pure', title: 'without a database', needs: [] },
  { name: 'feature', title: 'the app on a real PostgreSQL', needs: [] },
  { name: 'build', title: 'the production build and the data folder for tests', needs: [] },
  {
    name: 'system',
    title: 'processes, signals, faults, leaks, the station',
    needs: [requirements.icecast, requirements.ffmpeg, requirements.mpv, requirements.curl, requirements.nginx],
  },
  {
    name: 'e2e',
    title: 'a real browser on the built site',
    needs: [requirements.chromium, requirements.shell, requirements.icecast, requirements.ffmpeg],
  },
]

type Result = { stage: Stage; totals: Totals; seconds: number }

/** A requested stage that did not run. */
type SkippedStage = { stage: Stage; reason: string }

/** Totals of a successful stage without tests. */
const emptyTotals: Totals = { passed: 0, failed: 0, failures: [], skipped: [], files: [] }

/** Number of slowest test files in the summary. */
const slowestCount = 10

printHelp(usage)
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  stopCommandsOnSignal()
  const wanted = readArguments(
    args,
    stages.map(({ name }) => name),
    knownTo(process.cwd()),
  )
  if ('refusal' in wanted) {
    console.error(wanted.refusal)
    return 2
  }
  const selection = wanted.since === undefined ? undefined : selectChanged(wanted.since)
  const filesOf = (name: StageName) => filesToRun(name, wanted, selection)
  const chosen = choose(wanted, filesOf)
  const instructions = await installTestRequirements([...new Set(chosen.flatMap((stage) => stage.needs))])
  if (instructions) {
    console.error(instructions)
    return 1
  }

  const results: Result[] = []
  for (const stage of chosen) {
    console.log(`\n── ${stage.name}: ${stage.title} ──`)
    const began = performance.now()
    const totals = await run(stage, [...(filesOf(stage.name) ?? wanted.words), ...wanted.options])
    results.push({ stage, totals, seconds: (performance.now() - began) / 1000 })
    // Later stages depend on the build.
    if (stage.name === 'build' && totals.failed > 0) break
  }
  const skippedStages = stages.flatMap((stage) => {
    if (results.some((result) => result.stage === stage) || !(wanted.only?.includes(stage.name) ?? true)) return []
    if (chosen.includes(stage)) return [{ stage, reason: 'the build failed' }]
    return stage.name === 'build' ? [] : [{ stage, reason: 'no affected tests' }]
  })
  // A word that matches no affected test must not pass silently.
  const matchesNothing = wanted.words.length > 0 && chosen.every(({ name }) => name === 'check')
  return summarise(
    results,
    skippedStages,
    matchesNothing && selection ? [`no affected test has ${wanted.words.join(' or ')} in its path`] : [],
  )
}

function selectChanged(revision: string): Selection {
  const changed = listChanges(process.cwd(), revision)
  const selection = selectTests(process.cwd(), changed)
  console.log(`${countOf(changed.length, 'file')} changed since ${revision}.`)
  if (changed.length === 0) console.log('To test committed changes, name a revision: npm test -- --changed=main')
  if ('all' in selection) console.log(`${selection.all} affects every test, so all tests run.`)
  return selection
}

/** Returns the affected files of a stage that match the words; undefined when only the words select files. */
function filesToRun(
  name: StageName,
  { words }: Wanted<StageName>,
  selection: Selection | undefined,
): string[] | undefined {
  if (!selection || 'all' in selection || name === 'check' || name === 'build') return undefined
  return selection.files[name].filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}

/** Returns the selected stages in order, with the build where needed. */
function choose({ only }: Wanted<StageName>, filesOf: (name: StageName) => string[] | undefined): Stage[] {
  const isWanted = (name: StageName): boolean => {
    if (name === 'build') return only?.includes('build') || isWanted('system') || isWanted('e2e')
    if (only && !only.includes(name)) return false
    return filesOf(name)?.length !== 0
  }
  return stages.filter(({ name }) => isWanted(name))
}

async function run({ name }: Stage, filters: string[]): Promise<Totals> {
  if (name === 'check')
    return (await checkRepository([])) ? emptyTotals : failed('npm run check failed; see its findings above')
  if (name !== 'build') return runVitest(name, filters)
  for (const script of ['scripts/build.ts', 'scripts/test/prepare-data.ts']) {
    const { code } = await runCommand('node', [script], { show: true })
    if (code !== 0) return failed(`node ${script} failed; see its output above`)
  }
  return emptyTotals
}

function summarise(results: Result[], skippedStages: SkippedStage[], errors: string[]): number {
  const slowest = results
    .flatMap(({ totals }) => totals.files)
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, slowestCount)
  if (slowest.length > 0) console.log('\nSlowest files:')
  for (const { file, durationMs } of slowest) console.log(`  ${(durationMs / 1000).toFixed(1).padStart(6)} s  ${file}`)

  const skipped = results.flatMap(({ totals }) => totals.skipped)
  if (skipped.length > 0) console.log('\nSkipped:')
  for (const test of skipped) console.log(`  ${test}`)

  console.log('')
  for (const { stage, totals, seconds } of results) {
    const counts =
      totals.files.length === 0
        ? ''
        : `  ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped.length} skipped`
    console.log(
      `${totals.failed === 0 ? '✓' : '✗'} ${stage.name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s${counts}`,
    )
  }
  for (const { stage, reason } of skippedStages) console.log(`– ${stage.name.padEnd(8)} not run: ${reason}`)
  console.log(
    `  ${'total'.padEnd(8)} ${results
      .reduce((sum, { seconds }) => sum + seconds, 0)
      .toFixed(1)
      .padStart(6)} s`,
  )
  // Failures are repeated at the end, in case the log is truncated.
  for (const failure of [...results.flatMap(({ totals }) => totals.failures), ...errors]) console.log(`\n✗ ${failure}`)
  const [passed, failures] = [sum(results, 'passed'), sum(results, 'failed') + errors.length]
  console.log(`\n${passed} passed, ${failures} failed`)
  return failures === 0 ? 0 : 1
}

function sum(results: Result[], count: 'passed' | 'failed'): number {
  return results.reduce((total, { totals }) => total + totals[count], 0)
}
