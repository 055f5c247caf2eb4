import { rmSync } from 'node:fs'
import pg from 'pg'
import PostalMime from 'postal-mime'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addIssue, addReaders } from '#features/newsletter/server/sending/test-issues.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { prepareData } from '#tests/support/prepared-data.ts'
import { type RealPostgres, startRealPostgres } from '#tests/support/real-postgres.ts'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const [email, password] = ['sender@desk.example', 'a long enough password']
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const connections = 4
let relay: Relay

beforeAll(async () => {
  // It thinks each body over, so that a process can be ended in the middle.
  relay = await startRelay({ slowMs: 60 })
})
afterAll(() => relay?.stop())

const environment = () => ({
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
  POSTAL_ADDRESS: '1 Plate Street, 10001 New York',
  SMTP_URL: `${relay.url}?maxConnections=${connections}`,
})

async function signIn(page: Page) {
  await page.goto('/newsletter-admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

const figure = (page: Page, name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

test('an editor schedules a letter, it goes out by itself, is opened, clicked and left by one post, and the dashboard says so', async () => {
  relay.forget()
  const postgres: RealPostgres = await startRealPostgres()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  const site = await startSite({ env: { ...environment(), DATABASE_URL: postgres.url } })
  const browser = await launchBrowser(site.origin)
  try {
    await addReaders({ pool }, 8)
    const id = await addIssue({ pool }, 'Eight plates')
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await signIn(page)
    await page.goto('/newsletter-admin?tab=newsletters')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Eight plates', exact: true }) })
    await row.getByRole('button', { name: 'Send: Eight plates' }).click()
    await page.getByText('Newsletter scheduled for sending!').waitFor()
    const { rows } = await pool.query<{ due_at: Date; slot: string }>('SELECT due_at, slot FROM newsletter_issues WHERE id = $1', [id])
    expect(rows[0]!.due_at.toISOString()).toMatch(/T1[34]:00:00\.000Z$/)
    expect(rows[0]!.due_at.getUTCDay()).toBe(5)

    // Friday, nine o'clock.
    await pool.query('UPDATE newsletter_issues SET due_at = now() WHERE id = $1', [id])
    await expect.poll(() => relay.received.length, { timeout: 15_000 }).toBe(8)
    expect(new Set(relay.received.map(({ to }) => to)).size).toBe(8)
    await page.reload()
    await row.getByText('sent', { exact: true }).waitFor({ timeout: 20_000 })

    // Whoever reads at once is a machine; people come later.
    await pool.query(`UPDATE newsletter_deliveries SET sent_at = sent_at - interval '3 hours'`)
    const mail = await PostalMime.parse(relay.received[0]!.raw)
    const here = (url: string) => site.origin + new URL(url).pathname
    const addressIn = (pattern: RegExp) => here(pattern.exec(mail.html ?? '')![1]!)
    const visit = (url: string) => fetch(url, { headers: { 'user-agent': firefox }, redirect: 'manual' })
    expect((await visit(addressIn(/src="([^"]+\/t\/o\/[^"]+\.gif)"/))).status).toBe(200)
    const clicked = await visit(addressIn(/href="([^"]+\/t\/c\/[^"]+)"/))
    expect([clicked.status, clicked.headers.get('location')]).toEqual([302, expect.stringMatching(/^https?:/) as string])
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value
    const left = await fetch(here(/<(https?:[^>]+)>/.exec(header)![1]!), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
    })
    expect([left.status, left.headers.getSetCookie()]).toEqual([200, []])

    await page.goto('/newsletter-admin')
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Read again' }).click()
          return Promise.all(
            ['Average open rate', 'Average click rate', 'Total subscribers', 'Total newsletters'].map((name) =>
              figure(page, name).textContent(),
            ),
          )
        },
        { timeout: 15_000, interval: 500 },
      )
      .toEqual(['12.5%', '12.5%', '7', '1'])
    await page.getByRole('region', { name: 'Recent newsletters' }).getByRole('link', { name: 'Eight plates' }).click()
    await page.getByRole('heading', { level: 1, name: 'Eight plates' }).waitFor()
    expect(await figure(page, 'Delivered').textContent()).toBe('8')
    expect(await figure(page, 'Unsubscribed').textContent()).toBe('1')
  } finally {
    await browser.close()
    await site.stop()
    await pool.end()
    await postgres.stop()
  }
}, 120_000)

test('ended kindly in the middle and then by kill -9, it goes on: everybody has the letter once, or is shown as uncertain', async () => {
  relay.forget()
  const readers = 120
  let id = ''
  const data = await prepareData(async (database) => {
    await addReaders(database, readers)
    id = await addIssue(database, 'Interrupted')
    await database.pool.query(`UPDATE newsletter_issues SET status = 'scheduled', due_at = now() WHERE id = $1`, [id])
  })
  const start = () => startSite({ env: environment(), dataDir: data.dataDir })
  async function reach(count: number) {
    await expect.poll(() => relay.received.length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(count)
  }
  let site = await start()
  try {
    await reach(30)
    const before = performance.now()
    await site.stop()
    expect(performance.now() - before).toBeLessThan(10_000)
    const taken = relay.received.length
    expect(taken).toBeLessThan(readers)
    expect(relay.underWay.now).toBe(0)

    site = await start()
    const desk = await openDesk(site)
    expect(await desk<Progress>(`newsletters/${id}/progress`)).toMatchObject({ planned: readers, uncertain: 0 })
    await reach(taken + 30)
    await site.kill()

    site = await start()
    const again = await openDesk(site)
    await expect.poll(async () => (await again<Progress>(`newsletters/${id}/progress`)).waiting, { timeout: 60_000, interval: 200 }).toBe(0)
    const progress = await again<Progress>(`newsletters/${id}/progress`)
    const { items } = await again<{ items: { email: string }[] }>(`newsletters/${id}/deliveries?state=uncertain`)
    expect(progress).toMatchObject({ planned: readers, uncertain: items.length, sent: readers - items.length })
    expect(items.length).toBeLessThanOrEqual(connections)
    const received = relay.received.map(({ to }) => to)
    expect(new Set(received).size).toBe(received.length)
    expect(new Set([...received, ...items.map((item) => item.email)]).size).toBe(readers)
  } finally {
    await site.stop()
    rmSync(data.dataDir, { recursive: true, force: true })
  }
}, 180_000)

type Progress = { planned: number; sent: number; uncertain: number; waiting: number }

/** Asks what the desk asks, signed in. */
async function openDesk(site: Site) {
  const login = await fetch(`${site.origin}/api/newsletter/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  return async <Reply>(path: string): Promise<Reply> => {
    const reply = await fetch(`${site.origin}/api/newsletter/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status, path).toBe(200)
    return (await reply.json()) as Reply
  }
}
