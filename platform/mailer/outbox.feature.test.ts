import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createSecretBox } from '#platform/secret-box.ts'
import type { Mail } from './mail.ts'
import { startOutbox } from './outbox.ts'
import { sealMail } from './stored-mail.ts'
import { MailRejectedError } from './mail-rejected-error.ts'
import { createTransport, type Transport } from './transport.ts'

const log = { warn: () => undefined, error: () => undefined }
/** Timers fire only when a test advances the clock. */
const tickMs = 24 * 60 * 60_000
const mail: Mail = { to: 'a@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
let database: Database
const box = createSecretBox(async () => Buffer.alloc(32, 3))

beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: resolve(import.meta.dirname, '../../db/migrations') })
})
beforeEach(() => database.pool.query('truncate mail_outbox'))
afterAll(() => database.close())

/** A mail server with scripted replies. */
function relay(
  ...acts: ('takes' | 'dies before the body' | 'dies in the body' | 'says 451' | 'says 550')[]
): Transport & { sentMails: string[] } {
  const sentMails: string[] = []
  return {
    kind: 'smtp',
    sentMails,
    async send(id, _mail, onData) {
      const act = acts.shift() ?? 'takes'
      if (act === 'dies before the body')
        throw new MailRejectedError('ESOCKET: connection to 10.0.0.1 port 587 closed', {
          answered: false,
          permanent: false,
          isAboutMail: false,
        })
      await onData()
      if (act === 'dies in the body')
        throw new MailRejectedError('ESOCKET: connection to 10.0.0.1 port 587 closed', {
          answered: false,
          permanent: false,
          isAboutMail: false,
        })
      if (act === 'says 451')
        throw new MailRejectedError('EMESSAGE: 451 try again', { answered: true, permanent: false, isAboutMail: true })
      if (act === 'says 550')
        throw new MailRejectedError('EENVELOPE: 550 no such user', {
          answered: true,
          permanent: true,
          isAboutMail: true,
        })
      sentMails.push(id)
      return { response: '250 ok' }
    },
    close: () => undefined,
  }
}

const open = (transport: Transport, options: { now?: () => Date; abandonedMs?: number } = {}) =>
  startOutbox({
    db: database.db,
    transport,
    box,
    clock: options.now ? { now: options.now } : systemClock,
    log,
    tickMs,
    ...(options.abandonedMs === undefined ? {} : { abandonedMs: options.abandonedMs }),
  })

const states = async () =>
  (
    await database.pool.query<{ state: string; attempts: number }>(
      'select state, attempts from mail_outbox order by created_at',
    )
  ).rows

test('one idempotency key is one mail, which is sent once', async () => {
  const transport = relay()
  const outbox = open(transport)
  for (let index = 0; index < 3; index += 1) await outbox.enqueue(database.db, 'welcome:1', mail)
  await outbox.drain()
  await outbox.drain()
  await outbox.stop()
  expect(await states()).toEqual([{ state: 'sent', attempts: 1 }])
  expect(transport.sentMails).toHaveLength(1)
})

test('a mail without a notification is sent at the next interval', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const left = Promise.withResolvers<void>()
  const transport = relay()
  const outbox = open({ ...transport, send: (...args) => transport.send(...args).finally(left.resolve) })
  await outbox.drain()
  await outbox.enqueue(database.db, 'quiet:1', mail)
  vi.advanceTimersByTime(tickMs)
  await left.promise
  await outbox.stop()
  expect(await states()).toEqual([{ state: 'sent', attempts: 1 }])
})

test('a mail whose transaction is rolled back is never sent', async () => {
  const transport = relay()
  const outbox = open(transport)
  await database.db
    .transaction(async (tx) => {
      await outbox.enqueue(tx, 'welcome:2', mail)
      throw new Error('the reason fell through')
    })
    .catch(() => undefined)
  await outbox.drain()
  await outbox.stop()
  expect(await states()).toEqual([])
  expect(transport.sentMails).toEqual([])
})

test('two workers on one table send each mail once', async () => {
  const first = relay()
  const second = relay()
  const outboxes = [open(first), open(second)]
  for (let index = 0; index < 40; index += 1) await outboxes[0]?.enqueue(database.db, `many:${index}`, mail)
  await Promise.all(outboxes.map((outbox) => outbox.drain()))
  await Promise.all(outboxes.map((outbox) => outbox.stop()))
  expect((await states()).filter(({ state }) => state !== 'sent')).toEqual([])
  const all = [...first.sentMails, ...second.sentMails]
  expect(all).toHaveLength(40)
  expect(new Set(all).size).toBe(40)
})

test('a mail is retried if the relay is unavailable or replies 4xx, but not if it replies 5xx', async () => {
  let now = Date.now()
  const transport = relay('dies before the body', 'says 451', 'takes')
  const outbox = open(transport, { now: () => new Date(now) })
  await outbox.enqueue(database.db, 'patient:1', mail)
  for (const [state, attempts, waitMs] of [
    ['queued', 1, 0],
    ['queued', 1, 4_000],
    ['queued', 2, 1_000],
    ['queued', 2, 29_000],
    ['sent', 3, 1_000],
  ] as const) {
    now += waitMs
    await outbox.drain()
    expect(await states(), `${waitMs} ms later`).toEqual([{ state, attempts }])
  }
  await outbox.stop()

  await database.pool.query('truncate mail_outbox')
  const strict = open(relay('says 550'))
  await strict.enqueue(database.db, 'gone:1', mail)
  await strict.drain()
  await strict.stop()
  expect(await states()).toEqual([{ state: 'failed', attempts: 1 }])
})

test('the outcome of a mail stays, even if its body is announced only afterwards', async () => {
  const outcomes = ['says 550', 'says 451', 'takes'] as const
  for (const [at, state] of (['failed', 'queued', 'sent'] as const).entries()) {
    await database.pool.query('truncate mail_outbox')
    const { send, ...others } = relay(outcomes[at]!)
    let announce = async (): Promise<void> => undefined
    const outbox = open({
      ...others,
      // The library reads the body ahead, while the mail server may still reject the recipient.
      send: (id, sent, onData) => {
        announce = onData
        return send(id, sent, async () => undefined)
      },
    })
    await outbox.enqueue(database.db, 'ahead:1', mail)
    await outbox.drain()
    await announce()
    expect(await states()).toEqual([{ state, attempts: 1 }])
    await outbox.stop()
  }
})

test('a connection lost during the body makes the mail uncertain, and it is not sent again', async () => {
  const transport = relay('dies in the body', 'takes')
  const outbox = open(transport)
  await outbox.enqueue(database.db, 'unsure:1', mail)
  await outbox.drain()
  await outbox.drain()
  await outbox.stop()
  expect(await states()).toEqual([{ state: 'uncertain', attempts: 1 }])
  expect(transport.sentMails).toEqual([])
})

test('after a crash, claimed mails are sent, and mails whose body was being sent become uncertain', async () => {
  const dead = '00000000-0000-4000-8000-000000000000'
  await database.pool.query(
    `insert into mail_outbox (dedupe_key, mail, state, claimed_by, claimed_at) values ('crash:1', $1, 'claimed', $2, now() - interval '1 hour'), ('crash:2', $1, 'in_data', $2, now() - interval '1 hour')`,
    [JSON.stringify(mail), dead],
  )
  const transport = relay()
  const outbox = open(transport, { abandonedMs: 60_000 })
  await outbox.drain()
  await outbox.stop()
  const { rows } = await database.pool.query('select dedupe_key, state from mail_outbox order by dedupe_key')
  expect(rows).toEqual([
    { dedupe_key: 'crash:1', state: 'sent' },
    { dedupe_key: 'crash:2', state: 'uncertain' },
  ])
})

test.each([1, -1])('a host whose clock is %i h off takes no mail that another one is sending', async (hours) => {
  const isSending = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const transport = relay()
  const sender = open({
    ...transport,
    async send(...args) {
      isSending.resolve()
      await mayEnd.promise
      return transport.send(...args)
    },
  })
  await sender.enqueue(database.db, 'claimed:1', mail)
  const drained = sender.drain()
  await isSending.promise
  const other = open(transport, { now: () => new Date(Date.now() + hours * 60 * 60_000) })
  await other.drain()
  await other.stop()
  expect(await states()).toEqual([{ state: 'claimed', attempts: 1 }])
  mayEnd.resolve()
  await drained
  await sender.stop()
  expect(transport.sentMails).toHaveLength(1)
})

test.each([1, -1])('a host whose clock is %i h off queues mails with the time of the database', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 60 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const transport = relay('takes', 'says 451')
  const outbox = open(transport)
  await outbox.enqueue(database.db, 'now:1', mail)
  await outbox.drain()
  await outbox.enqueue(database.db, 'later:1', mail, new Date(Date.now() + 60_000))
  await outbox.enqueue(database.db, 'retry:1', mail)
  await outbox.drain()
  await outbox.stop()
  const { rows } = await database.pool.query<{ key: string; state: string; seconds: number }>(
    `select dedupe_key as key, state, extract(epoch from due_at - clock_timestamp())::float8 as seconds
     from mail_outbox where dedupe_key <> 'now:1' order by due_at`,
  )
  expect(rows.map(({ key, state }) => `${key} ${state}`)).toEqual(['retry:1 queued', 'later:1 queued'])
  expect(rows[0]!.seconds, 'five seconds after the first attempt').toBeLessThan(6)
  expect(rows[1]!.seconds).toBeGreaterThan(30)
  expect(rows[1]!.seconds).toBeLessThanOrEqual(60)
  expect(transport.sentMails).toHaveLength(1)
})

test('the table contains no mail text; text that an earlier version stored is encrypted and sent', async () => {
  const secret = { ...mail, html: '<p>canary</p>', text: 'canary', unsubscribeUrl: 'https://example.com/canary' }
  const sent: Mail[] = []
  const away = relay('says 451', 'says 451')
  // Before the outbox starts, which encrypts stored emails once.
  await database.pool.query(`insert into mail_outbox (dedupe_key, mail) values ('earlier:1', $1)`, [
    JSON.stringify(secret),
  ])
  const outbox = open(away)
  await outbox.enqueue(database.db, 'sealed:1', secret)
  await outbox.drain()
  expect((await outbox.list(10)).map((row) => row.mail)).toEqual([secret, secret])
  await outbox.stop()
  const { rows } = await database.pool.query<{ row: string }>('select t::text as row from mail_outbox t')
  expect(rows).toHaveLength(2)
  for (const { row } of rows) {
    expect(row).not.toContain('canary')
    expect(row).toContain('a@example.com')
  }
  await database.pool.query('update mail_outbox set due_at = now()')
  const next = open({
    ...relay(),
    async send(_id, message, onData) {
      sent.push(message)
      await onData()
      return { response: '250 ok' }
    },
  })
  await next.drain()
  await next.stop()
  expect(sent).toEqual([secret, secret])
})

test('a mail encrypted with a lost key fails with a message that says so', async () => {
  const outbox = open(relay())
  const lost = createSecretBox(async () => Buffer.alloc(32, 4))
  await database.pool.query(`insert into mail_outbox (dedupe_key, mail) values ('lost:1', $1)`, [
    JSON.stringify(await sealMail(mail, lost)),
  ])
  await outbox.drain()
  expect((await outbox.list(10)).map((row) => row.mail)).toMatchObject([{ subject: 'Hello', text: '' }])
  await outbox.stop()
  const { rows } = await database.pool.query('select state, response from mail_outbox')
  expect(rows).toEqual([
    { state: 'failed', response: 'the text cannot be decrypted, because the key in the file storage has changed' },
  ])
})

test('a mail whose outcome could not be saved during a database outage is resumed by the same worker', async () => {
  const transport = relay('says 451', 'takes')
  let away = false
  const outbox = open({
    ...transport,
    send: async (id, one, onData) => {
      // The claim is stored; from here on the table is missing until the delivery has failed.
      if (!away) {
        away = true
        await database.pool.query('alter table mail_outbox rename to mail_outbox_away')
      }
      return transport.send(id, one, onData)
    },
  })
  await outbox.enqueue(database.db, 'away:1', mail)
  await outbox.drain()
  await database.pool.query('alter table mail_outbox_away rename to mail_outbox')
  expect(await states()).toEqual([{ state: 'claimed', attempts: 1 }])
  await outbox.drain()
  await outbox.stop()
  expect(await states()).toMatchObject([{ state: 'sent' }])
  expect(transport.sentMails).toHaveLength(1)
})

test('in the local outbox a mail delivered twice is one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swade-outbox-'))
  try {
    const transport = createTransport(
      { from: 'Swade <hello@example.com>', smtpUrl: undefined, dkim: undefined },
      folder,
    )
    for (let index = 0; index < 2; index += 1)
      await transport.send('3f0c0f9e-0000-4000-8000-000000000001', mail, async () => undefined)
    expect(await readdir(folder)).toEqual(['3f0c0f9e-0000-4000-8000-000000000001.eml'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
