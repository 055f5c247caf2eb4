import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#platform/database/test-folder.ts'
import { runCommand } from './run-command.ts'

/** A repository with one test file of two properties, each given as the body of its test. */
function createRepository(first: string, second: string) {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const setup = JSON.stringify(resolve('tests/support/property-seed.ts'))
  mkdirSync(join(folder, 'sums'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { setupFiles: [${setup}] } }`)
  const lines = [
    `import fc from 'fast-check'`,
    `import { test } from 'vitest'`,
    `test('the first', () => { ${first} })`,
    `test('the second', () => { ${second} })`,
  ]
  writeFileSync(join(folder, 'sums/sum.test.ts'), lines.join('\n'))
  // Unset variables of an outer fuzz run.
  const unset = ['SEED', 'PLACE', 'PATH', 'LOG'].map((name) => [`PROPERTY_${name}`, undefined])
  const env = { ...Object.fromEntries(unset), NO_COLOR: '1' }
  const run = (command: string, args: string[]) => runCommand(command, args, { cwd: folder, env })
  return {
    fuzz: (...args: string[]) => run('node', [resolve('scripts/fuzz.ts'), ...args]),
    test: () => run('vitest', ['run']),
  }
}

const holds = 'fc.assert(fc.property(fc.nat(), () => true))'
const breaks = 'fc.assert(fc.property(fc.nat(), (n) => n < 1000))'
const leftOut = `if (process.pid < 0) ${holds}`

test('a counterexample is found, and the printed command replays it', async () => {
  const { fuzz } = createRepository(holds, `${holds}; ${breaks}`)
  const found = await fuzz('--minutes', '1')
  expect(found.code, found.output).toBe(1)
  expect(found.output).toContain('counterexample: [1000]')
  const [, command = ''] = /replay: npm run fuzz -- (.*)/.exec(found.output) ?? []
  expect(command).toMatch(/^--only sums\/sum\.test\.ts --property 2\.2 --seed \d+ --path [\d:]+$/)

  const replayed = await fuzz(...command.split(' '))
  expect(replayed.code, replayed.output).toBe(1)
  expect(replayed.output).toContain('2 properties')
  expect(replayed.output).toContain('counterexample: [1000]')
})

test('the fuzz command succeeds when its time is over, and fails if a property was not run', async () => {
  const complete = await createRepository(holds, holds).fuzz('--minutes', '0')
  expect(complete.output).toMatch(/^round 1, seed \d+: 2 properties, 2,000 runs/)
  expect(complete.code).toBe(0)

  const incomplete = await createRepository(holds, leftOut).fuzz('--minutes', '0')
  expect(incomplete.output).toContain('Properties did not run in sums/sum.test.ts')
  expect(incomplete.code).toBe(1)
})

test('without the fuzz command properties run one fixed seed', async () => {
  const { output } = await createRepository(breaks, 'fc.assert(fc.property(fc.nat(), () => true), { seed: 5 })').test()
  expect(output).toContain('{ seed: 1, path:')
  expect(output).toContain('Leave the seed of a property to')
})
