import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { findForcedColorErrors } from '#tests/support/page-checks/media.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { firstAdmin } from '#tests/support/prepared-folder.ts'
import { waitUntilArrived } from '#tests/support/settled.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { ownerEmail } from '#tests/support/sign-in-owner.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'

const site = sharedBrowser()
const desktop = { viewport: { width: 1440, height: 900 } }
const ownerPage = pageOfTests(() => site.openOwnerPage(desktop))
const editorPage = pageOfTests(() => site.openEditorPage(desktop))
const main = (page: Page) => page.getByRole('main')

test('an editor signs in by keyboard alone, sees the tabs, signs out, and the token is invalid', async () => {
  const page = await site.takePage({ ...desktop, expected: [/status of 401/] })
  await page.goto('/newsletter-admin')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(firstAdmin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
  await page.locator('input[name=password]:focus').waitFor()
  await page.keyboard.type(firstAdmin.password)
  await page.keyboard.press('Enter')
  await page.getByText('Login successful!').waitFor()
  await waitUntilArrived(page)

  const nav = page.getByRole('navigation', { name: 'Newsletter admin' })
  // Each of them is opened on a phone below.
  expect(await nav.getByRole('link').allTextContents()).toEqual([
    'Dashboard',
    'Create Newsletter',
    'Newsletters',
    'Subscribers',
  ])
  await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await page.getByRole('button', { name: 'Generate & Send Now' }).waitFor()

  const token = await page.evaluate<string>('localStorage.getItem("newsletter_token")')
  await page.getByRole('button', { name: 'Sign Out' }).press('Enter')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  expect(await page.evaluate('localStorage.getItem("newsletter_token")')).toBe(null)
  const me = () => fetch(`${site.origin}/api/newsletter/admin/me`, { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await me()).status, { timeout: 30_000 }).toBe(401)
})

test('a page at another port of the same host, where browsers send the cookie, cannot use it', async () => {
  // Ports do not separate sites, so `SameSite` lets this page send the cookie.
  const elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><p>elsewhere'),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, resolve))
  onTestFinished(() => void elsewhere.close())
  const cookie = await site.ownerCookie()
  const page = await ownerPage([/status of 403/, /^another host/])
  const { hostname } = new URL(site.origin)
  const statusOf = async (method: string, path: string) => {
    await page.goto(`http://${hostname}:${(elsewhere.address() as AddressInfo).port}/`)
    const address = `${site.origin}/api/newsletter/${path}`
    const answered = page.waitForResponse((answer) => answer.url().split('?')[0] === address)
    await page.evaluate(
      `document.body.innerHTML = '<form method=${method} action=${address}></form>', document.forms[0].submit()`,
    )
    const status = (await answered).status()
    // The pending page would replace the next one.
    await page.waitForURL((url) => url.origin === site.origin)
    return status
  }
  // 401 would mean that no cookie was sent.
  expect(await statusOf('POST', 'auth/logout')).toBe(403)
  expect(await statusOf('POST', 'admin/trigger-newsletter')).toBe(403)
  expect(await statusOf('GET', 'admin/subscribers.csv')).toBe(403)
  expect((await fetch(`${site.origin}/api/owner/sessions`, { headers: { cookie } })).status).toBe(200)
})

test('the owner opens the newsletter admin without a second login, and Sign Out there ends the session', async () => {
  const page = await ownerPage()
  await page.goto('/admin/orders')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await nav.getByRole('link', { name: 'Newsletter' }).press('Enter')
  await page.waitForURL('**/newsletter-admin')
  await nav.locator('[aria-current=page]').getByText('Newsletter').waitFor()
  await page.getByText(`Welcome, ${ownerEmail}`).waitFor()
  await page.getByRole('button', { name: 'Generate & Send Now' }).waitFor()
  await waitUntilArrived(page)
  await main(page).getByRole('heading', { level: 1 }).waitFor()
  await checkAccessibility(page, 'the dashboard of the owner')
  expect(await page.getByRole('contentinfo').count(), 'no public footer').toBe(0)
  await page.getByRole('region', { name: 'Radio' }).waitFor()

  await page.getByRole('link', { name: 'Newsletter settings' }).press('Enter')
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Your password' }).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  expect(await page.evaluate('localStorage.getItem("newsletter_token")')).toBe(null)

  await page.getByRole('button', { name: 'Sign Out' }).press('Enter')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  await page.getByRole('link', { name: 'with an emailed code' }).click()
  await page.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent('/newsletter-admin?tab=settings')}`)
  await page.goto('/newsletter-admin')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
})

test('a list is previewed and imported, a subscriber is found, suppressed, exported and deleted', async () => {
  const people = Array.from({ length: 60 }, (_, index) => `reader${index}@imported.example,Reader,${index}`)
  const list = ['email,first_name,last_name', ...people, 'not an address,,', `${firstAdmin.email},Chief,Editor`].join(
    '\n',
  )
  onTestFinished(removeImported)
  const page = await editorPage()
  await page.goto('/newsletter-admin?tab=subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  const choose = (csv: string) =>
    dialog.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await choose(list)
  await dialog.getByText('This email address is not valid.').waitFor()
  await checkAccessibility(page, 'what an import found', 'dialog[open]')
  const importAll = dialog.getByRole('button', { name: 'Import 61' })
  expect(await importAll.isDisabled()).toBe(true)
  // Tab passes the fields of other columns without changing them.
  const readAs = (column: string) => dialog.getByLabel(`Read “${column}” as`)
  await readAs('last_name').press('ArrowUp')
  await expect.poll(() => readAs('first_name').inputValue(), { timeout: 30_000 }).toBe('ignored')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => readAs('first_name').inputValue(), { timeout: 30_000 }).toBe('first_name')
  // Messages about one list do not remain for the next one, nor for the same list with other columns.
  const consentBox = dialog.getByLabel(/Each of these people asked/)
  await consentBox.check()
  await choose('email\nother@imported.example')
  await dialog.getByRole('button', { name: 'Import 1 subscriber', exact: true }).waitFor()
  expect(await consentBox.isChecked()).toBe(false)
  await choose(list)
  await importAll.waitFor()
  await consentBox.check()
  await dialog.getByLabel('Read “last_name” as').selectOption('ignored')
  await expect.poll(() => consentBox.isChecked()).toBe(false)
  await dialog.getByLabel('Read “last_name” as').selectOption('last_name')
  await expect.poll(() => dialog.getByLabel('Read “last_name” as').inputValue()).toBe('last_name')
  await consentBox.check()
  await importAll.click()
  await dialog.getByText('Added', { exact: true }).waitFor()
  // The clicked button is gone; the focus stays in the dialog.
  await dialog.locator(':focus').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText('Page 2 of 2').waitFor()

  const search = page.getByRole('searchbox', { name: 'Search subscribers' })
  await search.fill('READER59 reader')
  await page.keyboard.press('Enter')
  await page.getByText('1 found').waitFor()
  await page.getByRole('link', { name: 'reader59@imported.example' }).click()
  await page.locator('h1:focus').getByText('reader59@imported.example').waitFor()
  await page.getByRole('button', { name: 'Suppress' }).click()
  await page.getByLabel('Reason').fill('asked by telephone')
  const suppressing = page.getByRole('dialog', { name: 'Suppress this address?' })
  await suppressing.getByRole('button', { name: 'Suppress' }).click()
  await page.getByText('Address suppressed.').waitFor()
  await page.getByText('By an administrator: asked by telephone').waitFor()
  // While it fades, its contrast is too low.
  await suppressing.waitFor({ state: 'hidden' })
  await checkAccessibility(page, 'a person', 'main')
  await page.getByText('The person will be unsubscribed but can sign up again.').waitFor()
  await page.getByRole('button', { name: 'Remove suppression' }).press('Enter')
  // The clicked button is gone once the person is reloaded; the focus is on the message.
  await page.locator(':focus').getByText('Suppression removed. The person is unsubscribed').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('subscriber.json')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Subscriber deleted.').waitFor()
  await page.getByText('No matching subscribers').waitFor()

  await page.getByRole('link', { name: 'Clear' }).click()
  // The whole form is reset, which would lose a role chosen before.
  await expect.poll(() => search.inputValue(), { timeout: 30_000 }).toBe('')
  await page.getByLabel('Role').selectOption('super_admin')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('1 found').waitFor()
  await page.getByRole('row').getByText('super_admin').waitFor()
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toMatch(/^subscribers-[\d-]+\.csv$/)
})

test('a viewer can only read; removing the account signs them out in every tab, with the reason', async () => {
  const [email, initialPassword, password] = ['viewer@admin.example', 'a long enough password', 'a new long password']
  const chief = await editorPage()
  await chief.goto('/newsletter-admin?tab=settings')
  await chief.getByRole('button', { name: 'Add account' }).click()
  const adding = chief.getByRole('dialog', { name: 'Add account' })
  // A form starts with its first field, not with the close button.
  await adding.locator('[name=email]:focus').waitFor()
  await adding.getByLabel('Account email').fill(email)
  await adding.getByLabel('Role').selectOption('viewer')
  await adding.getByLabel('Initial password').fill(initialPassword)
  await adding.getByRole('button', { name: 'Add account' }).click()
  await chief.getByText(`${email} can sign in now.`).waitFor()
  await chief.getByRole('button', { name: `Set password for ${email}` }).click()
  const setting = chief.getByRole('dialog', { name: `Set a new password for ${email}` })
  await setting.locator('[name=password]:focus').waitFor()
  await setting.getByLabel('New password for this account').fill(password)
  await setting.getByRole('button', { name: 'Set password' }).click()
  await chief.getByText(`New password set for ${email}.`).waitFor()

  const viewer = await site.newPage({
    ...desktop,
    expected: [/status of 40[13]/, /status of 404.*newsletter-admin\/unknown/],
  })
  await viewer.goto('/newsletter-admin?tab=subscribers')
  await viewer.getByLabel('Email').fill(email)
  await viewer.getByLabel('Password').fill(password)
  await viewer.getByRole('button', { name: 'Sign In' }).click()
  await viewer.getByRole('heading', { name: 'Subscribers' }).waitFor()
  for (const name of ['Import CSV', 'Export CSV', 'Generate & Send Now'])
    expect(await viewer.getByRole('button', { name }).count(), name).toBe(0)
  await viewer.getByRole('link', { name: 'Settings', exact: true }).click()
  await viewer.getByRole('heading', { name: 'Your password' }).waitFor()
  expect(await viewer.getByRole('heading', { name: 'Accounts' }).count()).toBe(0)
  const token = await viewer.evaluate<string>(`localStorage.getItem('newsletter_token')`)
  const accounts = await fetch(`${site.origin}/api/newsletter/admin/accounts`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(accounts.status).toBe(403)
  await viewer.goto('/newsletter-admin/unknown')
  await viewer.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await viewer.getByRole('link', { name: 'Settings', exact: true }).click()
  await viewer.getByRole('heading', { name: 'Your password' }).waitFor()
  const other = await viewer.context().newPage()
  await other.goto('/newsletter-admin?tab=subscribers')
  await other.getByRole('heading', { name: 'Subscribers' }).waitFor()

  await chief.getByRole('button', { name: `Remove ${email}` }).click()
  const removing = chief.getByRole('dialog', { name: `Remove ${email}?` })
  await removing.locator('[aria-label=Close]:focus').waitFor()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await chief.getByText('Account removed and signed out everywhere.').waitFor()
  await viewer.getByRole('link', { name: 'Subscribers' }).click()
  await viewer.getByRole('alert').getByText('Authentication required').waitFor()
  expect(await viewer.evaluate('localStorage.getItem("newsletter_token")')).toBe(null)
  await other.getByRole('button', { name: 'Sign In' }).waitFor()
})

test('on a phone no tab overflows the screen or breaks an accessibility rule', async () => {
  const page = await site.takeEditorPage({ phone: true, reducedMotion: 'reduce' })
  await page.goto('/newsletter-admin')
  for (const name of ['Dashboard', 'Create Newsletter', 'Newsletters', 'Subscribers', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.locator('[aria-current=page]').getByText(name, { exact: true }).waitFor()
    await main(page).getByRole('heading', { level: 1 }).waitFor()
    await page.locator('#content [aria-busy=true]').waitFor({ state: 'detached' })
    // The email is in a sandboxed frame without scripts, so the accessibility check cannot run there.
    if (name === 'Create Newsletter') await page.getByRole('button', { name: 'Plain text' }).click()
    await checkAccessibility(page, name, '#content')
    expect.soft(await findForcedColorErrors(page), name).toEqual([])
    expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBeLessThanOrEqual(0)
  }
})

async function removeImported(): Promise<void> {
  const database = openSiteDatabase(site.dataDir)
  await database.query(`delete from subscribers where email like '%@imported.example' or email = $1`, [
    firstAdmin.email,
  ])
  await database.end()
}
