import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test.concurrent.each([
  ['start', 'npm start\n'],
  ['dev', 'npm run dev\n'],
  ['doctor', 'npm run doctor\n'],
])('--help of %s prints how to call it and does nothing else', async (name, line) => {
  // A missing settings file would stop each script that does not exit after the help.
  const env = { ...process.env, ENV_FILE: '/nowhere/.env' }
  const script = join(import.meta.dirname, `${name}.ts`)
  const { stdout, stderr } = await run(process.execPath, [script, '--help'], { env })
  expect(stdout).toContain(line)
  expect(stdout + stderr).not.toContain('ENV_FILE: ')
})
