import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssueReport } from '#features/delivery/contract.ts'
import { addIssue, addReaders } from '#features/delivery/server/sending/test-issues.ts'
import { callNewsletterAdmin as ask } from '#tests/support/newsletter-admin.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import type { SubscriberSummary } from '#features/subscribers/contract.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const readers = 6
let site: Site
let relay: Relay
let issueId: string
// Without a public origin, emails use the local address.
let own = ''

beforeAll(async () => {
  relay = await startRelay()
  site = await startSite({
    env: { SMTP_URL: relay.url, POSTAL_ADDRESS: '1 Sand Street, Plate City', NEWSLETTER_DOUBLE_OPT_IN: 'true' },
  })
  own = site.origin.replace('127.0.0.1', 'localhost')
  const pool = openSiteDatabase(site.dataDir)
  await addReaders({ pool }, readers)
  issueId = await addIssue({ pool }, 'An issue', 400)
  await pool.query(`update newsletter_issues set status = 'scheduled', due_at = now() where id = $1`, [issueId])
  await pool.end()
})
afterAll(async () => {
  await site?.stop()
  await relay?.stop()
})

/** All URLs in an email that lead to this site: images, links, headers, plain text. */
async function addressesIn(raw: string): Promise<string[]> {
  const mail = await PostalMime.parse(raw)
  const text = [mail.html, mail.text, ...mail.headers.map(({ value }) => value)].join('\n').replaceAll('&amp;', '&')
  return [...new Set(text.match(/https?:\/\/[^\s"'<>)]+/g))].filter((address) => new URL(address).origin === own)
}

async function scan(method: 'GET' | 'HEAD', userAgent: string) {
  for (const { raw } of relay.received)
    await Promise.all(
      (await addressesIn(raw)).map((address) => {
        const { pathname, search } = new URL(address)
        return fetch(site.origin + pathname + search, {
          method,
          headers: { 'user-agent': userAgent },
          redirect: 'manual',
        }).then((reply) => reply.arrayBuffer())
      }),
    )
}

test('a scanner that follows every link neither unsubscribes, confirms nor counts as human', async () => {
  await fetch(`${site.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'waiting@example.com', first_name: '', last_name: '' }),
  })
  await expect.poll(() => relay.received.length, { timeout: 30_000 }).toBe(readers + 1)
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
  // Once more at a time at which a scanner cannot be distinguished from a person by time alone.
  const database = openSiteDatabase(site.dataDir)
  await database.query(`update newsletter_deliveries set sent_at = sent_at - interval '3 hours'`)
  await database.end()
  await scan('GET', chrome)

  await expect
    .poll(async () => (await ask<IssueReport>(site, `newsletters/${issueId}/report`)).opens.machine, {
      timeout: 30_000,
    })
    .toBe(readers)
  const report = await ask<IssueReport>(site, `newsletters/${issueId}/report`)
  expect(report).toMatchObject({
    delivered: readers,
    left: 0,
    opens: { human: 0 },
    clicks: { human: 0 },
    open_rate: 0,
    click_rate: 0,
  })
  const { items } = await ask<{ items: SubscriberSummary[] }>(site, 'subscribers')
  expect(items.map(({ status }) => status).toSorted()).toEqual([
    'pending',
    ...Array<string>(readers).fill('subscribed'),
  ])

  const visitor = openPlainVisitor(site)
  await visitor.get(new URL(found.find((address) => address.includes('/newsletter/confirm/')) ?? '').pathname)
  expect((await visitor.press('Confirm my address')).text).toContain('You’re subscribed')
})
