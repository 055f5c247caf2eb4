import { expect, test, vi } from 'vitest'
import { StorageFault } from '#platform/storage/s3-errors.ts'
import { AppError } from '#shared/errors.ts'
import { runMain } from './site-folder.ts'

/** Runs a command that fails, and returns what it prints. */
async function printedFor(error: Error): Promise<string> {
  const { exitCode } = process
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await runMain('No backup was made.', () => Promise.reject(error))
    expect(process.exitCode).toBe(1)
    return stderr.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    process.exitCode = exitCode
    stderr.mockRestore()
  }
}

test('a fault of the object storage is printed instead of the sentence for visitors', async () => {
  const fault = new StorageFault('The bucket “swade” does not exist. Create it.', { cause: new Error('NoSuchBucket') })
  const error = new AppError('unavailable', { key: 'site.errors.storage' }, { cause: fault })
  expect(await printedFor(error)).toBe('No backup was made. The bucket “swade” does not exist. Create it.\n')
})

test('an expected error is printed as its sentence, another one with its stack', async () => {
  const expected = new AppError('conflict', 'The database is empty.', { cause: new Error('hidden') })
  expect(await printedFor(expected)).toBe('No backup was made. The database is empty.\n')
  expect(await printedFor(new TypeError('x is not a function'))).toMatch(
    /^No backup was made. TypeError: x is not a function\n +at /,
  )
})
