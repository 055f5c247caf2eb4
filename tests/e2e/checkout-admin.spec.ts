import { expect, test } from 'vitest'
import { buyBook, claimPayment } from '#tests/support/buy-book.ts'
import { downloadedText } from '#tests/support/downloaded-text.ts'
import { focused } from '#tests/support/focused.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { findForcedColorErrors, findUnprintable } from '#tests/support/page-checks/media.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { waitUntilArrived } from '#tests/support/settled.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const bookId = 'swade-real-ai-music'
const ownerPage = pageOfTests(() => site.openOwnerPage({ viewport: { width: 1440, height: 900 } }))
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }

test('with the keyboard alone the owner finds and confirms a Cash App claim, and the buyer gets access', async () => {
  const { code, cookie } = await claimPayment(site, bookId, 'keys@admin.example')
  const page = await ownerPage()
  await page.goto('/admin/orders')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await search.focus()
  await page.keyboard.type(code.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Clear' }).waitFor(soon)
  expect(page.url()).toContain(`q=${code.toLowerCase()}`)
  // The focus stays in the search field, whose value follows Back.
  expect(await focused(page)).toBe('Search orders')
  await page.goBack()
  await page.getByRole('link', { name: 'Clear' }).waitFor({ ...soon, state: 'detached' })
  await expect.poll(() => search.inputValue(), soon).toBe('')
  await page.goForward()
  await page.getByRole('link', { name: 'Clear' }).waitFor(soon)
  await checkAccessibility(page, 'list of orders')
  expect((await downloadedText(page.getByRole('link', { name: 'Download as CSV' }))).text).toContain(code)

  await page.getByRole('link', { name: code }).focus()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('button', { name: 'Confirm payment' })
  await confirm.waitFor(soon)
  await waitUntilArrived(page)
  await checkAccessibility(page, 'a claim')
  expect.soft(await findUnprintable(page)).toEqual([])
  expect.soft(await findForcedColorErrors(page)).toEqual([])
  await confirm.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Payment confirmed.' }).waitFor(soon)
  // The button is gone; the focus moves to the message.
  await expect.poll(() => page.evaluate<boolean>('document.activeElement !== document.body'), soon).toBe(true)
  const access = await fetch(`${site.origin}/api/books/${bookId}/access`, { headers: { cookie } })
  expect(await access.json()).toMatchObject({ access: 'owned' })
})

test('a claim is declined with a reason and reopened; after an action item was put aside the focus moves to the message', async () => {
  const { code } = await claimPayment(site, bookId, 'aside@admin.example')
  const page = await ownerPage()
  await page.goto(`/admin/orders?q=${code}`)
  await page.getByRole('link', { name: code }).click()
  await page.getByLabel('Reason for declining (sent to the buyer)').fill('Nothing came in.')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${code} was declined` })
    .waitFor(soon)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').filter({ hasText: 'was reopened' }).waitFor(soon)

  await page.goto('/admin/inbox')
  const aside = page.getByRole('button', { name: /^Snooze for a week/ }).last()
  await aside.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page), soon).toMatch(/^Snoozed for a week: .*Undo$/)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Undo')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page), soon).toMatch(/^No longer snoozed: /)
})

test('the owner is asked before a refund, and a double click refunds once', async () => {
  const email = 'refund@admin.example'
  await buyBook(site.origin, bookId, email)
  const page = await ownerPage()
  await page.goto(`/admin/orders?q=${email}`)
  await page.getByRole('link', { name: /^SW-/ }).click()
  await page.getByRole('link', { name: 'Refund payment' }).click()
  await page.getByRole('heading', { name: `Refund $9.99 to ${email}?` }).waitFor(soon)
  await checkAccessibility(page, 'the question before a refund', 'main')
  await page.getByRole('button', { name: 'Refund $9.99' }).dblclick()
  await page
    .getByRole('status')
    .filter({ hasText: `The test payment of $9.99 was refunded to ${email}` })
    .waitFor(soon)
  const refunds = page.getByRole('row', { name: /Refunded/ }).filter({ hasText: 'You' })
  await refunds.waitFor()
  expect(await refunds.count()).toBe(1)
})

test('a withdrawal takes two steps, and the focus moves to the next one', async () => {
  const page = await site.takePage({ expected: [/status of 400/] })
  await page.goto('/withdraw')
  await page.getByLabel('Your name').fill('Rae Example')
  await page.getByLabel('Order').fill('SW-ABCDEFGH')
  await page.getByLabel('Email').fill('rae@nowhere')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please enter a valid email address.').waitFor(soon)
  await expect.poll(() => page.evaluate<string>('document.activeElement.name'), soon).toBe('email')
  expect(await page.getByLabel('Your name').inputValue()).toBe('Rae Example')
  await page.getByLabel('Email').fill('leaving@admin.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Order').waitFor(soon)
  await expect.poll(() => page.evaluate<string>('document.activeElement.name'), soon).toBe('name')
  expect(await page.getByLabel('Order').inputValue()).toBe('SW-ABCDEFGH')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).waitFor(soon)
  await checkAccessibility(page, 'confirm the withdrawal', 'main')
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await page.getByRole('heading', { level: 1, name: 'We have received your withdrawal' }).waitFor(soon)
  await checkAccessibility(page, 'the confirmation', 'main')
})
