import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#platform/database/test-folder.ts'
import { runCommand } from './run-command.ts'

/** Creates a repository with our settings and the given files. */
function createRepository(files: Record<string, string>) {
  const { folder, remove } = testFolder()
  for (const name of ['.oxlintrc.json', 'tsconfig.base.json']) cpSync(name, join(folder, name))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  // Ignored by Git, the linter and the tests.
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  mkdirSync(join(folder, 'scripts/test'), { recursive: true })
  symlinkSync(resolve('scripts/test/reporter.ts'), join(folder, 'scripts/test/reporter.ts'))
  const env = { NO_COLOR: '1', TEST_DATABASE_URL: undefined, PREPARED_DATA_DIR: undefined }
  const run = (script: string, ...args: string[]) =>
    runCommand('node', [resolve(script), ...args], { cwd: folder, env })
  return { folder, remove, run }
}

const title = (body: string) => `import { afterAll, expect, test } from 'vitest'\n${body}\n`
const passes = `test('it holds', () => expect(1).toBe(1))`

/** Test files, most with a kind of failure beside a passing test. */
const faults = {
  'pure/passing': passes,
  'pure/failing': `${passes}; test('it breaks', () => expect(1).toBe(2))`,
  'pure/after-all': `${passes}; afterAll(() => { throw new Error('could not clean up') })`,
  'pure/unhandled': `${passes}; test('it goes on', async () => { void Promise.reject(new Error('nobody waited')); await new Promise(setImmediate) })`,
  'pure/killed': `${passes}; test('it dies', () => new Promise(() => process.kill(process.pid, 'SIGKILL')))`,
  'pure/unread': `import './nowhere.ts'; ${passes}`,
  'feature/skipped': `test.skip('it is left out', () => {})`,
}

const settings = `export default { test: { projects: ['pure', 'feature', 'system', 'e2e'].map((name) =>
  ({ test: { name, isolate: false, maxWorkers: 1, include: [name === 'e2e' ? 'tests/e2e/*.spec.ts' : \`\${name}/*.test.ts\`] } })) } }`

let repository: ReturnType<typeof createRepository>
beforeAll(() => {
  repository = createRepository({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': settings,
    'scripts/build.ts': `console.error('the compiler is out of order'); process.exitCode = 1`,
    ...Object.fromEntries(Object.entries(faults).map(([name, body]) => [`${name}.test.ts`, title(body)])),
  })
  return repository.remove
})

test('npm test exits with 1 and lists each kind of failure with its reason', async () => {
  const words = ['failing', 'after-all', 'unhandled', 'unread', 'skipped']
  const { code, output } = await repository.run('scripts/test.ts', '--only=pure,feature', ...words)
  expect(code, output).toBe(1)
  for (const block of [
    ['✗ pure/failing.test.ts: it breaks', 'expected 1 to be 2'],
    ['✗ pure/after-all.test.ts', 'could not clean up'],
    ['✗ an error outside of all tests', 'nobody waited'],
    ['✗ pure/unread.test.ts', 'nowhere.ts'],
    ['✗ feature: no test ran'],
    ['Skipped:\n  feature/skipped.test.ts: it is left out'],
    ['✗ pure ', '4 passed, 4 failed, 0 skipped'],
    ['✗ feature ', '0 passed, 1 failed, 1 skipped'],
    ['\n4 passed, 5 failed'],
  ])
    for (const one of block) expect(output).toContain(one)
})

test('npm test exits with 1 if its process is killed, if no test path contains the word, or if the build fails', async () => {
  const { code, output } = await repository.run('scripts/test.ts', '--only=pure,feature,system,e2e', 'killed')
  expect(code, output).toBe(1)
  expect(output).toContain('\n✗ feature: no test ran')
  expect(output).toContain('the compiler is out of order')
  expect(output).toContain('✗ node scripts/build.ts failed')
  expect(output).toMatch(
    /✗ pure .*\n✗ feature .*\n✗ build .*\n– system {3}not run: the build failed\n– e2e {6}not run: the build failed\n/,
  )
})

test('for a change the affected tests run, limited to those that a word names, and the omitted ones are listed', async () => {
  const { folder, remove, run } = createRepository({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': settings,
    'pure/cents.ts': 'export const cents = 1',
    'pure/money.test.ts': title(`import { cents } from './cents.ts'; test('it holds', () => expect(cents).toBe(1))`),
    'pure/price.test.ts': title(`import { cents } from './cents.ts'; test('it holds', () => expect(cents).toBe(1))`),
    'pure/other.test.ts': title(faults['pure/failing']),
  })
  onTestFinished(remove)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder })
  git('init', '--quiet', '--initial-branch=trunk')
  git('add', '.')
  git('commit', '--quiet', '--message=All')
  writeFileSync(join(folder, 'pure/cents.ts'), 'export const cents = 1 // one')

  const both = await run('scripts/test.ts', '--only=pure,feature', '--changed')
  expect(both.code, both.output).toBe(0)
  expect(both.output).toMatch(/✓ pure .*2 passed[^]*– feature {2}not run: no affected tests\n[^]*\n2 passed, 0 failed/)
  const one = await run('scripts/test.ts', '--only=pure,feature', '--changed', 'price')
  expect(one.code, one.output).toBe(0)
  expect(one.output).toContain('\n1 passed, 0 failed')
  const none = await run('scripts/test.ts', '--only=pure,feature', '--changed', 'other')
  expect(none.code, none.output).toBe(1)
  expect(none.output).toContain('✗ no affected test has other in its path')
  const revision = await run('scripts/test.ts', '--only=pure', '--changed', 'trunk')
  expect([revision.code, revision.output.trim()]).toEqual([
    2,
    '--changed requires a revision after an equals sign: npm test -- --changed=trunk',
  ])
})

test('npm run check fails on a type error, and passes without', async () => {
  const typed = (value: string) => ({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': '{ "extends": "./tsconfig.base.json", "include": ["shared/*.ts"] }',
    'shared/cents.ts': `/** One. */\nexport const cents: number = ${value}\n`,
  })
  const [wrong, right] = [createRepository(typed(`'one'`)), createRepository(typed('1'))]
  for (const { remove } of [wrong, right]) onTestFinished(remove)
  const [refused, passed] = await Promise.all([wrong, right].map(({ run }) => run('scripts/check.ts', 'lint')))
  expect(refused!.output).toContain(`Type 'string' is not assignable to type 'number'`)
  expect(refused!.output).toContain('check: lint and types failed')
  expect(refused!.code).toBe(1)
  expect(passed!.code, passed!.output).toBe(0)
})
