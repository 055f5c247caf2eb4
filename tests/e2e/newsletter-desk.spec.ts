import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { type Site, startSite } from '../support/site.ts'

const [email, password] = ['editor-in-chief@desk.example', 'a long enough password']
const desktop = { viewport: { width: 1440, height: 900 }, expected: [/status of 401/, /status of 403/] }
let site: Site
let browser: TestBrowser
let list: string

beforeAll(async () => {
  site = await startSite({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
  browser = await launchBrowser(site.origin)
  list = join(site.dataDir, 'list.csv')
  const people = Array.from({ length: 60 }, (_, index) => `reader${index}@people.example,Reader,${index}`)
  writeFileSync(list, ['email,first_name,last_name', ...people, 'not an address,,', `${email},Chief,Editor`].join('\n'))
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function signIn(page: Page, as = { email, password }, tab = '') {
  await page.goto(`/newsletter-admin${tab && `?tab=${tab}`}`)
  await page.getByLabel('Email').fill(as.email)
  await page.getByLabel('Password').fill(as.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Login successful!').waitFor()
}

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  expect.soft(told, where).toEqual([])
}

test('somebody signs in by keyboard alone, walks the tabs, signs out, and the token is worth nothing any more', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/newsletter-admin')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This email and password do not belong together.').waitFor()
  await page.locator('input[name=password]:focus').waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByText('Login successful!').waitFor()

  const nav = page.getByRole('navigation', { name: 'Newsletter desk' })
  const tabs = ['Dashboard', 'Create Newsletter', 'Newsletters', 'Subscribers']
  expect(await nav.getByRole('link').allTextContents()).toEqual(tabs)
  for (const name of tabs) {
    await nav.getByRole('link', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await nav.locator('[aria-current=page]').getByText(name, { exact: true }).waitFor()
    await page.getByRole('main').getByRole('heading').first().waitFor()
  }
  await page.getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await page.getByRole('button', { name: 'Generate & Send Now' }).waitFor()

  const token = await page.evaluate('localStorage.getItem("newsletter_token")')
  await page.getByRole('button', { name: 'Sign Out' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await page.evaluate('localStorage.getItem("newsletter_token")')).toBe(null)
  await expect
    .poll(
      async () => (await fetch(`${site.origin}/api/newsletter/admin/me`, { headers: { authorization: `Bearer ${String(token)}` } })).status,
    )
    .toBe(401)
})

test('a token the server knows no more leads back to the login with the reason, in every tab of the browser', async () => {
  const page = await browser.newPage(desktop)
  await signIn(page, undefined, 'subscribers')
  const other = await page.context().newPage()
  await other.goto('/newsletter-admin?tab=subscribers')
  await other.getByRole('heading', { name: 'Subscribers' }).waitFor()
  await page.evaluate('localStorage.setItem("newsletter_token", "a".repeat(32))')
  await other.getByRole('alert').getByText('Authentication required').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await page.evaluate('localStorage.getItem("newsletter_token")')).toBe(null)
})

test('a list is imported after it was looked at, found again, suppressed, and one person erased', async () => {
  const page = await browser.newPage(desktop)
  await signIn(page, undefined, 'subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  await dialog.getByLabel('CSV file').setInputFiles(list)
  await dialog.getByText('Please enter a valid email address.').waitFor()
  await judge(page, 'what an import found')
  expect(await dialog.getByRole('button', { name: 'Import 61' }).isDisabled()).toBe(true)
  await dialog.getByLabel(/Each of these people asked/).check()
  await dialog.getByRole('button', { name: 'Import 61' }).click()
  await dialog.getByText('Added', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('61 people').waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()

  await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('READER59 reader')
  await page.keyboard.press('Enter')
  await page.getByText('1 found').waitFor()
  await page.getByRole('link', { name: 'reader59@people.example' }).click()
  await page.locator('h1:focus').getByText('reader59@people.example').waitFor()
  await page.getByRole('button', { name: 'Suppress' }).click()
  await page.getByLabel('Why').fill('asked by telephone')
  await page
    .getByRole('dialog', { name: /never again/ })
    .getByRole('button', { name: 'Suppress' })
    .click()
  await page.getByText('This address gets nothing more.').waitFor()
  await page.getByText('by-desk: asked by telephone').waitFor()
  // While it fades it can hardly be read.
  await page.getByRole('dialog', { name: /never again/ }).waitFor({ state: 'hidden' })
  await judge(page, 'a person')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export their data' }).click()])
  expect(download.suggestedFilename()).toBe('subscriber.json')
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText('The person was erased.').waitFor()
  await page.getByText('Nobody like that').waitFor()

  await page.getByRole('link', { name: 'Clear' }).click()
  await page.getByLabel('Role').selectOption('super_admin')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('1 found').waitFor()
  await page.getByRole('row').getByText('super_admin').waitFor()
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  expect(csv.suggestedFilename()).toMatch(/^subscribers-[\d-]+\.csv$/)
})

test('a viewer reads and is offered nothing more; their role counts from the next press on', async () => {
  const chief = await browser.newPage(desktop)
  await signIn(chief, undefined, 'settings')
  await chief.getByRole('button', { name: 'Add an account' }).click()
  await chief.getByLabel('Email of the account').fill('viewer@desk.example')
  await chief.getByRole('dialog', { name: 'Add an account' }).getByLabel('Role').selectOption('viewer')
  await chief.getByLabel('First password').fill(password)
  await chief.getByRole('button', { name: 'Add', exact: true }).click()
  await chief.getByText('viewer@desk.example may sign in now.').waitFor()
  await judge(chief, 'the settings')

  const viewer = await browser.newPage(desktop)
  await signIn(viewer, { email: 'viewer@desk.example', password }, 'subscribers')
  await viewer.getByRole('heading', { name: 'Subscribers' }).waitFor()
  for (const name of ['Import CSV', 'Export CSV', 'Generate & Send Now'])
    expect(await viewer.getByRole('button', { name }).count(), name).toBe(0)
  await viewer.getByRole('link', { name: 'Settings' }).click()
  await viewer.getByRole('heading', { name: 'Your password' }).waitFor()
  expect(await viewer.getByRole('heading', { name: 'Accounts' }).count()).toBe(0)
  const refused = await viewer.evaluate(
    `fetch('/api/newsletter/admin/accounts', { headers: { authorization: 'Bearer ' + localStorage.getItem('newsletter_token') } }).then((answer) => answer.status)`,
  )
  expect(refused).toBe(403)

  await chief.getByRole('button', { name: 'Remove viewer@desk.example' }).click()
  await chief.getByRole('dialog', { name: 'Remove viewer@desk.example?' }).getByRole('button', { name: 'Remove' }).click()
  await chief.getByText('The account is gone and signed out everywhere.').waitFor()
  await viewer.getByRole('link', { name: 'Subscribers' }).click()
  await viewer.getByRole('alert').getByText('Authentication required').waitFor()
})

test('on a phone nothing reaches beyond the screen and no tab breaks a rule', { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ phone: true, reducedMotion: 'reduce' })
  await page.goto('/newsletter-admin')
  await page.getByLabel('Email').waitFor()
  await judge(page, 'the login')
  await signIn(page)
  for (const tab of ['dashboard', 'create', 'newsletters', 'subscribers', 'settings']) {
    await page.goto(`/newsletter-admin?tab=${tab}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), tab).toBeLessThanOrEqual(0)
    // The mail stands in a frame without rights, which runs no script, not even the one that looks for broken rules.
    if (tab === 'create') await page.getByRole('button', { name: 'Plain text' }).click()
    await judge(page, tab)
  }
})

test('without script the page says what it needs, and its address alone shows nobody anything', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/newsletter-admin?tab=subscribers')
  await page.getByText('The newsletter desk needs JavaScript').waitFor()
  expect(await page.getByText('people.example').count()).toBe(0)
})
