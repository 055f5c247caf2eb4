import { expect, onTestFinished, test } from 'vitest'
import { writeTestIssue } from '#tests/support/test-issues.ts'
import { focused } from '#tests/support/focused.ts'
import { checkAccessibility, checkPage } from '#tests/support/check-page.ts'
import { findOutlineErrors } from '#tests/support/page-checks/layout.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'

const site = sharedBrowser()
const soon = { timeout: 30_000 }

test('a visitor signs up on the landing page, gets the welcome email, unsubscribes by its link on a phone, and the local outbox shows the email', async () => {
  const email = 'stranger@newsletter.example'
  const page = await site.takePage()
  await page.goto('/')
  const form = page.getByRole('region', { name: 'The Friday newsletter' })
  await form.scrollIntoViewIfNeeded()
  // With scripts the button waits for an address; before, the form is a plain post.
  await form.getByRole('button', { name: 'Subscribe', disabled: true }).waitFor()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('First name').fill('Sam')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await form.locator('[role=status]:focus').getByText('Thank you for signing up').waitFor()

  const mail = await mailTo(site, email)
  expect(mail.text).toContain('Hello Sam,')
  const phone = await site.takePage({ phone: true })
  await phone.goto(/\/newsletter\/unsubscribe\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '')
  await checkAccessibility(phone, 'before unsubscribing')
  await phone.getByRole('button', { name: 'Unsubscribe' }).tap()
  await phone.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await checkAccessibility(phone, 'unsubscribed')

  const outbox = await site.takePage({ isLocal: true })
  await outbox.goto('/dev/outbox')
  await outbox.getByText(email).click()
  await outbox.frameLocator('iframe').first().getByRole('heading', { name: 'You’re on the list' }).waitFor()
})

test('each failed sign-up has its own message and focus, the form is disabled while it is sent, and each state is accessible', async () => {
  const page = await site.takePage({
    phone: true,
    expected: [/status of (400|500|503)/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
  })
  await page.goto('/newsletter')
  const email = page.getByLabel('Email')
  const button = page.getByRole('button', { name: 'Subscribe' })
  const invalidState = async () => [
    await email.getAttribute('aria-invalid'),
    await email.getAttribute('aria-describedby'),
  ]
  for (const press of [() => email.press('Enter'), () => button.press('Enter')]) {
    await email.fill('nobody@nowhere')
    await press()
    await page.getByText('Please enter a valid email address.').waitFor()
    await expect.poll(() => focused(page), soon).toBe('Email (required)')
    expect(await invalidState()).toEqual(['true', await page.getByRole('alert').getAttribute('id')])
    await checkAccessibility(page, 'refused', 'main')
    await page.reload()
    await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  }

  await email.fill('slow@newsletter.example')
  const address = '**/api/newsletter/subscribe'
  for (const [answer, words] of [
    [{ status: 503, json: { success: false, message: 'only a message' } }, 'only a message'],
    [{ status: 500, body: 'no JSON' }, 'Subscription failed. Please try again.'],
    [undefined, 'Network error. Please check your connection and try again.'],
  ] as const) {
    await page.route(address, (route) => (answer ? route.fulfill(answer) : route.abort('internetdisconnected')), {
      times: 1,
    })
    await button.press('Enter')
    await page.getByText(words).waitFor()
    await expect.poll(() => focused(page), soon).toBe('Subscribe')
    expect(await invalidState()).toEqual([null, null])
  }
  expect(await email.inputValue()).toBe('slow@newsletter.example')

  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  await button.tap()
  await page.getByRole('button', { name: 'Subscribing...', disabled: true }).waitFor()
  expect(await email.isDisabled()).toBe(true)
  await checkAccessibility(page, 'submitting', 'main')
  held.resolve()
  await page.getByRole('status').getByText('Thank you for signing up').waitFor()
  await checkAccessibility(page, 'done', 'main')
})

test('a link within an issue opens without loading a document, and issue and archive fit on a phone', async () => {
  const database = openSiteDatabase(site.dataDir)
  onTestFinished(async () => {
    await database.query(`delete from newsletter_issues where slug = 'with-a-way-on'`)
    await database.end()
  })
  // The email contains the complete address.
  const archive = `${site.origin.replace('127.0.0.1', 'localhost')}/newsletter`
  const content = { html_content: `<p>See <a href="${archive}">what came before</a>.</p>` }
  await writeTestIssue({ pool: database }, { slug: 'with-a-way-on', title: 'With a way on', content })
  const letter = () => fetch(`${site.origin}/newsletter/with-a-way-on`)
  await expect.poll(async () => (await letter()).status, soon).toBe(200)

  const page = await site.takePage({ phone: true })
  await page.goto('/newsletter/with-a-way-on')
  await checkPage(page, 'a letter')
  expect(await findOutlineErrors(page)).toEqual([])
  await page.evaluate('globalThis.sameDocument = true')
  await page.getByRole('article').getByRole('link', { name: 'what came before' }).click()
  await page.getByRole('heading', { level: 1, name: 'The Friday newsletter' }).waitFor()
  await page.getByRole('link', { name: 'With a way on' }).first().waitFor()
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
  await checkPage(page, 'the archive with a letter')
})

test('a person changes the frequency, exports their data and erases it after a confirmation', async () => {
  const email = 'decider@newsletter.example'
  await fetch(`${site.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const path = /\/newsletter\/preferences\/[\w-]+/.exec((await mailTo(site, email)).text ?? '')?.[0] ?? ''
  const page = await site.takePage({ phone: true })
  await page.goto(path)
  await checkPage(page, 'preferences')
  await page.getByRole('radio', { name: 'Once a month' }).check()
  await page.getByRole('checkbox', { name: /Count when I open/ }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Preferences saved. They apply from the next issue.').waitFor()
  expect(await page.getByRole('radio', { name: 'Once a month' }).isChecked()).toBe(true)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('swade-newsletter-data.json')

  await page.getByRole('button', { name: 'Delete my data' }).click()
  await page.locator('h2:focus').getByText('Delete your data?').waitFor()
  await page.getByRole('button', { name: 'Keep my data' }).click()
  await page.getByText('Your data was not deleted.').waitFor()
  await page.getByRole('button', { name: 'Delete my data' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your data is deleted' }).waitFor()
  expect((await fetch(site.origin + path)).status).toBe(404)
})
