import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('npm run doctor reports the settings that npm start requires in production', async () => {
  const env = {
    PATH: process.env['PATH'],
    ENV_FILE: '/dev/null',
    DATA_DIR: tmpdir(),
    PUBLIC_ORIGIN: 'https://a.example',
  }
  const found = await run(process.execPath, [join(import.meta.dirname, 'doctor.ts')], { env }).catch(
    (error: { code: number; stdout: string }) => error,
  )
  expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('SMTP_URL: is required in production') })
})
