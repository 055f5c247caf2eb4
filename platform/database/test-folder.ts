import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Waits until its input closes, then ends every PostgreSQL server under the folder and removes it. */
const cleaner = `
read -r _
find "$1" -name postmaster.pid 2>/dev/null | while read -r file; do
  pid=$(head -n 1 "$file")
  while grep -qF -- "$1" "/proc/$pid/cmdline" 2>/dev/null; do kill -QUIT "$pid" 2>/dev/null; sleep 0.05; done
done
rm -rf -- "$1"
`

/**
 * Creates a folder for one test, which is removed afterwards together with the servers started in it.
 *
 * A small shell waits for a pipe to close. The kernel closes it however this process ends, so that failed, interrupted
 * and killed test runs leave nothing behind.
 *
 * @param within Parent folder; the temporary folder of the machine by default.
 * @returns The folder, accessible to the user of an embedded server, and a function that removes it early.
 */
export function testFolder(within: string = tmpdir()): { folder: string; remove(): Promise<void> } {
  const folder = mkdtempSync(join(within, 'swade-test-'))
  chmodSync(folder, 0o711)
  const shell = spawn('/bin/sh', ['-c', cleaner, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return {
    folder,
    async remove() {
      shell.ref()
      shell.stdin.end()
      await ended
    },
  }
}
