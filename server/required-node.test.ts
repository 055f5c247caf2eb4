import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Runs the check with another reported Node version. */
function startUnder(version: string) {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(versions)}`,
    join(import.meta.dirname, 'required-node.js'),
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

test.each(['8.17.0', '18.20.8', '20.20.2', '22.22.0', '23.11.1'])(
  'Node %s is rejected with the required version',
  (version) => {
    expect(startUnder(version)).toEqual({
      status: 1,
      printed: `Swade requires Node 24 or later. You are running Node ${version}.\n`,
    })
  },
)

test.each(['24.0.0', '24.21.0', '26.1.0', '100.0.0'])('Node %s is accepted silently', (version) => {
  expect(startUnder(version)).toEqual({ status: 0, printed: '' })
})

test('the version is checked before loading anything that an old Node lacks', () => {
  const importsOf = (file: string) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^import .*'(.+)'$/gm)].map(([, name]) => name)
  expect(importsOf('required-node.js')).toEqual([])
  expect(importsOf('entry.ts')).toEqual(['./required-node.js', './memory-settings.ts'])
  expect(importsOf('memory-settings.ts')).toEqual(['node:fs'])
})

test('the commands of the README check it too, for machines without a Node from npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of ['start', 'test', 'dev', 'build', 'check'])
    expect(scripts[name], name).toMatch(/^exec node --import \.\/server\/required-node\.js scripts\/\w+\.ts$/)
})
