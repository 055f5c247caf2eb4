import type pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type FeedFake, startFeedFake } from '#tests/support/feed-fake.ts'
import { inventing } from '#tests/support/inventing-model.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { type ModelFake, startModelFake } from '#tests/support/model-fake.ts'
import { callNewsletterAdmin } from '#tests/support/newsletter-admin.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { openPagesOf } from '#tests/support/shared-site.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'
import { type Site, startSite } from '#tests/support/site.ts'

// A separate site: issues go to all subscribers, and are generated from feeds by a model.
const readers = 40
const soon = { timeout: 30_000, interval: 200 }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
let site: Site
let pool: pg.Pool
let feeds: FeedFake
let model: ModelFake

beforeAll(async () => {
  ;[feeds, model] = await Promise.all([startFeedFake(), startModelFake()])
  const now = Date.now()
  feeds.publish([
    {
      title: 'A choir of machines',
      link: `${feeds.origin}/page`,
      summary: '<p>Twelve models sing in one room.</p>',
      at: new Date(now),
    },
    {
      title: '<img src=x onerror=alert(1)>Hostile',
      link: `${feeds.origin}/page?2`,
      summary: '<script>alert(1)</script>Words.',
      at: new Date(now - 3_600_000),
    },
  ])
  site = await startSite({
    env: {
      POSTAL_ADDRESS: '1 Plate Street, 10001 New York',
      NEWSLETTER_LOCAL_FEEDS: feeds.host,
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'scribe-1',
      LLM_API_KEY: 'sk-canary-key',
      LLM_BASE_URL: model.baseUrl,
    },
  })
  pool = openSiteDatabase(site.dataDir)
  await pool.query(
    `insert into subscribers (email, status)
     select 'reader' || n || '@people.example', 'subscribed' from generate_series(1, ${readers}) n`,
  )
})
afterAll(async () => {
  await pool?.end()
  await site?.stop()
  await Promise.all([feeds?.close(), model?.close()])
})

/** Origin the site uses in its links when no public origin is set. */
const ownOrigin = () => site.origin.replace('127.0.0.1', 'localhost')
const callApi = <Reply>(path: string, body?: object, method?: string) =>
  callNewsletterAdmin<Reply>(site, path, body, method)

async function draft(title: string): Promise<string> {
  const content = {
    html_content: `<p>Two records went on the air, see <a href="${ownOrigin()}/books">the library</a>.</p>`,
    summary: 'Two records went on the air.',
  }
  return (await callApi<{ newsletter: { id: string } }>('newsletters', { title, content })).newsletter.id
}

const editorPage = pageOfTests(() => openPagesOf(site).openEditorPage({ viewport: { width: 1440, height: 900 } }))

async function openAdmin(search: string, expected?: RegExp[]): Promise<Page> {
  const page = await editorPage(expected)
  await page.goto(`/newsletter-admin${search}`)
  return page
}
const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const figure = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
const stateOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Status' }).getByText(name, { exact: true }).waitFor()
async function fits(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), soon)
    .toBeLessThanOrEqual(0)
}
const isDue = (id: string) => pool.query(`update newsletter_issues set due_at = now() where id = $1`, [id])

test('feeds are added, read and removed by keyboard, and errors appear at the field', async () => {
  const page = await openAdmin('?tab=settings', [/status of 400/])
  const part = page.getByRole('region', { name: 'Feeds' })
  await part.getByText('No feeds yet').waitFor()
  expect(feeds.requests).toEqual([])
  const field = part.getByLabel('Feed URL')
  for (const [address, words] of [
    [`${feeds.origin}/page.html`, 'This feed could not be read: it is not an RSS, Atom or JSON feed.'],
    ['https://localhost/feed.xml', 'the host name resolves to a private network address'],
  ] as const) {
    await field.fill(address)
    await field.press('Enter')
    await part.getByText(words).waitFor()
  }
  expect(await field.getAttribute('aria-invalid')).toBe('true')

  await field.fill(`${feeds.origin}/atom.xml`)
  await field.press('Enter')
  const atom = part.getByRole('row').filter({ hasText: 'atom.xml' })
  await atom.getByRole('button', { name: 'Read Field notes now' }).press('Enter')
  await page.getByText('Field notes was read.').waitFor()
  await atom.getByRole('button', { name: 'Remove Field notes' }).press('Enter')
  await page.getByRole('dialog', { name: 'Remove Field notes?' }).getByRole('button', { name: 'Remove' }).press('Enter')
  await atom.waitFor({ state: 'detached' })

  await field.fill(`${feeds.origin}/feed.xml`)
  await field.press('Enter')
  await page.getByText('Field notes was added.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await checkAccessibility(page, 'settings with a feed', 'main')
  await fits(page)
})

test('an issue is generated from feeds and records, and failures of the model are handled and reported', async () => {
  model.answerWith({ write: 'I am a teapot.' })
  const page = await openAdmin('?tab=create')
  const generate = page.getByRole('button', { name: 'Generate content' })
  await generate.click()
  await page.getByText('Content generated successfully!').waitFor()
  const made = page.getByRole('region', { name: 'Generated content' })
  await made.getByText('Written by our software, from a template', { exact: true }).waitFor()
  await made.getByText(/because the model failed: the response does not match the requested format/).waitFor()
  await made.getByText('A choir of machines').first().waitFor()
  for (const label of ['Key insights', 'Tools']) {
    const list = made.getByRole('heading', { name: label }).locator('xpath=following-sibling::ul[1]')
    expect(await list.getByRole('listitem').count()).toBe(3)
    expect(await list.getByText(/^Source: ./).count()).toBe(3)
  }
  expect(await page.content()).not.toContain('onerror')
  // The email is in a sandboxed frame without scripts, so the accessibility check cannot run there.
  await page.getByRole('button', { name: 'Plain text' }).click()
  await checkAccessibility(page, 'generated content', 'section[aria-label="Generated content"]')

  // A second draft asks before it replaces the current text.
  model.answerWith(inventing)
  const title = page.getByLabel('Title')
  expect(await title.inputValue()).not.toBe('')
  await title.fill('My own title')
  await generate.click()
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await title.inputValue()).toBe('My own title')
  await generate.click()
  await page.getByRole('button', { name: 'Replace my draft' }).click()
  await made.getByText('Written by the model scribe-1').waitFor()
  await made
    .getByText(/Removed from the model’s text: “Invented” \(the number 5000000 is not in the sources it cites\)/)
    .waitFor()
  expect(await made.getByRole('listitem').count()).toBe(3)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Newsletter created successfully!').waitFor()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('No problems found.').waitFor()
  expect(site.printed()).not.toContain('sk-canary-key')
})

test('a failed list can be reloaded, a draft is scheduled and unscheduled, and a viewer has no actions', async () => {
  await draft('A week to send')
  const page = await editorPage([/status of 500/])
  await page.route(
    '**/api/newsletter/admin/newsletters*',
    (route) => route.fulfill({ status: 500, json: { message: 'The list is away.' } }),
    {
      times: 1,
    },
  )
  await page.goto('/newsletter-admin?tab=newsletters')
  await page.getByText('Failed to load newsletters').waitFor()
  await page.getByText('The list is away.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()

  const row = rowOf(page, 'A week to send')
  await row.getByText('draft', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Send: A week to send' }).press('Enter')
  await page.getByText('Newsletter scheduled for sending!').waitFor()
  await row.getByText('scheduled', { exact: true }).waitFor()
  await row.getByText(/^Fri, \w+ \d+, 9:00 AM New York$/).waitFor()
  await row.getByText(/1[34]:00 UTC$/).waitFor()
  const next = page.getByRole('region', { name: 'Next send' })
  await next.getByRole('link', { name: 'A week to send' }).waitFor()
  expect(await next.textContent()).toContain(`${readers} subscribers`)
  await checkAccessibility(page, 'the list', 'main')
  await row.getByRole('button', { name: 'Unschedule: A week to send' }).click()
  await row.getByText('draft', { exact: true }).waitFor()

  const setRole = (role: string) => pool.query(`update admin_accounts set role = $1`, [role])
  await setRole('viewer')
  onTestFinished(async () => void (await setRole('super_admin')))
  await page.reload()
  await row.waitFor()
  expect(await page.getByRole('button', { name: /^(Send|Pause|Resume|Unschedule|Cancel|Generate)/ }).count()).toBe(0)
})

test('an issue is sent with countdown, pause and resume, and the dashboard separates human and machine engagement', async () => {
  const title = 'Out of turn'
  const id = await draft(title)
  const setRate = (rate: number) => callApi('settings', { rate_per_second: rate }, 'PUT')
  await setRate(1)
  const page = await openAdmin(`?tab=newsletters&issue=${id}`)
  await page.getByRole('button', { name: `Send now: ${title}` }).click()
  await page
    .getByRole('dialog', { name: `Send to ${readers} subscribers now?` })
    .getByRole('button', { name: 'Send now' })
    .click()
  await page.getByText('Newsletter scheduled for sending!').waitFor()
  await page.getByRole('timer').waitFor()
  // The minute has passed.
  await isDue(id)
  await page.getByRole('progressbar', { name: `Progress of ${title}` }).waitFor()
  await page.getByRole('button', { name: `Pause: ${title}` }).click()
  await page.getByText('Paused.', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Resume: ${title}` }).waitFor()
  await checkAccessibility(page, 'a paused send', 'main')
  expect(await (await fetch(`${site.origin}/newsletter`)).text()).not.toContain(title)
  await setRate(1000)
  await page.getByRole('button', { name: `Resume: ${title}` }).click()
  await stateOf(page, 'sent')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('reader17@')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page
    .getByRole('row')
    .filter({ hasText: 'reader17@people.example' })
    .getByText('Sent', { exact: true })
    .waitFor()
  await expect.poll(async () => (await fetch(`${site.origin}/newsletter/out-of-turn`)).status, soon).toBe(200)

  // Opens and clicks right after delivery count as scanners; people come later.
  await pool.query(`update newsletter_deliveries set sent_at = sent_at - interval '3 hours'`)
  const copy = async (reader: number) => {
    const mail = await mailTo(site, `reader${reader}@people.example`)
    const here = (found: RegExpExecArray | null) => site.origin + new URL(found?.[1] ?? '').pathname
    return {
      open: here(/src="([^"]+\/t\/o\/[^"]+\.gif)"/.exec(mail.html ?? '')),
      click: here(/href="([^"]+\/t\/c\/[^"]+)"/.exec(mail.html ?? '')),
      leave: here(/<(https?:[^>]+)>/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')),
    }
  }
  const visit = (address: string, userAgent = firefox) =>
    fetch(address, { headers: { 'user-agent': userAgent }, redirect: 'manual' }).then(({ status, headers }) => [
      status,
      headers.get('location'),
    ])
  for (const reader of [1, 2]) expect(await visit((await copy(reader)).open)).toEqual([200, null])
  expect(await visit((await copy(1)).click)).toEqual([302, `${ownOrigin()}/books`])
  await visit((await copy(3)).open, 'Mozilla/5.0')
  const left = await fetch((await copy(4)).leave, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect([left.status, left.headers.getSetCookie()]).toEqual([200, []])

  await page.getByRole('navigation', { name: 'Newsletter admin' }).getByRole('link', { name: 'Dashboard' }).click()
  const totals = async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    const names = ['Average open rate', 'Average click rate', 'Total subscribers']
    return Promise.all(names.map((name) => figure(page, name).textContent()))
  }
  await expect.poll(totals, soon).toEqual(['5.0%', '2.5%', String(readers - 1)])
  await page.locator('canvas').nth(1).waitFor()
  await page.getByRole('region', { name: 'Opens and clicks' }).getByText('Show as table').click()
  await page.getByRole('table', { name: 'Opens and clicks' }).getByRole('row').nth(1).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await checkAccessibility(page, 'the dashboard', 'main')
  await fits(page)
  await page.getByRole('region', { name: 'Recent newsletters' }).getByRole('link', { name: title }).press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  for (const [name, value] of [
    ['Delivered', String(readers)],
    ['Unsubscribed', '1'],
    ['Machine opens', '1'],
  ] as const)
    expect(await figure(page, name).textContent(), name).toBe(value)
  expect(await page.getByRole('row', { name: /\/books/ }).textContent()).toContain(
    '1 human / 0 unclassified / 0 machine',
  )
  await page.locator('canvas').first().waitFor()
  await checkAccessibility(page, 'the report of a letter', 'main')
  await fits(page)
})

test('a failed dashboard says what to do and logs the reason', async () => {
  const page = await editorPage([/status of 503/, /dashboard failed to load/])
  const json = { success: false, code: 'unavailable', message: 'We cannot save anything just now.' }
  await page.route('**/api/newsletter/admin/dashboard', (route) => route.fulfill({ status: 503, json }))
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/newsletter-admin')
  await page.getByText('Couldn’t load the dashboard').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByText(json.message).count()).toBe(0)
  expect(logged.join(' ')).toContain(json.message)
  await page.unroute('**/api/newsletter/admin/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await figure(page, 'Total newsletters').waitFor()
})

test('uncertain deliveries are resolved one by one and all at once on a phone', async () => {
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
  const page = await openPagesOf(site).takeEditorPage({ phone: true })
  await page.goto('/newsletter-admin?tab=newsletters')
  await rowOf(page, 'Half known').getByText('3 uncertain, action needed').waitFor()
  await page.getByRole('link', { name: 'Half known', exact: true }).click()
  await page.getByRole('heading', { name: '3 emails are uncertain' }).waitFor()
  await checkAccessibility(page, 'uncertain copies', 'main')
  await fits(page)
  const takeOne = page.getByRole('button', { name: /^Mark as sent: / })
  await takeOne.first().click()
  await page.getByRole('heading', { name: '2 emails are uncertain' }).waitFor()
  await page.getByRole('button', { name: 'Mark all as sent' }).click()
  await page.getByText('Marked as sent.').waitFor()
  await page.getByText('uncertain, action needed').waitFor({ state: 'detached' })
  const { rows } = await pool.query(`select distinct state from newsletter_deliveries where issue_id = $1`, [id])
  expect(rows).toEqual([{ state: 'sent' }])
})

test('Generate & Send Now shows the recipients, counts down and can be undone, and is unavailable while sending is paused', async () => {
  const { rows } = await pool.query<{ total: string }>(
    `select count(*) as total from subscribers where status = 'subscribed'`,
  )
  const total = rows[0]!.total
  model.answerWith({ write: 'I am a teapot.' })
  const page = await openAdmin('?tab=newsletters')
  const opener = page.getByRole('button', { name: 'Generate & Send Now' })
  await figure(page, 'Next issue').getByText('No issue scheduled').waitFor()
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Generate & Send Now' })
  await dialog.getByText(`A new issue will be generated and sent to ${total} subscribers.`).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('button:focus').getByText('Generate & Send Now').waitFor()
  await opener.press('Enter')
  await dialog.getByRole('button', { name: `Send to ${total} subscribers` }).click()
  await dialog
    .getByRole('timer')
    .getByText(/^0:[0-5]\d$/)
    .waitFor()
  await dialog.getByText(/^Less than (60|30) seconds left to undo\.$/).waitFor({ state: 'attached' })
  await checkAccessibility(page, 'the countdown', 'dialog[open]')
  // The page behind the dialog follows it.
  await figure(page, 'Next issue').getByRole('link').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('Undone. The issue was not sent and is saved as a draft.').waitFor()
  await figure(page, 'Next issue').getByText('No issue scheduled').waitFor()
  await dialog.getByRole('link', { name: 'View issue' }).click()
  await stateOf(page, 'draft')
  expect((await pool.query(`select 1 from newsletter_issues where status in ('scheduled', 'sending')`)).rows).toEqual(
    [],
  )

  const id = await draft('Held back')
  await callApi(`newsletters/${id}/send`, { when: 'now' })
  await callApi('settings', { is_held: true, held_reason: 'We look at the relay.' }, 'PUT')
  onTestFinished(async () => void (await callApi('settings', { is_held: false }, 'PUT')))
  await isDue(id)
  await page.goto('/newsletter-admin?tab=newsletters')
  const row = rowOf(page, 'Held back')
  await row.getByText('scheduled, paused', { exact: true }).waitFor()
  expect(await row.getByText('on its way').count()).toBe(0)
  await opener.click()
  await dialog.getByText('Sending is paused. We look at the relay.').waitFor()
  expect(await dialog.getByRole('button', { name: /^Send to/ }).count()).toBe(0)
  expect(await dialog.getByText('A new issue will be generated').count()).toBe(0)
  await dialog.getByText('Close', { exact: true }).click()

  // An issue that was paused before its start asks before it is sent.
  await pool.query(`update newsletter_issues set status = 'paused' where id = $1`, [id])
  await page.goto(`/newsletter-admin?tab=newsletters&issue=${id}`)
  await page.getByRole('button', { name: 'Resume: Held back' }).click()
  const question = page.getByRole('dialog', { name: `Send to ${total} subscribers when sending resumes?` })
  await checkAccessibility(page, 'the question before an issue goes late', 'dialog[open]')
  await question.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText('Scheduled again.').waitFor()
  await page.getByRole('button', { name: 'Unschedule: Held back' }).click()
  await stateOf(page, 'draft')
})
