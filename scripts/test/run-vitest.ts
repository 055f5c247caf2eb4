import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand } from '../run-command.ts'
import type { Totals } from './reporter.ts'

/** Space reserved for temporary files of a stage, in bytes. */
const minFreeBytes = 4 * 1024 ** 3

/**
 * Runs a Vitest project and counts its tests. A run without tests fails, so that filters and renamed folders do not
 * pass silently.
 *
 * @param filters Path filters, or Vitest options such as `-t`.
 */
export async function runVitest(project: string, filters: string[]): Promise<Totals> {
  const parent = tempRoot()
  removeOldTemp(parent)
  const folder = mkdtempSync(join(parent, 'swade-test-'))
  // Contains all temporary files of the tests; embedded databases run as another user and need access.
  chmodSync(folder, 0o755)
  // After Ctrl+C the process exits without running `finally`. Repeat when files disappear meanwhile.
  const removeAtExit = () => {
    for (let pass = 0; pass < 10 && existsSync(folder); pass += 1) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', removeAtExit)
  const report = join(folder, 'tally.json')
  try {
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=./scripts/test/reporter.ts',
      ...filters,
    ]
    // A stage starts a hundred processes of the same code, also of this command in its own tests.
    const compiled = resolve('node_modules/.cache/compiled-code')
    const env = { TMPDIR: folder, SWADE_TALLY: report, NODE_COMPILE_CACHE: compiled }
    const { code } = await runCommand('vitest', args, { env, show: true })
    return readTotals(report, code, project)
  } finally {
    // Exiting servers may still write and delete files; the synchronous version fails silently then.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    process.off('exit', removeAtExit)
  }
}

/** Returns a memory file system on Linux with enough space, because tests mostly wait for disk syncs. */
function tempRoot(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    const hasRoom = bavail * bsize > minFreeBytes && freemem() > 2 * minFreeBytes
    return hasRoom && canExecuteIn(memory) ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Returns whether files in a folder can be executed; containers often mount /dev/shm with noexec. */
function canExecuteIn(folder: string): boolean {
  const probe = mkdtempSync(join(folder, 'swade-probe-'))
  try {
    writeFileSync(join(probe, 'program'), '#!/bin/sh\n', { mode: 0o755 })
    return spawnSync(join(probe, 'program')).status === 0
  } finally {
    rmSync(probe, { recursive: true })
  }
}

/** Deletes folders of aborted runs; those of running ones are younger. */
function removeOldTemp(root: string): void {
  const oldest = Date.now() - 2 * 60 * 60_000
  for (const path of globSync(join(root, 'swade-test-*'))) {
    if (statSync(path).mtimeMs < oldest) rmSync(path, { recursive: true, force: true })
  }
}

function readTotals(report: string, code: number, project: string): Totals {
  try {
    const totals = JSON.parse(readFileSync(report, 'utf8')) as Totals
    const failure = totals.passed === 0 ? 'no test ran' : `Vitest ended with ${code}`
    const isFailed = totals.passed === 0 || code !== 0
    return isFailed && totals.failed === 0 ? { ...totals, failed: 1, failures: [`${project}: ${failure}`] } : totals
  } catch {
    return failed(`${project}: Vitest ended with ${code} before it could report`)
  }
}

/** Creates the totals of a stage that failed as a whole. */
export function failed(reason: string): Totals {
  return { passed: 0, failed: 1, failures: [reason], skipped: [], files: [] }
}
