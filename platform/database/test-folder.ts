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
 * A folder for one test that is gone afterwards, with whatever servers were started in it.
 *
 * A small shell waits for a pipe to close, and the kernel closes it however this process ends, so
 * nothing is left behind by a failed, interrupted or killed test run either.
 *
 * @param within Parent folder; the machine's temporary folder by default.
 * @returns The folder, passable for the user an embedded server runs as, and how to remove it early.
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
