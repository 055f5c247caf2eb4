import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createBackupKey } from '#platform/backup/encryption.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { examine } from './doctor.ts'

const noRecords = {
  resolveTxt: async () => {
    throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
  },
}
const here = { DATA_DIR: tmpdir() }

async function check(environment: Record<string, string>, now?: () => Date) {
  const { findings, text, exitCode } = await examine({
    environment: { ...here, ...environment },
    resolver: noRecords,
    ...(now ? { now } : {}),
  })
  return { byName: Object.fromEntries(findings.map((finding) => [finding.name, finding])), findings, text, exitCode }
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function mailServer(): Promise<number> {
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'swade' }) : done(new Error('Invalid username or password')),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return (server.server.address() as AddressInfo).port
}

test('an installation without settings has no problem, and the text lists what is skipped', async () => {
  const { text, exitCode, byName } = await check({})
  expect(exitCode).toBe(0)
  expect(byName['Disk']?.state).not.toBe('skipped')
  expect(text).toMatch(
    /✓ Configuration\s+valid \(not production\)\. In use for testing: local outbox \(no SMTP_URL\), test checkout/,
  )
  expect(text).toMatch(/– Mail server\s+not configured/)
  expect(text).toMatch(/\n0 problems, \d warnings?\n$/)
})

test('services for testing are listed only while they are in use', async () => {
  const configured = async (key: string) => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_x' }
    return (await check(settings)).byName['Configuration']?.message
  }
  expect(await configured('sk_live_x')).toBe('valid (not production)')
  expect(await configured('sk_test_x')).toBe(
    'valid (not production). In use for testing: Stripe test mode (STRIPE_SECRET_KEY is a test key)',
  )
})

test('every invalid setting is reported by name', async () => {
  const { findings, exitCode } = await check({ PORT: 'eighty', SENTRY_DSN: 'x' })
  expect(exitCode).toBe(1)
  expect(findings.map(({ message }) => message.split(':')[0])).toEqual(['PORT', 'SENTRY_DSN'])
})

test('the mail server is checked with the configured credentials', async () => {
  const port = await mailServer()
  const stateWith = async (url: string) => (await check({ SMTP_URL: url })).byName['Mail server']
  expect(await stateWith(`smtp://swade:right@127.0.0.1:${port}`)).toMatchObject({ state: 'ok' })
  const wrong = await stateWith(`smtp://swade:canary@127.0.0.1:${port}`)
  expect(wrong).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('refused the username or password'),
    remedy: expect.stringContaining('SMTP_URL'),
  })
  expect(JSON.stringify(wrong)).not.toContain('canary')
  expect(await stateWith('smtp://127.0.0.1:1')).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('failed: connection refused'),
  })
  expect(await stateWith(`smtps://127.0.0.1:${port}`)).toMatchObject({ state: 'problem' })
})

test('the database and the clock are checked', async () => {
  const DATABASE_URL = process.env['TEST_DATABASE_URL']!
  const { byName } = await check({ DATABASE_URL })
  expect(byName['Database']).toMatchObject({ state: 'ok', message: expect.stringMatching(/^PostgreSQL \d+/) })
  expect(byName['Clock']?.state).toBe('ok')
  const ahead = await check({ DATABASE_URL }, () => new Date(Date.now() + 3_600_000))
  expect(ahead.byName['Clock']).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(/^36\d\d seconds ahead of the database/),
  })
  const gone = await check({ DATABASE_URL: 'postgres://swade:canary@127.0.0.1:1/swade' })
  expect(gone.byName['Database']).toMatchObject({ state: 'problem' })
  expect(gone.text).not.toContain('canary')
})

test('the card webhook must exist, be enabled and have all events', async () => {
  let status = 200
  let endpoints: object[] = []
  const api = await listen((_request, response) => {
    const body = status === 200 ? { object: 'list', data: endpoints } : { error: { message: 'refused' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const found = async () =>
    (
      await check({
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        STRIPE_API_BASE: api,
        PUBLIC_ORIGIN: api,
      })
    ).byName['Card webhook']
  const url = `${api}/api/webhooks/stripe`
  expect(await found()).toMatchObject({ state: 'problem', remedy: expect.stringContaining('refund.failed') })
  endpoints = [{ url, status: 'enabled', enabled_events: ['*'] }]
  expect(await found()).toMatchObject({ state: 'ok' })
  endpoints = [{ url, status: 'disabled', enabled_events: ['*'] }]
  expect(await found()).toMatchObject({ state: 'problem', message: expect.stringContaining('disabled') })
  endpoints = [{ url, status: 'enabled', enabled_events: ['charge.refunded'] }]
  expect(await found()).toMatchObject({ message: expect.stringContaining('checkout.session.completed') })
  status = 401
  expect(await found()).toMatchObject({ state: 'problem', message: expect.stringContaining('STRIPE_SECRET_KEY') })
  status = 403
  expect(await found()).toMatchObject({ state: 'warning' })
})

test('a public address that leads elsewhere or nowhere is a warning', async () => {
  const origin = await listen((_request, response) => response.writeHead(502).end())
  expect((await check({ PUBLIC_ORIGIN: origin })).byName['Public address']).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('502'),
  })
  expect((await check({ PUBLIC_ORIGIN: 'http://127.0.0.1:1' })).byName['Public address']).toMatchObject({
    state: 'warning',
  })
})

test('the bucket is listed and read with the configured key, and errors do not contain the secret', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.stop())
  const found = async (change: Record<string, string> = {}) =>
    (await check({ ...server.environment, ...change })).byName['Object storage']
  expect((await check({})).byName['Object storage']).toMatchObject({ state: 'skipped' })
  expect(await found()).toEqual({
    name: 'Object storage',
    state: 'ok',
    message: 'bucket swade can be listed and read',
    remedy: '',
  })
  expect(server.requests().filter((line) => !line.startsWith('GET '))).toEqual([])
  const wrong = await found({ S3_SECRET_ACCESS_KEY: 'canary-secret' })
  expect(wrong).toMatchObject({ state: 'problem', message: expect.stringContaining('S3_SECRET_ACCESS_KEY') })
  expect(JSON.stringify(wrong)).not.toContain('canary')
  expect(await found({ S3_BUCKET: 'another' })).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('“another” does not exist'),
  })
  server.fail({ kind: 'refuse', status: 403, code: 'AccessDenied' })
  expect(await found()).toMatchObject({ state: 'problem', message: expect.stringContaining('list, read, write') })
  expect(await found({ S3_ENDPOINT: 'http://127.0.0.1:1' })).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(
      /does not respond \(ECONNREFUSED\)\. Check S3_ENDPOINT, the network and the server\.$/,
    ),
  })
})

test('the .env file of the project is read, and an unreadable one is a problem', async () => {
  const root = await mkdtemp(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, '.env'), 'PORT=eighty\n')
  const messages = async (environment: Record<string, string>) =>
    (await examine({ environment, root, resolver: noRecords })).findings.map(({ message }) => message)
  expect(await messages({ ...here })).toEqual([expect.stringMatching(/^PORT: /)])
  expect(await messages({ ...here, ENV_FILE: 'missing.env' })).toEqual([expect.stringMatching(/^ENV_FILE: .*ENOENT/)])
})

test('a data folder that is a file, or cannot be created, is a problem', async () => {
  const file = import.meta.filename
  const found = async (DATA_DIR: string) => (await check({ DATA_DIR })).byName['Disk']
  expect(await found(file)).toEqual({
    name: 'Disk',
    state: 'problem',
    message: `DATA_DIR ${file} is a file`,
    remedy: 'Set it to a folder.',
  })
  expect(await found(join(file, 'data'))).toMatchObject({
    state: 'problem',
    message: `DATA_DIR ${join(file, 'data')} cannot be created: ${file} is a file`,
  })
})

test('a backup folder that cannot be created is a problem; without one, the place of the backups is named', async () => {
  const file = import.meta.filename
  const found = async (settings: Record<string, string>) => (await check(settings)).byName['Backup folder']
  expect(await found({ BACKUP_DIR: file })).toEqual({
    name: 'Backup folder',
    state: 'problem',
    message: `BACKUP_DIR ${file} is a file`,
    remedy: 'Set it to a folder.',
  })
  const wanted = join(tmpdir(), 'no-such-folder', 'backups')
  expect(await found({ BACKUP_DIR: wanted })).toMatchObject({ state: 'ok', message: `${wanted} can be written` })
  expect(existsSync(wanted)).toBe(false)
  expect(await found({})).toMatchObject({ state: 'skipped', message: expect.stringContaining('BACKUP_RECIPIENTS') })
  const { recipient } = await createBackupKey()
  expect(await found({ BACKUP_RECIPIENTS: recipient })).toMatchObject({
    state: 'skipped',
    message: expect.stringContaining('backups are in DATA_DIR;'),
  })
})
