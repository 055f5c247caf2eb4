import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PropertyRun } from '#tests/support/property-seed.ts'
import { countOf } from '../shared/count-of.ts'
import { listPaths, readTexts, type SourceFile } from './check/source-files.ts'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'
import { parseOptions, printHelp } from './usage.ts'

const usage = `Runs every property test with new seeds until time runs out or a test fails.

  npm run fuzz                                                    for 10 minutes
  npm run fuzz -- --minutes 60                                    for 60 minutes
  npm run fuzz -- --only ui/audio                                 only files whose path contains this text
  npm run fuzz -- --only FILE --seed S                            one round with this seed
  npm run fuzz -- --only FILE --property 3 --seed S --path P      replays a printed counterexample`

type Round = { seed: number; place?: string | undefined; path?: string | undefined; testNames?: string[] | undefined }
type RoundOutcome = { runs: PropertyRun[]; code: number; output: string; seconds: number }

/** Lists test files with properties. */
export function findPropertyFiles(root: string): SourceFile[] {
  const tests = listPaths(root).filter((path) => /\.(test|spec)\.tsx?$/.test(path))
  return readTexts(root, tests).filter(({ text }) => /^import .* from 'fast-check'$/m.test(text))
}

/** Returns the minimum number of properties a test file checks: one in a loop or in `test.each` is counted once. */
export function countProperties(text: string): number {
  return text.match(/\bfc\.assert\(/g)?.length ?? 0
}

/** Describes a failed property for the console: its name, the counterexample, and the command that replays it. */
export function describeFailure({ file, test, place, seed, counterexample }: PropertyRun): string {
  const replay = `--only ${file} --property ${place} --seed ${seed} --path ${counterexample?.path}`
  return [
    `✗ ${file}: ${test}`,
    `  ${counterexample?.error}`,
    `  counterexample: ${counterexample?.values}`,
    `  replay: npm run fuzz -- ${replay}`,
  ].join('\n')
}

async function main(args: string[]): Promise<number> {
  const { minutes = '10', only = '', ...given } = readOptions(args)
  const files = findPropertyFiles(process.cwd()).filter(({ path }) => path.includes(only))
  const isReplay = given.seed !== undefined || given.path !== undefined
  const usageError = findUsageError({ minutes, ...given }, files)
  if (usageError) return fail(usageError)

  const deadline = performance.now() + Number(minutes) * 60_000
  let testNames: string[] | undefined
  for (let number = 1; number === 1 || performance.now() < deadline; number += 1) {
    const seed = given.seed === undefined ? randomInt(2 ** 31) : Number(given.seed)
    const outcome = await runRound(files, { seed, place: given.property, path: given.path, testNames })
    const { runs, seconds } = outcome
    const properties = runs.length === 1 ? '1 property' : `${runs.length} properties`
    const total = runs.reduce((sum, run) => sum + run.runs, 0)
    console.log(`round ${number}, seed ${seed}: ${properties}, ${countOf(total, 'run')}, ${seconds.toFixed(1)} s`)

    const failures = runs.filter(({ counterexample }) => counterexample)
    for (const failure of failures) console.log(`\n${describeFailure(failure)}`)
    if (failures.length > 0) return 1
    const failure = findFailure(files, outcome, given.property !== undefined)
    if (failure) return fail(failure)
    if (isReplay) return 0
    // From the second round on, other tests are skipped.
    testNames = [...new Set(runs.map(({ test }) => test))]
  }
  return 0
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const
  const options = { minutes: text, only: text, property: text, seed: text, path: text }
  return parseOptions(usage, { args, options }).values
}

type Given = ReturnType<typeof readOptions>

function findUsageError({ minutes, seed, path, property }: Given, files: SourceFile[]): string | undefined {
  if (!(Number(minutes) >= 0)) return '--minutes takes a number.'
  if (seed !== undefined && !/^-?\d+$/.test(seed)) return '--seed takes an integer.'
  if (files.length === 0) return 'No test file with a property matches --only.'
  if (path === undefined && property === undefined) return undefined
  if (seed === undefined) return '--path and --property need the --seed they were found with.'
  if (files.length > 1) return '--path and --property need --only with the path of one test file.'
  const isOne = property !== undefined || files.every(({ text }) => countProperties(text) === 1)
  return isOne ? undefined : 'That file checks several properties; add the --property that was printed.'
}

/** Returns the error of a round without failed properties, if any. `isPart` is set when only one property ran. */
function findFailure(files: SourceFile[], { runs, code, output }: RoundOutcome, isPart: boolean): string | undefined {
  const end = output.trim().split('\n').slice(-60).join('\n')
  if (code !== 0) return `${end}\n\nThe tests failed without a counterexample.`
  if (runs.length === 0)
    return 'No property ran. Is tests/support/property-seed.ts among setupFiles in vitest.config.ts?'
  if (isPart) return undefined
  const countRuns = (path: string) => runs.filter(({ file }) => file === path).length
  const missing = files.filter(({ path, text }) => countRuns(path) < countProperties(text)).map(({ path }) => path)
  return missing.length === 0 ? undefined : `Properties did not run in ${missing.join(', ')}.`
}

async function runRound(files: SourceFile[], { seed, place, path, testNames }: Round): Promise<RoundOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'swade-fuzz-'))
  // The PostgreSQL server may run as another user and needs access.
  chmodSync(folder, 0o755)
  const log = join(folder, 'properties.jsonl')
  try {
    // Vitest requires the same number of workers for all stages.
    const workers = ['--maxWorkers', String(availableParallelism())]
    const names = testNames ? ['--testNamePattern', `(${testNames.map((name) => RegExp.escape(name)).join('|')})$`] : []
    const env = {
      TMPDIR: folder,
      PROPERTY_SEED: String(seed),
      PROPERTY_LOG: log,
      ...(place !== undefined && { PROPERTY_PLACE: place }),
      ...(path !== undefined && { PROPERTY_PATH: path }),
    }
    const began = performance.now()
    const paths = files.map((file) => file.path)
    const { code, output } = await runCommand('vitest', ['run', ...workers, ...names, ...paths], { env })
    const seconds = (performance.now() - began) / 1000
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []
    return { runs: lines.map((line): PropertyRun => JSON.parse(line)), code, output, seconds }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function fail(text: string): number {
  console.error(text)
  return 1
}

if (import.meta.main) {
  stopCommandsOnSignal()
  printHelp(usage)
  process.exitCode = await main(process.argv.slice(2))
}
