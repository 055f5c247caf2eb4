import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'

/** How many tests a stage ran. `failed` is at least 1 when the stage failed for any reason. */
export type Tally = { passed: number; failed: number; skipped: number }

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
    const counts = JSON.parse(readFileSync(report, 'utf8'))
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = counts
    const proven = code === 0 && passed + failed > 0
    return { passed, failed: proven ? failed : Math.max(failed, 1), skipped }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
