import { expect, test } from 'vitest'
import { focused } from '#tests/support/focused.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { pauseLoading } from '#tests/support/pause-loading.ts'
import { waitUntilArrived } from '#tests/support/settled.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { newOwnerCode, ownerEmail, ownerSession } from '#tests/support/sign-in-owner.ts'

const site = sharedBrowser()
const wide = { viewport: { width: 1440, height: 900 } }
const ownerPage = pageOfTests(() => site.openOwnerPage(wide))
const tabs = [
  'Needs action',
  'Books Management',
  'Orders',
  'NFT Management',
  'Artist Submissions',
  'Newsletter',
  'Content',
  'Statistics',
  'Background jobs',
  'Setup',
  'Settings',
]

test('the owner signs in by keyboard alone, opens the tabs and signs out', async () => {
  const page = await site.takePage({ ...wide, expected: [/status of 403/] })
  await page.goto('/admin')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('somebody@else.example')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Access denied. Only hello@swade.example can access this area.').waitFor()

  const code = await newOwnerCode(site)
  await page.getByLabel('Email').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(ownerEmail)
  await page.keyboard.press('Enter')
  await page.locator('input[name=code]:focus').waitFor()
  await page.keyboard.type('00000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('This code is wrong').waitFor()
  const selected = () => page.evaluate('getSelection().toString()')
  await expect.poll(selected, { timeout: 20_000 }).toBe('00000000')
  await page.keyboard.type(await code())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/setup')
  await page.getByText(`Welcome, ${ownerEmail}`).waitFor()
  await waitUntilArrived(page)

  const nav = page.getByRole('navigation', { name: 'Admin' })
  // Without the number of pending items.
  expect((await nav.getByRole('link').allTextContents()).map((text) => text.replace(/\d.*$/, ''))).toEqual(tabs)
  // Rows of tabs in a smaller window have about the same length.
  await page.setViewportSize({ width: 1280, height: 900 })
  const tops = await page.evaluate<number[]>(
    `[...document.querySelectorAll('nav[aria-label=Admin] li')].map((tab) => Math.round(tab.getBoundingClientRect().bottom))`,
  )
  const rows = Map.groupBy(tops, (top) => top)
  expect(Math.min(...[...rows.values()].map(({ length }) => length))).toBeGreaterThan(3)
  await page.setViewportSize(wide.viewport)
  const [first = '', ...others] = tabs
  for (const name of [...others, first]) {
    // The number of pending items follows the name, such as "Orders 1 needs action".
    await nav.getByRole('link', { name: new RegExp(`^${name}`) }).focus()
    await page.keyboard.press('Enter')
    await nav.locator('[aria-current=page]').filter({ hasText: name }).waitFor()
    await waitUntilArrived(page)
  }
  const savedEmail = () => page.evaluate('localStorage.getItem("swade-owner-email")')
  expect(await savedEmail()).toBe(ownerEmail)
  await page.getByRole('button', { name: 'Logout' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Admin Access' }).waitFor()
  expect(await savedEmail()).toBe(null)

  // The owner's address remembered by the browser fills in the form, but grants no access.
  await page.evaluate(
    `for (const name of ['swade-owner-email', 'admin_email', 'swade-owner', 'owner']) localStorage.setItem(name, '${ownerEmail}')`,
  )
  await page.goto('/admin/orders')
  expect(new URL(page.url()).pathname).toBe('/admin')
  await expect.poll(() => page.getByLabel('Email').inputValue(), { timeout: 20_000 }).toBe(ownerEmail)
})

// That the focus also survives a smooth scroll is tested with the decision about a submission.
test('the result of refused and of saved settings has the focus', async () => {
  const page = await ownerPage([/status of 400/])
  await page.goto('/admin/settings')
  await page.getByLabel('Spatial room').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save settings' }).press('Enter')
  await expect.poll(() => focused(page), { timeout: 20_000 }).toMatch(/^Settings were not saved/)
  // The result of the next action is shown, and gets the focus, once the page has loaded its data again.
  const field = page.getByLabel('Spatial room')
  await field.fill('')
  const loading = await pauseLoading(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await field.press('Enter')
  await loading.requested
  // A second press meanwhile is ignored.
  await field.press('Enter')
  expect(await page.getByText('Settings were not saved').count()).toBe(1)
  loading.resume()
  await expect.poll(() => focused(page), { timeout: 20_000 }).toMatch(/^(There were no changes|Settings saved)/)
  expect(posts).toHaveLength(1)
})

test('a sign-out without a response says that the owner is still signed in, in both admins', async () => {
  const page = await ownerPage([/ERR_INTERNET_DISCONNECTED|ERR_FAILED/])
  for (const [path, name, endpoint] of [
    ['/admin/books', 'Logout', '**/api/owner/sessions/current'],
    ['/newsletter-admin', 'Sign Out', '**/api/newsletter/auth/logout'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
    await page.route(endpoint, (route) => route.abort('internetdisconnected'), { times: 1 })
    await page.getByRole('button', { name }).press('Enter')
    await page.getByRole('alert').getByText('You are still signed in because the site did not respond.').waitFor()
  }
  await page.getByRole('button', { name: 'Sign Out' }).press('Enter')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
})

test('signing out everywhere ends the sessions of every browser', async () => {
  const elsewhere = await ownerSession(site)
  const laptop = await site.takeOwnerPage(wide)
  await laptop.goto('/admin/books')
  const phone = await site.takeOwnerPage({ phone: true })
  await phone.goto('/admin/settings')
  await phone.evaluate(`localStorage.setItem('swade-owner-email', '${ownerEmail}')`)
  await phone.getByRole('button', { name: 'Sign out everywhere' }).click()
  await phone.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  expect(await phone.evaluate<string | null>('localStorage.getItem("swade-owner-email")')).toBeNull()
  const answer = await fetch(`${site.origin}/api/owner/sessions`, { headers: { cookie: elsewhere } })
  expect(answer.status).toBe(401)
  await laptop.getByRole('link', { name: 'Settings' }).click()
  await laptop.getByRole('button', { name: 'Access Admin Dashboard' }).waitFor()
  expect(laptop.url()).toContain('next=%2Fadmin%2Fsettings')
})
