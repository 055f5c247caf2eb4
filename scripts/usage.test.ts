import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test.concurrent.each([
  ['start', 'npm start\n'],
  ['dev', 'npm run dev\n'],
  ['doctor', 'npm run doctor\n'],
])('--help of %s prints its usage and does nothing else', async (name, line) => {
  // A missing settings file would stop each script that does not exit after the help.
  const env = { ...process.env, ENV_FILE: '/nowhere/.env' }
  const script = join(import.meta.dirname, `${name}.ts`)
  const { stdout, stderr } = await run(process.execPath, [script, '--help'], { env })
  expect(stdout).toContain(line)
  expect(stdout + stderr).not.toContain('ENV_FILE: ')
})

test.concurrent.each([
  'start',
  'dev',
  'build',
  'doctor',
  'topology',
  'env-example',
  'supply-chain/notices',
  'supply-chain/audit',
  'check/errors-page',
])('%s rejects an unknown argument with its usage, and does nothing else', async (name) => {
  const script = join(import.meta.dirname, `${name}.ts`)
  const { code, stdout, stderr } = await fails(run(process.execPath, [script, 'foo']))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^Unexpected argument 'foo'\.\n\n[^]*npm (run |start)/)
})

test('arguments are parsed by position, and others are rejected', async () => {
  const code = `import { readArguments } from ${JSON.stringify(join(import.meta.dirname, 'usage.ts'))}
    console.log(JSON.stringify(readArguments('the usage', [50, ['all', 'one'], 10])))`
  const read = (...given: string[]) => run(process.execPath, ['--input-type=module', '-e', code, '--', ...given])
  expect((await read()).stdout).toBe('[50,"all",10]\n')
  expect((await read('7', 'one', '0.5')).stdout).toBe('[7,"one",0.5]\n')
  for (const [given, error] of [
    [['x'], "'x' is not a number."],
    [['7', 'two'], "Unknown value 'two'; use one of: all, one."],
    [['7', 'one', '1', 'more'], "Unexpected argument 'more'."],
    [['--loud'], "Unknown option '--loud'."],
  ] as const)
    expect(await fails(read(...given))).toMatchObject({ code: 2, stdout: '', stderr: `${error}\n\nthe usage\n` })
})

/** Returns the result of a command that fails. */
const fails = (command: Promise<unknown>) =>
  command.then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
