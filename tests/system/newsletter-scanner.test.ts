import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueReport, SubscriberLine } from '#features/newsletter/desk.ts'
import { issues } from '#features/newsletter/server/issues/tables.ts'
import { issueContent } from '#features/newsletter/server/sending/test-issues.ts'
import { addSubscriber } from '#features/newsletter/server/tracking/test-copies.ts'
import { prepareData } from '../support/prepared-data.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { type Site, startSite } from '../support/site.ts'

const [email, password] = ['reader@desk.example', 'a long enough password']
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const readers = 6
let site: Site
let relay: Relay
let data: Awaited<ReturnType<typeof prepareData>>
let issueId: string

beforeAll(async () => {
  relay = await startRelay()
  data = await prepareData(async (database) => {
    for (let count = 0; count < readers; count++) await addSubscriber(database)
    const now = new Date()
    const [issue] = await database.db
      .insert(issues)
      .values({
        slug: 'a-letter',
        title: 'A letter',
        status: 'scheduled',
        content: issueContent(400),
        check: { at: now.toISOString(), version: 1, htmlBytes: 1000, problems: [] },
        dueAt: new Date(now.getTime() - 1000),
        createdBy: email,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    issueId = issue!.id
  })
  site = await startSite({
    env: {
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      SMTP_URL: relay.url,
      POSTAL_ADDRESS: '1 Sand Street, Plate City',
      NEWSLETTER_DOUBLE_OPT_IN: 'true',
    },
    dataDir: data.dataDir,
  })
})
afterAll(async () => {
  await site?.stop()
  await relay?.stop()
  data?.remove()
})

async function ask<Reply>(path: string): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${site.origin}/api/newsletter/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const reply = await fetch(`${site.origin}/api/newsletter/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
  return reply.json() as Promise<Reply>
}

/** Every address in a mail that leads to this site: pictures, links, headers, plain text. */
async function addressesIn(raw: string): Promise<string[]> {
  const mail = await PostalMime.parse(raw)
  const text = [mail.html, mail.text, ...mail.headers.map(({ value }) => value)].join('\n').replaceAll('&amp;', '&')
  return [...new Set(text.match(/https?:\/\/[^\s"'<>)]+/g))].filter((address) => new URL(address).origin === new URL(own).origin)
}

// Without a public origin, mails name the machine as it names itself.
let own = ''

async function scan(method: 'GET' | 'HEAD', userAgent: string) {
  for (const { raw } of relay.received)
    await Promise.all(
      (await addressesIn(raw)).map((address) => {
        const { pathname, search } = new URL(address)
        return fetch(site.origin + pathname + search, { method, headers: { 'user-agent': userAgent }, redirect: 'manual' }).then((reply) =>
          reply.arrayBuffer(),
        )
      }),
    )
}

test('a scanner that opens every mail and follows every link unsubscribes nobody, confirms nobody and is nobody', async () => {
  await fetch(`${site.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'waiting@example.com', first_name: '', last_name: '' }),
  })
  await expect.poll(() => relay.received.length, { timeout: 30_000 }).toBe(readers + 1)
  own = `http://localhost:${new URL(site.origin).port}`
  const found = (await Promise.all(relay.received.map(({ raw }) => addressesIn(raw)))).flat()
  for (const kind of [
    '/t/o/',
    '/t/c/',
    '/newsletter/unsubscribe/',
    '/newsletter/preferences/',
    '/newsletter/confirm/',
    '/api/newsletter/unsubscribe/',
  ])
    expect([kind, found.some((address) => address.includes(kind))]).toEqual([kind, true])

  await scan('HEAD', chrome)
  await scan('GET', chrome)
  await scan('GET', 'curl/8')
  // And once more when nobody could tell it from a person by the time alone.
  const sentAt = Date.now()
  await expect.poll(() => Date.now() - sentAt, { timeout: 20_000, interval: 500 }).toBeGreaterThan(11_000)
  await scan('GET', chrome)

  await expect.poll(async () => (await ask<IssueReport>(`newsletters/${issueId}/report`)).opens.machine, { timeout: 15_000 }).toBe(readers)
  const report = await ask<IssueReport>(`newsletters/${issueId}/report`)
  expect(report).toMatchObject({ delivered: readers, left: 0, opens: { human: 0 }, clicks: { human: 0 }, open_rate: 0, click_rate: 0 })
  const { items } = await ask<{ items: SubscriberLine[] }>('subscribers')
  expect(items.map(({ status }) => status).toSorted()).toEqual(['pending', ...Array<string>(readers).fill('subscribed')])
}, 180_000)
