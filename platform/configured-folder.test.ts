import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createConfiguredFolder, findFolderProblem, FolderError } from './configured-folder.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'swade-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a missing folder is checked without creating it, and created with its parents', async () => {
  const root = await newFolder()
  const path = join(root, 'parent', 'data')
  expect(await findFolderProblem('DATA_DIR', path)).toBeUndefined()
  expect(await readdir(root)).toEqual([])
  await createConfiguredFolder('DATA_DIR', path)
  expect(existsSync(path)).toBe(true)
  await createConfiguredFolder('DATA_DIR', path)
  expect(await findFolderProblem('DATA_DIR', path)).toBeUndefined()
  expect(await readdir(path)).toEqual([])
})

test('a path that is a file, or is inside one, is an error that names the setting', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, '')
  const messageOf = (path: string) => createConfiguredFolder('DATA_DIR', path).catch((error: FolderError) => error)
  expect(await messageOf(file)).toEqual(
    new FolderError({ message: `DATA_DIR ${file} is a file`, remedy: 'Set it to a folder.' }),
  )
  expect(await messageOf(join(file, 'data'))).toMatchObject({
    message: `DATA_DIR ${file}/data cannot be created: ${file} is a file. Set it to another folder.`,
  })
})

test.runIf(existsSync('/proc/self'))('a place that accepts no folder is an error at once', async () => {
  await expect(createConfiguredFolder('DATA_DIR', '/proc/swade/data')).rejects.toThrow(
    /^DATA_DIR \/proc\/swade\/data cannot be created: .+\. .*DATA_DIR to another folder\.$/,
  )
  expect((await findFolderProblem('DATA_DIR', '/proc'))?.message).toMatch(/^DATA_DIR \/proc is not writable: /)
})
