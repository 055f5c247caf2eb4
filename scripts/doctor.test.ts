import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const source = join(import.meta.dirname, 'doctor.ts')

async function examine(script: string, settings: Record<string, string> = {}) {
  const env = {
    PATH: process.env['PATH'],
    ENV_FILE: '/dev/null',
    DATA_DIR: tmpdir(),
    PUBLIC_ORIGIN: 'https://a.example',
    ...settings,
  }
  return run(process.execPath, [script], { env }).catch((error: { code: number; stdout: string }) => error)
}

const refusal = { code: 1, stdout: expect.stringContaining('SMTP_URL: is required in production') }

test('npm run doctor reports the settings that npm start requires in production', async () => {
  expect(await examine(source)).toMatchObject(refusal)
})

test('the built doctor reports them, too, unless NODE_ENV has another value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const built = join(folder, 'doctor.js')
  await writeFile(built, `import(${JSON.stringify(pathToFileURL(source).href)})`)
  expect(await examine(built)).toMatchObject(refusal)
  // An invalid setting ends the examination before it connects to anything.
  const { stdout } = await examine(built, { NODE_ENV: 'development', LLM_MODEL: 'x' })
  expect(stdout).toContain('LLM_PROVIDER: must be set')
  expect(stdout).not.toContain('SMTP_URL')
})
