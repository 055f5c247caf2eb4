import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { hashValue } from '#platform/secrets.ts'
import type { IssueReport } from '#features/delivery/contract.ts'
import { buildTestSite } from '#tests/support/test-site.ts'
import { computedMs } from '#tests/support/computed-time.ts'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { createTrackedSite, type TrackedSite } from '../engagement/test-tracked-site.ts'
import { complaint, deliveryStatus } from './test-reports.ts'

const secret = 'a-secret-of-some-length'
const sentAt = new Date('2026-11-27T14:00:00Z')
let site: TrackedSite['site']
let addresses: TrackedSite['addresses']
let admin: TrackedSite['admin']

beforeAll(async () => {
  ;({ site, addresses, admin } = await createTrackedSite({ environment: { NEWSLETTER_BOUNCE_SECRET: secret } }))
})
afterAll(() => site?.close())

async function post(
  mail: string | Buffer,
  { to = '', authorization = `Bearer ${secret}`, type = 'message/rfc822' } = {},
) {
  const url = `/api/newsletter/bounces${to && `?to=${encodeURIComponent(to)}`}`
  const reply = await site.app.inject({
    method: 'POST',
    url,
    payload: mail,
    headers: { authorization, 'content-type': type },
  })
  return { status: reply.statusCode, outcome: reply.json<{ outcome?: string }>().outcome }
}

let sentCount = 0

/** Creates a delivery of a new issue, later than all issues before it. */
async function deliveryTo(subscriber?: Awaited<ReturnType<typeof addSubscriber>>, daysLater = 0) {
  const person = subscriber ?? (await addSubscriber(site.database))
  const at = new Date(sentAt.getTime() + daysLater * 86_400_000 + (sentCount += 1))
  const { issue, deliveries } = await addSentIssue(site.database, { to: [person], sentAt: at })
  return { person, issue, delivery: deliveries[0]!, envelope: addresses.bounce(deliveries[0]!.id) }
}

async function statusOf(email: string) {
  const { rows } = await site.database.pool.query('SELECT status, soft_bounces FROM subscribers WHERE email = $1', [
    email,
  ])
  return rows[0]
}

async function suppressionOf(email: string) {
  const { rows } = await site.database.pool.query('SELECT reason FROM suppressions WHERE email_hash = $1', [
    hashValue(email),
  ])
  return rows[0]?.reason
}

test('an unknown mailbox is suppressed and the delivery counts as bounced', async () => {
  const { person, issue, envelope } = await deliveryTo()
  const report = deliveryStatus({
    to: envelope,
    recipient: person.email,
    action: 'failed',
    status: '5.1.1',
    diagnostic: '550 5.1.1 User unknown',
  })
  expect(await post(report)).toEqual({ status: 200, outcome: 'suppressed' })
  expect(await statusOf(person.email)).toMatchObject({ status: 'suppressed' })
  expect(await suppressionOf(person.email)).toBe('bounce')
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({
    delivered: 0,
    bounced: 1,
    open_rate: 0,
  })
  expect(await post(report)).toEqual({ status: 200, outcome: 'known' })
})

const full = { action: 'failed', status: '5.1.1', diagnostic: '552 5.2.2 mailbox full' }

test('temporary bounces suppress after three issues in a row over two weeks, each issue counting once', async () => {
  const person = await addSubscriber(site.database)
  for (const [week, outcome] of ['counted', 'counted', 'suppressed'].entries()) {
    const { envelope } = await deliveryTo(person, week * 7)
    const report = deliveryStatus({ ...full, to: envelope, recipient: person.email })
    expect([week, (await post(report)).outcome]).toEqual([week, outcome])
    if (outcome === 'counted') expect((await post(report)).outcome).toBe('known')
  }
})

test('a mailbox that is full for a week is not suppressed', async () => {
  const person = await addSubscriber(site.database)
  for (let day = 0; day < 7; day += 1) {
    const { envelope } = await deliveryTo(person, day)
    expect((await post(deliveryStatus({ ...full, to: envelope, recipient: person.email }))).outcome).toBe('counted')
  }
  expect(await statusOf(person.email)).toEqual({ status: 'subscribed', soft_bounces: 7 })
})

test('blocks never suppress anyone and do not interrupt a series of bounces', async () => {
  const person = await addSubscriber(site.database)
  for (const [week, diagnostic] of [
    '550 5.1.0 192.0.2.222 is not allowed to send from <swade.example> per its SPF Record',
    '553 http://www.spamhaus.org/query/bl?ip=192.0.2.222',
    '550 5.7.1 blocked using a blocklist',
    '550 5.1.1 rejected for policy reasons',
  ].entries()) {
    const { envelope, issue } = await deliveryTo(person, week * 7)
    const report = deliveryStatus({
      to: envelope,
      recipient: person.email,
      action: 'failed',
      status: '5.1.1',
      diagnostic,
    })
    expect([diagnostic, (await post(report)).outcome]).toEqual([diagnostic, 'counted'])
    expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ delivered: 0, bounced: 1 })
  }
  expect(await statusOf(person.email)).toEqual({ status: 'subscribed', soft_bounces: 0 })
  expect(await suppressionOf(person.email)).toBeUndefined()
})

test('a plain-text bounce counts for the delivery of its token', async () => {
  const { person, envelope } = await deliveryTo()
  const bounce = [
    'Return-Path: <>',
    `To: ${envelope}`,
    'From: MAILER-DAEMON@relay.example',
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at relay.example.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    '',
    `<${person.email}>:`,
    '192.0.2.1 does not like recipient.',
    `Remote host said: 550 5.1.1 <${person.email}>... User Unknown`,
    'Giving up on 192.0.2.1.',
    '',
    '--- Below this line is a copy of the message.',
    '',
    'Subject: An issue',
  ].join('\r\n')
  expect(await post(bounce)).toEqual({ status: 200, outcome: 'suppressed' })
  expect(await statusOf(person.email)).toMatchObject({ status: 'suppressed' })
})

test('a successful delivery restarts the bounce count', async () => {
  const person = await addSubscriber(site.database)
  let week = 0
  for (const isRefused of [true, true, false, true]) {
    const { envelope } = await deliveryTo(person, week * 7)
    if (isRefused)
      await post(deliveryStatus({ to: envelope, recipient: person.email, action: 'failed', status: '5.2.2' }))
    week += 1
  }
  expect(await statusOf(person.email)).toMatchObject({ status: 'subscribed' })
})

test('a delayed delivery is only counted', async () => {
  const { person, issue, envelope } = await deliveryTo()
  expect(
    (await post(deliveryStatus({ to: envelope, recipient: person.email, action: 'delayed', status: '4.2.2' }))).outcome,
  ).toBe('counted')
  expect(
    (await post(deliveryStatus({ to: envelope, recipient: person.email, action: 'delayed', status: '4.2.2' }))).outcome,
  ).toBe('known')
  expect(await statusOf(person.email)).toEqual({ status: 'subscribed', soft_bounces: 1 })
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ delivered: 1, bounced: 0 })
  await post(deliveryStatus({ to: envelope, recipient: person.email, action: 'failed', status: '4.4.7' }))
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ delivered: 0, bounced: 1 })
  expect(await statusOf(person.email)).toEqual({ status: 'subscribed', soft_bounces: 1 })
})

test('a complaint suppresses with or without the address in it, a not-spam report does not', async () => {
  for (const recipient of ['same', '', 'redacted']) {
    const { person, issue, envelope } = await deliveryTo()
    const about = recipient === 'same' ? person.email : recipient
    expect((await post(complaint({ envelope, recipient: about, kind: 'not-spam' }))).outcome).toBe('ignored')
    expect((await post(complaint({ envelope, recipient: about }))).outcome).toBe('suppressed')
    expect(await statusOf(person.email)).toMatchObject({ status: 'suppressed' })
    expect(await suppressionOf(person.email)).toBe('complaint')
    expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({
      delivered: 1,
      complained: 1,
    })
  }
})

test('a complaint replaces an admin’s suppression and cannot be released', async () => {
  const { person, envelope } = await deliveryTo()
  const act = (verb: string) =>
    site.app.inject({
      method: 'POST',
      url: `/api/newsletter/admin/subscribers/${person.id}/${verb}`,
      headers: { ...admin.headers, 'content-type': 'application/json' },
      payload: '{}',
    })
  expect((await act('suppress')).statusCode).toBe(200)
  expect(await suppressionOf(person.email)).toBe('by-admin')
  await post(complaint({ envelope, recipient: person.email }))
  expect(await suppressionOf(person.email)).toBe('complaint')
  expect((await act('release')).statusCode).toBe(409)
})

test('a complaint replaces an imported suppression', async () => {
  const { person, envelope } = await deliveryTo()
  const { pool } = site.database
  await pool.query(
    `INSERT INTO suppressions (email_hash, reason, is_imported, at) VALUES ($1, 'complaint', true, now())`,
    [hashValue(person.email)],
  )
  expect((await post(complaint({ envelope, recipient: person.email }))).outcome).toBe('suppressed')
  const { rows } = await pool.query('SELECT reason, is_imported FROM suppressions WHERE email_hash = $1', [
    hashValue(person.email),
  ])
  expect(rows).toEqual([{ reason: 'complaint', is_imported: false }])
})

test('after a release, feedback of earlier issues does not count', async () => {
  const { person, envelope } = await deliveryTo()
  const gone = (to: string) => deliveryStatus({ to, recipient: person.email, action: 'failed', status: '5.1.1' })
  expect((await post(gone(envelope))).outcome).toBe('suppressed')
  const other = await deliveryTo(person)
  await site.database.pool.query(
    `INSERT INTO subscriber_events (subscriber_id, kind, at) VALUES ($1, 'released', $2)`,
    [person.id, new Date(sentAt.getTime() + 3_600_000)],
  )
  await site.database.pool.query('DELETE FROM suppressions WHERE email_hash = $1', [hashValue(person.email)])
  await site.database.pool.query(`UPDATE subscribers SET status = 'subscribed' WHERE id = $1`, [person.id])
  expect((await post(gone(envelope))).outcome).toBe('known')
  expect((await post(gone(other.envelope))).outcome).toBe('counted')
  expect(await statusOf(person.email)).toMatchObject({ status: 'subscribed' })
  const later = await deliveryTo(person, 7)
  expect((await post(gone(later.envelope))).outcome).toBe('suppressed')
})

test('the recipient may be given by the mailbox, in any case', async () => {
  const { person, envelope } = await deliveryTo()
  const report = deliveryStatus({
    to: 'postmaster@swade.example',
    recipient: person.email.toUpperCase(),
    action: 'Failed',
    status: '5.1.1',
  })
  expect((await post(report)).outcome).toBe('ignored')
  expect((await post(report, { to: envelope.toUpperCase() })).outcome).toBe('suppressed')
})

test('an email to the unsubscribe address unsubscribes, any other reply does not', async () => {
  const { person, issue, envelope } = await deliveryTo()
  const words = (subject: string) => `From: ${person.email}\r\nTo: <${envelope}>\r\nSubject: ${subject}\r\n\r\n`
  for (const subject of ['Automatic reply: unsubscribe', 'Re: An issue', ''])
    expect((await post(words(subject))).outcome).toBe('ignored')
  expect((await post(words('unsubscribe'))).outcome).toBe('unsubscribed')
  expect((await post(words('unsubscribe'))).outcome).toBe('known')
  expect(await statusOf(person.email)).toMatchObject({ status: 'unsubscribed' })
  expect(await admin.read<IssueReport>(`newsletters/${issue.id}/report`)).toMatchObject({ delivered: 1, left: 1 })
})

test('reports with a forged token or about another address change nothing', async () => {
  const [mine, yours] = [await deliveryTo(), await deliveryTo()]
  const forged = `bounce+${yours.delivery.id.replaceAll('-', '')}${'0'.repeat(16)}@swade.example`
  for (const [to, recipient] of [
    [forged, yours.person.email],
    ['bounce@swade.example', yours.person.email],
    [mine.envelope, yours.person.email],
    [mine.envelope.replace(/\+./, (start) => (start === '+0' ? '+1' : '+0')), mine.person.email],
  ])
    expect(
      (await post(deliveryStatus({ to: to!, recipient: recipient!, action: 'failed', status: '5.1.1' }))).outcome,
    ).toBe('ignored')
  expect((await post(complaint({ envelope: mine.envelope, recipient: yours.person.email }))).outcome).toBe('ignored')
  for (const { person } of [mine, yours]) expect(await statusOf(person.email)).toMatchObject({ status: 'subscribed' })
})

test('posting requires the secret, and is off without one', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${secret}`, `Bearer ${secret}x`])
    expect((await post('x', { authorization })).status).toBe(401)
  const closed = await buildTestSite()
  const reply = await closed.app.inject({
    method: 'POST',
    url: '/api/newsletter/bounces',
    payload: 'x',
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(reply.statusCode).toBe(404)
  await closed.close()
})

test('garbage of any content type is accepted and ignored', async () => {
  const { person, envelope } = await deliveryTo()
  const real = deliveryStatus({ to: envelope, recipient: person.email, action: 'failed', status: '5.1.1' })
  for (const mail of [
    '\0\0\0',
    'hello',
    '{}',
    '\r\n\r\n',
    'Content-Type: multipart/report; boundary=\r\n\r\n--',
    real.slice(0, 200),
    `To: ${envelope}\r\n\r\nI am away until Monday.`,
  ])
    expect(await post(mail)).toEqual({ status: 200, outcome: 'ignored' })
  for (const type of ['text/plain', 'application/json', 'application/octet-stream', 'multipart/form-data; boundary=x'])
    expect(await post('garbage', { type })).toEqual({ status: 200, outcome: 'ignored' })
  await fc.assert(
    fc.asyncProperty(fc.nat(real.length), fc.uint8Array({ maxLength: 40 }), async (at, bytes) => {
      const mail = Buffer.concat([Buffer.from(real.slice(0, at)), bytes, Buffer.from(real.slice(at + bytes.length))])
      expect((await post(mail)).status).toBe(200)
    }),
    { numRuns: 60 },
  )
  expect((await post(Buffer.alloc(1024 * 1024 + 1, 'x'))).status).toBe(413)
})

test('deeply nested and very many parts are parsed in bounded time', async () => {
  const nested = Array.from(
    { length: 2000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  ).join('')
  const many = `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; x@y.example\r\nAction: failed\r\nStatus: 5.1.1\r\n'.repeat(8000)}`
  const began = computedMs()
  for (const mail of [nested, many.slice(0, 1_000_000), `${'X-A: b\r\n'.repeat(120_000)}\r\n`])
    expect((await post(mail)).status).toBe(200)
  expect(computedMs() - began).toBeLessThan(15_000)
})
