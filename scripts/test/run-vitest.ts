import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runCommand } from '../run-command.ts'

/** How many tests a stage ran. `failed` is at least 1 when the stage failed for any reason; `failures` names the tests among them, each with its file and reason. */
export type Tally = { passed: number; failed: number; skipped: number; failures: string[] }

/** What is read of the report that Vitest writes in the form of Jest. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

/**
 * Runs one Vitest project and counts its tests.
 * A run that executed no test is a failed run: a filter or a renamed folder must not pass in silence.
 *
 * @param filters Parts of file names, or options for Vitest such as `-t`.
 */
export async function runVitest(project: string, filters: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'swade-test-'))
  // Whatever tests leave lies in it and goes with it; embedded databases run under a user of their own, who must be able to pass.
  chmodSync(folder, 0o755)
  const report = join(folder, 'report.json')
  try {
    const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
    const { code } = await runCommand('vitest', args, { env: { TMPDIR: folder }, show: true })
    return tallyOf(report, code)
  } finally {
    // Servers that end late still write and remove their own; the synchronous twin gives up in silence when a file goes before it comes.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function tallyOf(report: string, code: number): Tally {
  try {
    const found: Report = JSON.parse(readFileSync(report, 'utf8'))
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = found
    const proven = code === 0 && passed + failed > 0
    return { passed, failed: proven ? failed : Math.max(failed, 1), skipped, failures: found.testResults.flatMap(failuresOf) }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [] }
  }
}

/** A file that could not be read, begun or ended has a message of its own. */
function failuresOf({ name, message, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(process.cwd(), name)
  const failures = assertionResults
    .filter(({ status }) => status === 'failed')
    .map((test) => `${file}: ${test.fullName}\n${test.failureMessages?.[0] ?? 'no reason was given'}`)
  return message ? [...failures, `${file}\n${message}`] : failures
}
