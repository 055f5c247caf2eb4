import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTestIssue } from '#features/newsletter/server/archive/test-issues.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type RealPostgres, startRealPostgres } from '#tests/support/real-postgres.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let postgres: RealPostgres
let pool: pg.Pool
let first: Site
let second: Site
let browser: TestBrowser

beforeAll(async () => {
  postgres = await startRealPostgres()
  pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  first = await startSite({ env: { DATABASE_URL: postgres.url, NEWSLETTER_DOUBLE_OPT_IN: 'true' } })
  second = await startSite({ env: { DATABASE_URL: postgres.url, ROLE: 'web' } })
  browser = await launchBrowser(first.origin)
})
afterAll(async () => {
  await browser?.close()
  await first?.stop()
  await second?.stop()
  await pool?.end()
  await postgres?.stop()
})

const database = () => ({ pool }) as unknown as Parameters<typeof writeTestIssue>[0]
/** How the site calls itself without a public origin. */
const house = () => first.origin.replace('127.0.0.1', 'localhost')
const htmlOf = async (address: string) => (await fetch(address)).text()
/** A page that another process has to notice first. */
async function shows(address: string, words: string) {
  await expect.poll(() => htmlOf(address), { timeout: 20_000, interval: 300 }).toContain(words)
}

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  expect.soft(told, where).toEqual([])
  expect.soft(await page.locator('[class*=shown-whole]:not(:has(+ *))').count(), `${where} is not shown at once`).toBe(0)
  expect.soft(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), `${where} is too wide`).toBe(false)
}

async function signUp(email: string): Promise<string> {
  await fetch(`${first.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return (await pool.query<{ token: string }>('select token from subscribers where email = $1', [email])).rows[0]?.token ?? ''
}
const statusOf = async (email: string) =>
  (await pool.query<{ status: string }>('select status from subscribers where email = $1', [email])).rows[0]?.status

test('a letter is nowhere before it was sent, and within seconds in every process once it was', async () => {
  const [here, there] = [`${first.origin}/newsletter`, `${second.origin}/newsletter`]
  for (const address of [here, there]) {
    expect(await htmlOf(address)).toContain('Nothing sent yet')
    expect((await fetch(`${address}/a-week-of-two-records`)).status).toBe(404)
  }
  for (const status of ['scheduled', 'sending', 'paused', 'failed'] as const)
    await writeTestIssue(database(), { slug: `half-${status}`, title: `Half ${status}`, status })
  await writeTestIssue(database(), { slug: 'a-quiet-week', title: 'A quiet week', sentAt: '2026-11-13T14:01:00Z' })
  await writeTestIssue(database(), { slug: 'a-week-of-two-records', title: 'A week of two records' })
  for (const address of [here, there]) {
    await shows(address, 'A week of two records')
    await shows(`${address}/a-week-of-two-records`, 'On the air')
    expect(await htmlOf(address)).not.toContain('Half ')
    expect((await fetch(`${address}/half-paused`)).status).toBe(404)
  }
})

test('without script the archive is a list to be read, each letter with its figure, its sources and its neighbours', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
  await page.goto('/newsletter')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The Friday letter')
  expect(await page.getByRole('button', { name: 'Subscribe' }).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'A quiet week' }).click()
  await page.getByRole('link', { name: /After, No. 002/ }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A week of two records')
  expect(await page.getByText('20 November 2026').first().isVisible()).toBe(true)
  const article = page.getByRole('article')
  expect(await article.textContent()).toContain('Hello, two records went on the air.')
  expect(await article.innerHTML()).not.toMatch(/\{\{|<script|javascript:|\/t\/[oc]\//)
  expect(await article.getByRole('link', { name: 'the news' }).getAttribute('rel')).toBe('noopener noreferrer')
  expect(await article.getByRole('heading', { name: 'A fact' }).isVisible()).toBe(true)
  expect(await article.locator('img').first().getAttribute('src')).toContain('/a-week-of-two-records.square.')
})

test('what search engines and feed readers find fits together', async () => {
  const letter = await htmlOf(`${first.origin}/newsletter/a-week-of-two-records`)
  const block = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(letter)?.[1] ?? '{}') as {
    '@graph': { '@type': string; [key: string]: unknown }[]
  }
  expect(block['@graph'].find((one) => one['@type'] === 'Article')).toMatchObject({
    headline: 'A week of two records',
    datePublished: '2026-11-20T14:05:00.000Z',
    url: `${house()}/newsletter/a-week-of-two-records`,
    image: `${house()}/share/letter/a-week-of-two-records.png`,
    isPartOf: { '@type': 'PublicationIssue', 'issueNumber': 2 },
  })
  expect(letter).toContain('<link rel="alternate" type="application/rss+xml"')
  const picture = await fetch(`${first.origin}/share/letter/a-week-of-two-records.png`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  const feed = await htmlOf(`${first.origin}/newsletter/feed.xml`)
  const page = await browser.newPage()
  await page.goto('/newsletter')
  const parsed = `new DOMParser().parseFromString(${JSON.stringify(feed)}, 'application/xml')`
  expect(await page.evaluate(`${parsed}.querySelector('parsererror')?.textContent ?? ''`)).toBe('')
  expect(await page.evaluate(`${parsed}.querySelectorAll('channel > item > pubDate').length`)).toBe(2)
  expect(feed).toContain(`<guid isPermaLink="true">${house()}/newsletter/a-week-of-two-records</guid>`)
  expect(await htmlOf(`${first.origin}/sitemap.xml`)).toContain(`${house()}/newsletter/a-quiet-week`)
})

test('with script a link within a letter turns the page and the radio plays on', async () => {
  // The address of the library is written whole in the letter, as a mail needs it.
  await writeTestIssue(database(), {
    slug: 'with-a-way-on',
    title: 'With a way on',
    sentAt: '2026-11-19T14:05:00Z',
    content: { html_content: `<p>See <a href="${house()}/books">the library</a>.</p>` },
  })
  await shows(`${first.origin}/newsletter/with-a-way-on`, 'With a way on')
  const page = await browser.newPage()
  await page.goto('/newsletter/with-a-way-on')
  await page.evaluate('globalThis.sameDocument = true')
  await page.getByRole('link', { name: 'the library' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
})

test('on a phone and for assistive technology every page of the letter holds', async () => {
  const token = await signUp('judge@example.com')
  const page = await browser.newPage({ phone: true, expected: [/status of 404/] })
  for (const path of ['/newsletter', '/newsletter/a-week-of-two-records', `/newsletter/preferences/${token}`, '/newsletter/never-sent']) {
    await page.goto(path)
    await judge(page, path)
  }
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Letter Not Found')
})

test('whoever follows every link and presses nothing confirms and unsubscribes nobody; one press confirms', async () => {
  await signUp('careful@example.com')
  // Either process may take the mail, each into a folder of its own.
  const mails = async () => [...(await first.outbox()), ...(await second.outbox())]
  const isTheirs = ({ to }: Awaited<ReturnType<typeof mails>>[number]) => to?.[0]?.address === 'careful@example.com'
  await expect.poll(async () => (await mails()).some(isTheirs), { timeout: 15_000 }).toBe(true)
  const mail = (await mails()).find(isTheirs)
  const open = [...`${mail?.html} ${mail?.text}`.matchAll(/https?:\/\/[^\s"<>)]+/g)].map(([address]) =>
    address.replace(house(), first.origin),
  )
  expect(open.some((address) => address.includes('/newsletter/confirm/'))).toBe(true)
  const seen = new Set<string>()
  // Every link of the mail, then every link of the pages about this person that lie behind.
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    if (seen.has(address) || !address.startsWith(first.origin)) continue
    seen.add(address)
    await fetch(address, { method: 'HEAD' })
    const html = await htmlOf(address)
    const links = [...html.matchAll(/(?:href|action|formaction)="([^"]+)"/g)].map(([, href = '']) =>
      new URL(href, address).href.replace(house(), first.origin),
    )
    open.push(...links.filter((href) => /\/newsletter\/(confirm|unsubscribe|preferences)\//.test(href)))
  }
  expect(seen.size).toBeGreaterThan(0)
  expect(await statusOf('careful@example.com')).toBe('pending')

  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto([...seen].find((address) => address.includes('/confirm/')) ?? '')
  await page.getByRole('button', { name: 'Yes, sign me up' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You’re in')
  expect(await statusOf('careful@example.com')).toBe('subscribed')
})

test.each([true, false])(
  'a person decides how often, takes their data along and is forgotten after being asked twice (script: %s)',
  async (javaScriptEnabled) => {
    const email = `decider-${javaScriptEnabled}@example.com`
    const token = await signUp(email)
    const page = await browser.newPage({ javaScriptEnabled })
    await page.goto(`/newsletter/preferences/${token}`)
    expect(await page.getByText('You have not confirmed this address yet.').isVisible()).toBe(true)
    await page.getByRole('radio', { name: 'Once a month' }).check()
    await page.getByRole('checkbox', { name: /Count when I open/ }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It holds from the next letter on.').waitFor()
    const { rows } = await pool.query('select status, frequency, counts_reading from subscribers where email = $1', [email])
    expect(rows).toEqual([{ status: 'subscribed', frequency: 'monthly', counts_reading: false }])
    expect(await page.getByRole('radio', { name: 'Once a month' }).isChecked()).toBe(true)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { subscriber: { email: string } }
    expect(file.subscriber.email).toBe(email)

    await page.getByRole('button', { name: 'Erase my data' }).click()
    await page.getByRole('heading', { name: 'Erase everything about you?' }).waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Nothing was erased.').waitFor()
    expect(await statusOf(email)).toBe('subscribed')
    await page.getByRole('button', { name: 'Erase my data' }).click()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are forgotten' }).waitFor()
    expect(await statusOf(email)).toBeUndefined()
    expect((await fetch(`${first.origin}/newsletter/preferences/${token}`)).status).toBe(404)
  },
)
