import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import fc, { type RunDetails } from 'fast-check'
import { beforeEach, type RunnerTask } from 'vitest'

/*
 * Vitest setup file: every property runs with a fixed seed, so that tests never fail by chance. `npm run fuzz` sets
 * these variables to explore other seeds and to replay a counterexample: PROPERTY_SEED (seed of every property, a
 * 32-bit integer), PROPERTY_PLACE (the only property to run, as in `PropertyRun`), PROPERTY_PATH (path of the
 * counterexample as printed by fast-check), PROPERTY_LOG (file to which each property appends a line of JSON, see
 * `PropertyRun`).
 */

/** Result of a property, one per line for `npm run fuzz`. */
export type PropertyRun = {
  /** Path from the root of the repository. */
  file: string
  test: string
  /** Number of the test in its file, from 1, followed by `.2`, `.3` … for further properties of one test. */
  place: string
  seed: number
  runs: number
  counterexample?: { path: string; values: string; error: string }
}

/** The seed of `npm test`. */
const fixedSeed = 1
/** Runs per property in a fuzz run, instead of fast-check's 100. */
const fuzzRuns = 1000

const { PROPERTY_SEED: givenSeed, PROPERTY_PLACE: onlyPlace, PROPERTY_PATH: path, PROPERTY_LOG: log } = process.env
const seed = Number(givenSeed ?? fixedSeed)

let current: { task: RunnerTask; position: number; nth: number } | undefined

configure()

beforeEach(({ task, skip }) => {
  const position = listTests(task.file.tasks).indexOf(task) + 1
  if (onlyPlace && onlyPlace.split('.')[0] !== String(position)) skip()
  current = { task, position, nth: 1 }
  configure()
})

/** Configures the next property: a path belongs to one property only. */
function configure(): void {
  const isReplayed = path && (!onlyPlace || onlyPlace === placeOf(current))
  fc.configureGlobal({ seed, reporter, ...(log && { numRuns: fuzzRuns }), ...(isReplayed && { path }) })
}

function reporter(details: RunDetails<unknown>): void {
  if (log) appendFileSync(log, `${JSON.stringify(toPropertyRun(details))}\n`)
  if (current) current.nth += 1
  configure()
  if (details.seed !== seed) throw new Error('Leave the seed of a property to tests/support/property-seed.ts.')
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
}

function toPropertyRun(details: RunDetails<unknown>): PropertyRun {
  const run = {
    file: current ? relative(process.cwd(), current.task.file.filepath) : '',
    test: current?.task.name ?? '',
    place: placeOf(current),
    seed: details.seed,
    runs: details.numRuns,
  }
  if (!details.failed) return run
  const { counterexamplePath, counterexample, errorInstance } = details
  const error = errorInstance instanceof Error ? errorInstance.message : 'No error: too many values were skipped.'
  return { ...run, counterexample: { path: counterexamplePath ?? '', values: fc.stringify(counterexample), error } }
}

function placeOf(property: typeof current): string {
  if (!property) return ''
  return property.nth === 1 ? String(property.position) : `${property.position}.${property.nth}`
}

function listTests(tasks: RunnerTask[]): RunnerTask[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? listTests(task.tasks) : [task]))
}
