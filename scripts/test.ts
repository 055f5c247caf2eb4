/*
 * `npm test`: everything there is to prove, in the order in which failures are cheapest to learn.
 *
 *   npm test                                   all stages
 *   npm test -- --changed                      tests that the change since HEAD can reach; or --changed=main
 *   npm test -- --only=pure                    one stage: check, pure, feature, system, e2e (several with commas)
 *   npm test -- --only=feature newsletter      only files whose path holds the word; further options go to Vitest
 */
import { runChecks } from './check.ts'
import { installTestNeeds } from './install-test-needs.ts'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'
import { knownTo, readArguments, type Wanted } from './test/arguments.ts'
import { listChanges, type Selection, selectTests, type TestStage } from './test/changed-tests.ts'
import { needs, type Need } from './test/needs.ts'
import type { Tally } from './test/reporter.ts'
import { failed, runVitest } from './test/run-vitest.ts'

type StageName = 'check' | 'build' | TestStage
type Stage = { name: StageName; title: string; needs: Need[] }

const stages: Stage[] = [
  { name: 'check', title: 'format, lint, types, import boundaries, structure', needs: [] },
  { name: 'pure', title: 'without a database', needs: [] },
  { name: 'feature', title: 'the app on a real PostgreSQL', needs: [] },
  { name: 'build', title: 'the site as it is served, and the data folder that tests start on', needs: [] },
  {
    name: 'system',
    title: 'processes, signals, faults, leaks, the station',
    needs: [needs.icecast, needs.ffmpeg, needs.mpv, needs.curl],
  },
  {
    name: 'e2e',
    title: 'a real browser on the built site',
    needs: [needs.chromium, needs.shell, needs.icecast, needs.ffmpeg],
  },
]

type Result = { stage: Stage; tally: Tally; seconds: number }

/** A stage that was asked for and did not run. */
type LeftOut = { stage: Stage; reason: string }

/** The tally of a stage that runs no tests and went well. */
const nothingToCount: Tally = { passed: 0, failed: 0, failures: [], skipped: [], files: [] }

/** Number of slowest test files in the summary. */
const slowestCount = 10

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
  const toDo = await installTestNeeds([...new Set(chosen.flatMap((stage) => stage.needs))])
  if (toDo) {
    console.error(toDo)
    return 1
  }

  const results: Result[] = []
  for (const stage of chosen) {
    console.log(`\n── ${stage.name}: ${stage.title} ──`)
    const began = performance.now()
    const tally = await run(stage, [...(filesOf(stage.name) ?? wanted.words), ...wanted.options])
    results.push({ stage, tally, seconds: (performance.now() - began) / 1000 })
    // Without a build, the stages after it would only repeat its failure.
    if (stage.name === 'build' && tally.failed > 0) break
  }
  const leftOut = stages.flatMap((stage) => {
    if (results.some((result) => result.stage === stage) || !(wanted.only?.includes(stage.name) ?? true)) return []
    if (chosen.includes(stage)) return [{ stage, reason: 'the build failed' }]
    return stage.name === 'build' ? [] : [{ stage, reason: 'no test is reached' }]
  })
  // A word that fits no test that is reached would pass in silence.
  const isBlind = wanted.words.length > 0 && chosen.every(({ name }) => name === 'check')
  return summarise(
    results,
    leftOut,
    isBlind && selection ? [`no test that is reached has ${wanted.words.join(' or ')} in its path`] : [],
  )
}

function selectChanged(revision: string): Selection {
  const changed = listChanges(process.cwd(), revision)
  const selection = selectTests(process.cwd(), changed)
  console.log(`${changed.length} files changed since ${revision}.`)
  if (changed.length === 0)
    console.log('Name an earlier revision to test what was committed: npm test -- --changed=main')
  if ('all' in selection) console.log(`${selection.all} can reach every test, so everything runs.`)
  return selection
}

/** The files of a stage that a change reaches and a word names; undefined where nothing but words decides. */
function filesToRun(
  name: StageName,
  { words }: Wanted<StageName>,
  selection: Selection | undefined,
): string[] | undefined {
  if (!selection || 'all' in selection || name === 'check' || name === 'build') return undefined
  return selection.files[name].filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}

/** Stages in their order; those that need the built site bring the build along. */
function choose({ only }: Wanted<StageName>, filesOf: (name: StageName) => string[] | undefined): Stage[] {
  const isWanted = (name: StageName): boolean => {
    if (name === 'build') return only?.includes('build') || isWanted('system') || isWanted('e2e')
    if (only && !only.includes(name)) return false
    return filesOf(name)?.length !== 0
  }
  return stages.filter(({ name }) => isWanted(name))
}

async function run({ name }: Stage, filters: string[]): Promise<Tally> {
  if (name === 'check')
    return (await runChecks([])) ? nothingToCount : failed('npm run check failed; its findings are above')
  if (name !== 'build') return runVitest(name, filters)
  for (const script of ['scripts/build.ts', 'scripts/test/prepare-data.ts']) {
    const { code } = await runCommand('node', [script], { show: true })
    if (code !== 0) return failed(`node ${script} failed; its output is above`)
  }
  return nothingToCount
}

function summarise(results: Result[], leftOut: LeftOut[], refusals: string[]): number {
  const slowest = results
    .flatMap(({ tally }) => tally.files)
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, slowestCount)
  if (slowest.length > 0) console.log('\nSlowest files:')
  for (const { file, durationMs } of slowest) console.log(`  ${(durationMs / 1000).toFixed(1).padStart(6)} s  ${file}`)

  const skipped = results.flatMap(({ tally }) => tally.skipped)
  if (skipped.length > 0) console.log('\nSkipped:')
  for (const test of skipped) console.log(`  ${test}`)

  console.log('')
  for (const { stage, tally, seconds } of results) {
    const counts =
      tally.files.length === 0
        ? ''
        : `  ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`
    console.log(
      `${tally.failed === 0 ? '✓' : '✗'} ${stage.name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s${counts}`,
    )
  }
  for (const { stage, reason } of leftOut) console.log(`– ${stage.name.padEnd(8)} not run: ${reason}`)
  console.log(
    `  ${'total'.padEnd(8)} ${results
      .reduce((sum, { seconds }) => sum + seconds, 0)
      .toFixed(1)
      .padStart(6)} s`,
  )
  // Repeated here: a log that was cut keeps its end.
  for (const failure of [...results.flatMap(({ tally }) => tally.failures), ...refusals]) console.log(`\n✗ ${failure}`)
  const [passed, failures] = [sum(results, 'passed'), sum(results, 'failed') + refusals.length]
  console.log(`\n${passed} passed, ${failures} failed`)
  return failures === 0 ? 0 : 1
}

function sum(results: Result[], count: 'passed' | 'failed'): number {
  return results.reduce((total, { tally }) => total + tally[count], 0)
}
