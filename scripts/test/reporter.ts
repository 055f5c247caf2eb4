import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Totals of a stage. `failed` is at least 1 when it failed for any reason. */
export type Totals = {
  passed: number
  failed: number
  /** Each failed test or file with its reason. */
  failures: string[]
  /** Each test that did not run, with its reason. */
  skipped: string[]
  /** Test files with durations in milliseconds. */
  files: { file: string; durationMs: number }[]
}

/** Writes the {@link Totals} of a Vitest run as JSON into the file that `SWADE_TALLY` names. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env['SWADE_TALLY']
    if (path) writeFileSync(path, JSON.stringify(totalsOf(modules, errors)))
  }
}

function totalsOf(modules: readonly TestModule[], errors: readonly SerializedError[]): Totals {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({ file: fileOf(module), test })),
  )
  const inState = (state: string) => tests.filter(({ test }) => test.result().state === state)
  const failures = [
    ...inState('failed').map(({ file, test }) => `${file}: ${test.fullName}\n${reasonOf(test.result().errors)}`),
    // Files that failed to load, set up or tear down.
    ...modules.flatMap((module) => module.errors().map((error) => `${fileOf(module)}\n${reasonOf([error])}`)),
    ...errors.map((error) => `an error outside of all tests\n${reasonOf([error])}`),
  ]
  return {
    passed: inState('passed').length,
    failed: failures.length,
    failures,
    skipped: inState('skipped').map(({ file, test }) => {
      const result = test.result()
      const note = 'note' in result ? result.note : undefined
      return `${file}: ${test.fullName} (${note ?? 'its condition is not met on this machine'})`
    }),
    files: modules.map((module) => ({ file: fileOf(module), durationMs: module.diagnostic().duration })),
  }
}

function fileOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId)
}

function reasonOf(errors: readonly { stack?: string; message?: string }[] | undefined): string {
  const [first] = errors ?? []
  return first?.stack || first?.message || 'no error message'
}
