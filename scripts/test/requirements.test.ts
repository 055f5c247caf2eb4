import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRequirement, type Requirement } from './requirements.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'swade-needs-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const need = (folders: string[]): Requirement => ({
  name: 'Test',
  programs: ['swade-test-program'],
  folders,
  debianPackage: 'none',
  why: 'to test',
})

function install(version: string, mode = 0o755) {
  const place = join(folder, version, 'bin')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'swade-test-program'), '')
  chmodSync(join(place, 'swade-test-program'), mode)
}

test('the highest of several versions is found by number', () => {
  for (const version of ['9', '15', '18']) install(version)
  expect(findRequirement(need([`${folder}/*/bin`]))).toBe(join(folder, '18/bin/swade-test-program'))
})

test('a file without permission to execute is not a program', () => {
  install('15', 0o644)
  expect(findRequirement(need([`${folder}/*/bin`]))).toBeUndefined()
})

test('a missing requirement that cannot be installed is reported with the command that provides it', () => {
  const output = installWithoutAptGet(need([]))
  expect(output).toContain('Test: to test')
  expect(output).toContain(`sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends none'`)
})

test('a missing optional requirement does not prevent testing', () => {
  expect(installWithoutAptGet({ ...need([]), optional: true })).toBe('undefined\n')
})

/** Runs the installation without apt-get on PATH, as on other systems. */
function installWithoutAptGet(wanted: Requirement): string {
  const script = `import { installTestRequirements } from './scripts/install-test-requirements.ts'; console.log(await installTestRequirements([${JSON.stringify(wanted)}]))`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: folder },
    encoding: 'utf8',
  })
}
