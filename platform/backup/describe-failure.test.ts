import { expect, test } from 'vitest'
import { FolderError } from '#platform/configured-folder.ts'
import { StorageFault } from '#platform/storage/s3-errors.ts'
import { AppError } from '#shared/errors.ts'
import { describeFailure, StoppedError, withAdvice } from './describe-failure.ts'

const fault = new StorageFault('The bucket “swade” does not exist. Create it.', { cause: undefined })
const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const remedy = 'Check the backup location and its free space.'

test.each([
  [new AppError('unavailable', 'A key is invalid. Copy all of it.'), 'A key is invalid. Copy all of it.'],
  [new FolderError({ message: '/b is a file', remedy: 'Set it to a folder.' }), '/b is a file. Set it to a folder.'],
  [new AppError('unavailable', { key: 'site.errors.storage' }, { cause: fault }), fault.message],
  [new StoppedError('The process was stopped.'), 'The process was stopped.'],
])('an error that says what to do, or needs nothing, is left as it is: %s', (error, text) => {
  expect(describeFailure(error)).toBe(text)
})

test.each([
  [full, `ENOSPC: no space left on device, write. ${remedy}`],
  [new AppError('unavailable', { key: 'site.errors.diskFull' }, { cause: full }), `${full.message}. ${remedy}`],
  [new Error(''), `unknown error. ${remedy}`],
  ['broken.', `broken. ${remedy}`],
])('for any other error, the place of the backups and its space are to be checked: %s', (error, text) => {
  expect(describeFailure(error)).toBe(text)
})

test('an error that was recorded without advice gets it, and no other one', () => {
  expect(withAdvice(full.message)).toBe(describeFailure(full))
  for (const recorded of [describeFailure(full), '/b is a file. Set it to a folder.'])
    expect(withAdvice(recorded)).toBe(recorded)
})
