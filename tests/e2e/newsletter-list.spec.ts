import { AxeBuilder } from '@axe-core/playwright'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type RealPostgres, startRealPostgres } from '#tests/support/real-postgres.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const [email, password] = ['editor@desk.example', 'a long enough password']
const desktop = { viewport: { width: 1440, height: 900 }, expected: [/status of (4|5)\d\d/] }
const readers = 40
let postgres: RealPostgres
let pool: pg.Pool
let site: Site
let browser: TestBrowser
let token: string

beforeAll(async () => {
  postgres = await startRealPostgres()
  pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  site = await startSite({
    env: {
      DATABASE_URL: postgres.url,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      NEWSLETTER_RATE_PER_SECOND: '5',
      POSTAL_ADDRESS: '1 Plate Street, 10001 New York',
    },
  })
  browser = await launchBrowser(site.origin)
  await pool.query(
    `insert into subscribers (email, status, token) select 'reader' || n || '@people.example', 'subscribed', lpad(n::text, 32, 'r') from generate_series(1, ${readers}) n`,
  )
  const login = await fetch(`${site.origin}/api/newsletter/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  token = ((await login.json()) as { access_token: string }).access_token
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await pool?.end()
  await postgres?.stop()
})

async function call<Reply>(path: string, method = 'GET', body?: object): Promise<Reply> {
  const reply = await fetch(`${site.origin}/api/newsletter/admin/${path}`, {
    method,
    headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}

async function draft(title: string): Promise<string> {
  const content = { html_content: '<p>Two records went on the air this week.</p>', summary: 'Two records went on the air.' }
  return (await call<{ newsletter: { id: string } }>('newsletters', 'POST', { title, content })).newsletter.id
}

async function openList(page: Page, search = '') {
  await page.goto('/newsletter-admin')
  await page.evaluate(`localStorage.setItem('newsletter_token', ${JSON.stringify(token)})`)
  await page.goto(`/newsletter-admin?tab=newsletters${search}`)
}
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  expect.soft(told, where).toEqual([])
  expect.soft(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), `${where} is too wide`).toBe(false)
}

test('a list that cannot be loaded says so and can be asked for again', async () => {
  const page = await browser.newPage(desktop)
  await page.route('**/api/newsletter/admin/newsletters*', (route) =>
    route.fulfill({ status: 500, json: { message: 'The list is away.' } }),
  )
  await openList(page)
  await page.getByText('Failed to load newsletters').waitFor()
  await page.getByText('The list is away.').waitFor()
  await page.unroute('**/api/newsletter/admin/newsletters*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No newsletters yet').waitFor()
})

test('a draft is scheduled for Friday by a press, shown in both zones, and taken back', async () => {
  await draft('A week to send')
  const page = await browser.newPage(desktop)
  await openList(page)
  const row = rowOf(page, 'A week to send')
  await row.getByText('draft', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Send: A week to send' }).press('Enter')
  await page.getByText('Newsletter scheduled for sending!').waitFor()
  await row.getByText('scheduled', { exact: true }).waitFor()
  await row.getByText(/^Fri \d+ \w+, 09:00 New York$/).waitFor()
  await row.getByText(/1[34]:00 UTC$/).waitFor()
  const next = page.getByRole('region', { name: 'Next send' })
  await next.getByRole('link', { name: 'A week to send' }).waitFor()
  expect(await next.textContent()).toContain(`${readers} subscribers`)
  await judge(page, 'the list')
  await row.getByRole('button', { name: 'Take back: A week to send' }).click()
  await row.getByText('draft', { exact: true }).waitFor()
})

test('an issue sent now is counted down, goes out at its rate, is paused, resumed and ends with a check mark and in the archive', async () => {
  const id = await draft('Out of turn')
  const page = await browser.newPage(desktop)
  await openList(page, `&issue=${id}`)
  await page.getByRole('button', { name: 'Send now: Out of turn' }).click()
  const dialog = page.getByRole('dialog', { name: `Send to ${readers} subscribers now?` })
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Newsletter scheduled for sending!').waitFor()
  await page.getByRole('timer').waitFor()
  // The minute is over.
  await pool.query(`update newsletter_issues set due_at = now() where id = $1`, [id])
  const bar = page.getByRole('progressbar', { name: 'Progress of Out of turn' })
  await bar.waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Pause: Out of turn' }).click()
  await page.getByText('Paused.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume: Out of turn' }).waitFor()
  await judge(page, 'a paused send')
  expect((await fetch(`${site.origin}/newsletter`).then((reply) => reply.text())).includes('Out of turn')).toBe(false)
  const { rows } = await pool.query<{ sent: number }>(
    `select count(*)::int as sent from newsletter_deliveries where issue_id = $1 and state = 'sent'`,
    [id],
  )
  expect(rows[0]?.sent).toBeLessThan(readers)
  await page.getByRole('button', { name: 'Resume: Out of turn' }).click()
  await page.getByRole('region', { name: 'Status' }).getByText('sent', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('reader17@')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'reader17@people.example' }).getByText('Sent', { exact: true }).waitFor()
  await expect.poll(async () => (await fetch(`${site.origin}/newsletter/out-of-turn`)).status, { timeout: 15_000 }).toBe(200)
})

test('copies nobody knows about are shown and settled, one and all', async () => {
  const id = await draft('Half known')
  await pool.query(
    `update newsletter_issues set status = 'sent', sent_at = now(), planned = 3, written = '{"subject":"Half known","html":"<p>x</p>","text":"x","links":[],"isCounted":false}' where id = $1`,
    [id],
  )
  await pool.query(
    `insert into newsletter_deliveries (issue_id, subscriber_id, email, state, due_at, response)
     select $1, id, email, 'uncertain', now(), 'the line broke after the last byte' from subscribers order by email limit 3`,
    [id],
  )
  const page = await browser.newPage({ phone: true, expected: desktop.expected })
  await openList(page)
  await rowOf(page, 'Half known').getByText('3 uncertain, to be settled').waitFor()
  await page.getByRole('link', { name: 'Half known', exact: true }).click()
  await page.getByRole('heading', { name: '3 copies are uncertain' }).waitFor()
  await judge(page, 'uncertain copies on a phone')
  await page
    .getByRole('button', { name: /^Take as arrived: / })
    .first()
    .click()
  await page.getByRole('heading', { name: '2 copies are uncertain' }).waitFor()
  await page.getByRole('button', { name: 'Take all as arrived' }).click()
  await page.getByText('Taken as arrived.').waitFor()
  await expect.poll(() => page.getByText('uncertain, to be settled').count()).toBe(0)
  const { rows } = await pool.query(`select distinct state from newsletter_deliveries where issue_id = $1`, [id])
  expect(rows).toEqual([{ state: 'sent' }])
})

test('Generate & Send Now says to how many before, counts down after, and is taken back', async () => {
  const page = await browser.newPage(desktop)
  await openList(page)
  const opener = page.getByRole('button', { name: 'Generate & Send Now' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Generate & Send Now' })
  await dialog.getByText(`This goes to ${readers} subscribers.`).waitFor()
  await judge(page, 'the question')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Generate & Send Now')
  await opener.press('Enter')
  await dialog.getByRole('button', { name: `Send to ${readers} subscribers` }).click()
  const timer = dialog.getByRole('timer')
  await timer.waitFor({ timeout: 60_000 })
  await expect.poll(() => timer.textContent()).toMatch(/^0:[0-5]\d$/)
  await dialog.getByText(/^Less than (60|30) seconds left to take it back\.$/).waitFor({ state: 'attached' })
  await judge(page, 'the countdown')
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await dialog.getByText('Taken back: it is a draft again, and nobody got it.').waitFor()
  await dialog.getByRole('link', { name: 'Show it' }).click()
  await page.getByRole('region', { name: 'Status' }).getByText('draft', { exact: true }).waitFor()
  const { rows } = await pool.query(`select 1 from newsletter_issues where status in ('scheduled', 'sending')`)
  expect(rows).toEqual([])
})

test('while sending is held nothing is said to be on its way, and what was held before it began asks before it goes', async () => {
  const id = await draft('Held back')
  await call(`newsletters/${id}/send`, 'POST', { when: 'now' })
  await call('settings', 'PUT', { is_held: true, held_reason: 'We look at the relay.' })
  try {
    await pool.query(`update newsletter_issues set due_at = now() where id = $1`, [id])
    const page = await browser.newPage(desktop)
    await openList(page)
    const row = rowOf(page, 'Held back')
    await row.getByText('scheduled, held', { exact: true }).waitFor()
    expect(await row.getByText('on its way').count()).toBe(0)
    await page.getByRole('button', { name: 'Generate & Send Now' }).click()
    const question = page.getByRole('dialog', { name: 'Generate & Send Now' })
    await question.getByText('Sending is held: We look at the relay.').waitFor()
    expect(await question.getByRole('button', { name: /^Send to/ }).count()).toBe(0)
    await question.getByRole('button', { name: 'Not now' }).click()

    await pool.query(`update newsletter_issues set status = 'paused' where id = $1`, [id])
    await openList(page, `&issue=${id}`)
    await page.getByRole('button', { name: 'Resume: Held back' }).click()
    const dialog = page.getByRole('dialog', { name: `Send to ${readers} subscribers now?` })
    await judge(page, 'the question before an issue goes late')
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Scheduled again.').waitFor()
    await page.getByRole('button', { name: 'Take back: Held back' }).click()
    await page.getByRole('region', { name: 'Status' }).getByText('draft', { exact: true }).waitFor()
  } finally {
    await call('settings', 'PUT', { is_held: false })
  }
})

test('whoever may only look is offered nothing to press', async () => {
  await pool.query(`update admin_accounts set role = 'viewer' where email = $1`, [email])
  try {
    const page = await browser.newPage(desktop)
    await openList(page)
    await rowOf(page, 'A week to send').waitFor()
    expect(await page.getByRole('button', { name: /^(Send|Pause|Resume|Take back|Cancel|Generate)/ }).count()).toBe(0)
  } finally {
    await pool.query(`update admin_accounts set role = 'super_admin' where email = $1`, [email])
  }
})
