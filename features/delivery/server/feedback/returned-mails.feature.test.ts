import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReturnedMailListItem, ReturnedMailList } from '#features/delivery/contract.ts'
import type { PersonExport } from '#features/subscribers/contract.ts'
import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { addSentIssue, addSubscriber } from '#tests/support/sent-issues.ts'
import { createTrackedSite, type TrackedSite } from '../engagement/test-tracked-site.ts'
import { complaint, deliveryStatus } from './test-reports.ts'

const secret = 'a-secret-of-some-length'
const sentAt = new Date('2026-11-27T14:00:00Z')
let now = new Date('2026-11-27T15:00:00Z')
let site: TrackedSite['site']
let addresses: TrackedSite['addresses']
let admin: TrackedSite['admin']

beforeAll(async () => {
  ;({ site, addresses, admin } = await createTrackedSite({
    environment: { NEWSLETTER_BOUNCE_SECRET: secret },
    clock: { now: () => now },
  }))
})
afterAll(() => site?.close())

async function post(mail: string) {
  const reply = await site.app.inject({
    method: 'POST',
    url: '/api/newsletter/bounces',
    payload: mail,
    headers: { 'authorization': `Bearer ${secret}`, 'content-type': 'message/rfc822' },
  })
  return reply.json<{ outcome: string; listed: boolean }>()
}

async function newDelivery() {
  const person = await addSubscriber(site.database)
  const { issue, deliveries } = await addSentIssue(site.database, { to: [person], sentAt, title: 'An issue' })
  return { person, issue, delivery: deliveries[0]!, envelope: addresses.bounce(deliveries[0]!.id) }
}

const list = (page = 1) => admin.read<ReturnedMailList>(`returned-mails?page=${page}`)
const linesOf = async (email: string): Promise<ReturnedMailListItem[]> =>
  (await list()).items.filter((line) => line.email === email)
const settle = async (id: string, headers = admin.headers) =>
  site.app.inject({
    method: 'POST',
    url: `/api/newsletter/admin/returned-mails/${id}/settle`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: '{}',
  })
const written = (to: string, subject: string, body: string, from = 'Bob <bob@elsewhere.example>') =>
  `From: ${from}\r\nTo: <${to}>\r\nSubject: ${subject}\r\n\r\n${body}`

test('a returned email that is not understood is listed with its next step and changes nothing', async () => {
  for (const [mail, words] of [
    [
      (to: string) => written(to, 'Re: An issue', 'Please send it to my new address.'),
      /Reply to Bob <bob@elsewhere\.example>\. If/,
    ],
    [
      (to: string) => deliveryStatus({ to, recipient: 'other@elsewhere.example', action: 'failed', status: '5.1.1' }),
      /about other@elsewhere\.example/,
    ],
    [
      (to: string) => complaint({ envelope: to, recipient: 'other@elsewhere.example' }),
      /marked this email as spam at other@elsewhere\.example/,
    ],
    [
      (to: string) =>
        written(
          to,
          'AWS Notification Message',
          `{"notificationType":"Complaint","mail":{"source":"${to}"}}`,
          'no-reply@sns.example',
        ),
      /notification could not be read/,
    ],
    [(to: string) => `{"event":"dropped","smtp-id":"1","from":"${to}"}`, /notification could not be read/],
  ] as const) {
    const { person, issue, envelope } = await newDelivery()
    expect(await post(mail(envelope))).toMatchObject({ outcome: 'ignored', listed: true })
    expect(await linesOf(person.email)).toMatchObject([
      {
        subscriber_id: person.id,
        issue_id: issue.id,
        issue_title: 'An issue',
        at: now.toISOString(),
        times: 1,
        what_to_do: expect.stringMatching(words) as string,
      },
    ])
    const { rows } = await site.database.pool.query('SELECT status FROM subscribers WHERE id = $1', [person.id])
    expect(rows).toEqual([{ status: 'subscribed' }])
  }
})

test('only a super admin, who can suppress the subscriber, is told to', async () => {
  const { person, envelope } = await newDelivery()
  await post(complaint({ envelope, recipient: 'other@elsewhere.example' }))
  const stepFor = async (headers: { authorization: string }) => {
    const reply = await site.app.inject({ url: '/api/newsletter/admin/returned-mails', headers })
    return reply.json<ReturnedMailList>().items.find(({ email }) => email === person.email)?.what_to_do
  }
  expect(await stepFor(admin.headers)).toMatch(/as spam, suppress the subscriber\.$/)
  for (const role of ['editor', 'viewer'] as const)
    expect(await stepFor(await editorHeaders(site, role, new Date('2100-01-01T00:00:00Z')))).toMatch(
      /as spam, ask a super admin to suppress the subscriber\.$/,
    )
})

test('understood emails and emails without a token are not listed', async () => {
  const { person, envelope } = await newDelivery()
  const { total } = await list()
  const forged = envelope.replace(/\+.{8}/, '+00000000')
  for (const mail of [
    `Auto-Submitted: auto-replied\r\n${written(envelope, 'Away', 'I am away until Monday.', person.email)}`,
    deliveryStatus({ to: envelope, recipient: person.email, action: 'delivered', status: '2.0.0' }),
    deliveryStatus({ to: envelope, recipient: person.email, action: 'failed', status: '5.2.2' }),
    complaint({ envelope, recipient: person.email, kind: 'not-spam' }),
    written(forged, 'Hello', 'Nobody knows this mark.'),
    written('bounce@swade.example', 'Hello', 'There is no mark.'),
  ])
    expect(await post(mail)).toMatchObject({ listed: false })
  expect((await list()).total).toBe(total)
})

test('a repeated email is listed once, and one delivery cannot fill the list', async () => {
  const { person, envelope } = await newDelivery()
  for (let times = 0; times < 3; times += 1) await post(written(envelope, 'Again', 'and again'))
  expect(await linesOf(person.email)).toMatchObject([{ subject: 'Again', times: 3 }])
  for (let index = 0; index < 30; index += 1) await post(written(envelope, `Another ${index}`, 'mail'))
  const lines = await linesOf(person.email)
  expect(lines).toHaveLength(20)
  expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(33)
})

test('an editor can mark an email as done, a viewer cannot, and the owner has an action item until then', async () => {
  const { person, envelope } = await newDelivery()
  await post(written(envelope, 'A question', 'Who are you?'))
  const needs = async () =>
    (await site.services.inbox.list()).items.filter(({ key }) => key === 'newsletter-returned:all')
  expect(await needs()).toMatchObject([{ href: '/newsletter-admin?tab=subscribers&view=returned' }])
  const [line] = await linesOf(person.email)
  const far = new Date('2100-01-01T00:00:00Z')
  expect((await settle(line!.id, await editorHeaders(site, 'viewer', far))).statusCode).toBe(403)
  expect((await settle(line!.id, await editorHeaders(site, 'editor', far))).statusCode).toBe(200)
  expect(await linesOf(person.email)).toEqual([])
  for (const id of [line!.id, 'x', '00000000-0000-4000-8000-000000000000'])
    expect((await settle(id)).statusCode).toBe(404)
  for (const { id } of (await list()).items) await settle(id)
  expect([await needs(), (await list()).items]).toEqual([[], []])
  // The email arrives again, so it needs review again.
  await post(written(envelope, 'A question', 'Who are you?'))
  expect(await linesOf(person.email)).toMatchObject([{ times: 2 }])
})

test('a page has fifty entries, and a page past the end is the last one', async () => {
  now = new Date('2026-11-28T15:00:00Z')
  for (let index = 0; index < 52; index += 1) {
    const { envelope } = await newDelivery()
    await post(written(envelope, `Many ${index}`, 'mails'))
  }
  const [first, last] = [await list(1), await list(99)]
  expect([first.items.length, first.page_count, last.page]).toEqual([50, 2, 2])
  expect(last.items.length).toBe(first.total - 50)
})

test('returned emails are part of the person’s data export', async () => {
  const { person, envelope } = await newDelivery()
  await post(written(envelope, 'A question', 'Who are you?'))
  const { issues } = await admin.read<PersonExport>(`subscribers/${person.id}/export`)
  expect(issues[0]?.events).toEqual([
    { at: now.toISOString(), what: 'returned mail: A question', link: '', judged: 'unsure' },
  ])
})

test('returned emails are deleted when the person is erased', async () => {
  const { person, envelope } = await newDelivery()
  await post(written(envelope, `About ${person.email}`, 'I live in Vienna.', person.email))
  const reply = await site.app.inject({
    method: 'DELETE',
    url: `/api/newsletter/admin/subscribers/${person.id}`,
    headers: admin.headers,
  })
  expect(reply.statusCode).toBe(200)
  const { rows } = await site.database.pool.query(
    `SELECT 1 FROM newsletter_returned_mails WHERE subject LIKE '%' || $1`,
    [person.email],
  )
  expect(rows).toEqual([])
  expect(await post(written(envelope, 'Too late', 'for the list'))).toMatchObject({ outcome: 'ignored', listed: false })
})
