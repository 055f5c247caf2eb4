import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { loadEnvFile } from './env-file.ts'

function folderWith(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('settings of .env are added, and variables of the environment take precedence', () => {
  const folder = folderWith({
    '.env': '# a comment\nPORT=4000\nexport HOST="127.0.0.1"\nMAIL_FROM=\'Swade <a@b.example>\' # sender\nROLE=web\n',
  })
  const environment = loadEnvFile(folder, { ROLE: 'worker', PORT: '' })
  expect(environment).toEqual({ ROLE: 'worker', PORT: '', HOST: '127.0.0.1', MAIL_FROM: 'Swade <a@b.example>' })
  expect(readConfig(environment)).toMatchObject({ ROLE: 'worker', PORT: 3000, MAIL_FROM: 'Swade <a@b.example>' })
})

test('without the file nothing is added; a file that ENV_FILE names must exist', () => {
  const folder = folderWith({ 'other.env': 'PORT=5000\n' })
  expect(loadEnvFile(folder, {})).toEqual({})
  expect(loadEnvFile(folder, { ENV_FILE: 'other.env' })['PORT']).toBe('5000')
  expect(() => loadEnvFile(folder, { ENV_FILE: 'none.env' })).toThrow(ConfigError)
  expect(() => loadEnvFile(folder, { ENV_FILE: 'none.env' })).toThrow(/ENV_FILE: .*none\.env cannot be read \(ENOENT\)/)
})

test('every program that reads the configuration reads .env first', () => {
  const root = resolve(import.meta.dirname, '..')
  const files = globSync('{server,scripts}/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const readers = files.filter((file) => /readConfig\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(readers.length).toBeGreaterThan(2)
  for (const file of readers)
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(/readConfig\(.*loadEnvFile\(/)
})
