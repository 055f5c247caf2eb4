import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buyBook, linksMailedTo } from '#tests/support/buy-book.ts'
import { focused } from '#tests/support/focused.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const bookId = 'ai-fun-profit'
const title = 'AI for Fun & Profit'
const bookPage = `/book/${bookId}`
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })
const card = (page: Page) => page.getByRole('radio', { name: 'Credit/Debit Card' })
const focusedId = (page: Page) => page.evaluate<string>('document.activeElement.id')
const searchOf = (page: Page) => new URL(page.url()).search

test('nothing is preselected, and after an error, a decline, closing the page or Back the visitor can still pay', async () => {
  const page = await site.takePage({ expected: [/status of 50[03]/, /status of 402/] })
  // The page works while access is unknown.
  await page.route('**/access', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/books')
  await page.getByRole('link', { name: `Buy Now: ${title}` }).click()
  await page.waitForURL(`**${bookPage}#payment`)
  const heading = page.getByRole('heading', { name: 'Buy this book' })
  await expect.poll(() => focusedId(page), soon).toBe('payment-heading')
  await expect.poll(async () => (await heading.boundingBox())?.y, soon).toBeGreaterThan(64)
  const ways = page.getByRole('group', { name: 'Payment method' }).getByRole('radio')
  expect(await ways.evaluateAll((all) => all.map((way) => (way as unknown as { checked: boolean }).checked))).toEqual([
    false,
    false,
  ])
  expect(await page.getByRole('checkbox', { name: /lose my right of withdrawal/ }).isChecked()).toBe(false)
  expect(await proceed(page).isDisabled()).toBe(true)

  const held = Promise.withResolvers<void>()
  await page.route('**/api/books/checkout', async (route) => {
    await held.promise
    await route.fulfill({ status: 500, body: 'broken' })
  })
  await card(page).check()
  await proceed(page).click()
  const processing = page.getByRole('button', { name: 'Processing...' })
  await processing.waitFor()
  expect(await processing.isDisabled()).toBe(true)
  held.resolve()
  const alert = page.getByRole('alert').filter({ hasText: 'Failed' })
  expect(await alert.textContent()).toBe('Failed to initiate checkout. Please try again.')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Proceed to Payment')
  await checkAccessibility(page, 'the payment box with its alert', '#payment')

  await page.unroute('**/api/books/checkout')
  await proceed(page).click()
  await page.waitForURL(/\/test-checkout\//)
  await page.getByLabel('Email').fill('declined@buying.example')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alert').getByText('The test payment was declined.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('declined@buying.example')
  await checkAccessibility(page, 'the test checkout')

  await page.getByRole('link', { name: 'Back to the book' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Cancelled' })
  await dialog.getByText('No charges were made.').waitFor()
  await checkAccessibility(page, 'cancelled', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // The URL is clean, so that a reload does not show the dialog again.
  await expect.poll(() => searchOf(page), soon).toBe('')
  await expect.poll(() => focusedId(page), soon).toBe('payment-heading')

  await card(page).check()
  await proceed(page).click()
  await page.waitForURL(/\/test-checkout\//)
  await page.goBack()
  await proceed(page).waitFor(soon)
  expect(await processing.count()).toBe(0)
})

/**
 * Opens the test payment page on another site, as a real payment page is: the cookie of the visitor must survive the
 * way there and back.
 */
async function payElsewhere(page: Page): Promise<void> {
  const elsewhere = site.origin.replace('127.0.0.1', 'localhost')
  await page.route('**/api/books/checkout', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(site.origin, elsewhere) })
  })
  // The policy of our pages allows no form to lead to another site.
  await page.route(`${elsewhere}/test-checkout/*`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': '' } })
  })
}

test('with the keyboard alone a visitor pays on another site, owns the book in place, and changes the address of the order', async () => {
  const page = await site.takePage({ expected: [/status of 400/, /another host: http:\/\/localhost/] })
  await payElsewhere(page)
  await page.goto(bookPage)
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      const here = await page.evaluate<string>(
        '(document.activeElement.labels?.[0]?.textContent ?? "") + "|" + (document.activeElement.textContent ?? "") + "|"',
      )
      if (name.test(here)) return
    }
    throw new Error(`Tab never came to ${String(name)}`)
  }
  await page.getByText('Test checkout: no real money').waitFor(soon)
  await page.getByRole('link', { name: 'Read Preview' }).focus()
  await tabTo(/Credit\/Debit Card/)
  await page.keyboard.press('Space')
  await tabTo(/immediate access/)
  await page.keyboard.press('Space')
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  await tabTo(/Proceed to Payment/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/^http:\/\/localhost:\d+\/test-checkout\//)
  await tabTo(/^Email/)
  await page.keyboard.type('mistyped@buying.example')
  // The webhook is never sent: the return is enough.
  await tabTo(/^Now/)
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('radio', { name: 'Never' }).isChecked()).toBe(true)
  await tabTo(/\|Pay\|/)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
  await dialog.waitFor(soon)
  for (const words of ['Thank you', 'email you', 'inbox', 'spam']) expect(await dialog.textContent()).toContain(words)
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Read now')
  expect(await dialog.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe(`${bookPage}/read`)
  expect(await dialog.getByRole('link', { name: 'Browse More Books' }).getAttribute('href')).toBe('/books')
  await checkAccessibility(page, 'thanks', 'dialog[open]')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => searchOf(page), soon).toBe('')

  await page.getByRole('heading', { name: 'You own this book' }).waitFor(soon)
  expect(await proceed(page).count()).toBe(0)
  const box = page.locator('#payment')
  await box.getByText('Receipt and link sent to m•••@buying.example.').waitFor()
  expect(await box.getByRole('link', { name: 'Listen' }).count()).toBe(0)
  await box.getByRole('button', { name: 'Change address' }).click()
  await box.getByLabel('Email address').fill('nobody@nowhere')
  await box.getByRole('button', { name: 'Send link' }).click()
  await box.getByText('Please enter a valid email address.').waitFor()
  await box.getByLabel('Email address').fill('right@buying.example')
  await box.getByRole('button', { name: 'Send link' }).click()
  await box.getByText('Receipt and link sent to r•••@buying.example.').waitFor()
  await checkAccessibility(page, 'an owned book whose address was corrected', '#payment')

  // Once a mailed link is redeemed, the address cannot be changed.
  const [right = ''] = await linksMailedTo(site, 'right@buying.example')
  const elsewhere = openPlainVisitor(site)
  await elsewhere.get(right)
  await elsewhere.press('Open my book')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(() => box.getByRole('button', { name: 'Change address' }).count(), soon).toBe(0)
  await box.getByText('Receipt and link sent to r•••@buying.example.').waitFor()
})

test('a return from an unknown payment changes nothing; without confirmation the page waits and says so after a minute', async () => {
  const page = await site.newPage({ expected: [/status of 404/, /status of 500/] })
  await page.goto(`${bookPage}?payment=success&session_id=cs_test_made_up`)
  await expect.poll(() => searchOf(page), soon).toBe('')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByText('You own this book').count()).toBe(0)
  expect(await proceed(page).count()).toBe(1)

  await page.clock.install()
  let requestCount = 0
  await page.route('**/api/books/checkout/status/*', (route) => {
    requestCount += 1
    return requestCount <= 2
      ? route.fulfill({ status: 500, body: '' })
      : route.fulfill({ json: { payment_status: 'unpaid' } })
  })
  await page.goto(`${bookPage}?payment=success&session_id=cs_test_slow`)
  const status = page.getByRole('status').filter({ hasText: 'confirm' })
  await status.getByText('Confirming your payment…').waitFor()
  // Failed polls are only logged.
  await expect.poll(() => requestCount, soon).toBeGreaterThan(3)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.clock.fastForward(61_000)
  await status.getByText('still being confirmed').waitFor(soon)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => searchOf(page), soon).toBe('')
  // A success without a session id is ignored.
  await page.goto(`${bookPage}?payment=success`)
  expect(await status.count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('after the return from a payment of a wrong amount, the page says so and offers no way to pay again', async () => {
  const page = await site.takePage()
  await page.route('**/api/books/checkout/status/*', (route) =>
    route.fulfill({ json: { payment_status: 'processing' } }),
  )
  const closed = { code: 'SW-AAAAAAAA', by: 'amount', is_test: false }
  await page.route('**/access', (route) =>
    route.fulfill({ json: { access: 'preview', methods: ['stripe'], is_test: true, closed } }),
  )
  await page.goto(`${bookPage}?payment=success&session_id=cs_test_amount`)
  const dialog = page.getByRole('dialog', { name: 'We are checking your payment' })
  await dialog.getByText('are checking its amount').waitFor(soon)
  await checkAccessibility(page, 'a payment of a wrong amount', 'dialog[open]')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Close')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => searchOf(page), soon).toBe('')
  await expect.poll(() => focusedId(page), soon).toBe('payment-heading')
  await page.locator('#payment').getByText('SW-AAAAAAAA').waitFor()
  expect(await proceed(page).count()).toBe(0)
})

test('a payment that is refused because of a dispute moves the focus to the notice about it', async () => {
  const page = await site.takePage({ expected: [/status of 409/] })
  let isDisputed = false
  const closed = { code: 'SW-AAAAAAAA', by: 'dispute', is_test: false }
  await page.route('**/access', (route) =>
    route.fulfill({
      json: { access: 'preview', methods: ['stripe'], is_test: true, ...(isDisputed ? { closed } : {}) },
    }),
  )
  await page.route('**/api/books/checkout', (route) => {
    isDisputed = true
    return route.fulfill({ status: 409, json: { code: 'conflict', detail: 'Your payment is disputed.' } })
  })
  await page.goto(bookPage)
  await card(page).check()
  await proceed(page).press('Enter')
  await page.getByRole('heading', { name: 'Your payment is disputed' }).waitFor(soon)
  await expect
    .poll(() => page.evaluate<string>('document.activeElement.textContent'), soon)
    .toMatch(/^Your payment for .+ is disputed \(order SW-AAAAAAAA\)/)
  expect(await proceed(page).count()).toBe(0)
  // A visitor who opens the page during the dispute starts at its top.
  await page.reload()
  await page.getByRole('heading', { name: 'Your payment is disputed' }).waitFor(soon)
  expect(await focused(page)).toBe('nothing')
})

test('a mailed link gives access in another browser, which later shows the refund', async () => {
  const email = 'back@buying.example'
  const buyer = await buyBook(site.origin, bookId, email)
  const [link = ''] = await linksMailedTo(site, email)
  const page = await site.takePage()
  await page.goto(link)
  await checkAccessibility(page, 'a personal link')
  await page.getByRole('button', { name: 'Open my book' }).click()
  await page.waitForURL(`**${bookPage}/read`)
  await page.goto('/my-books')
  await page.getByRole('link', { name: `Read ${title}` }).waitFor()
  await checkAccessibility(page, 'my books', 'main')

  const payment = openPlainVisitor(site)
  await payment.get(buyer.paymentPath)
  expect((await payment.press('Refund')).text).toContain('The payment was refunded.')
  const words = new RegExp(
    `^Your test payment for ${title} was refunded on \\w+ \\d{1,2}, \\d{4} \\(order ${buyer.orderCode}\\)\\.$`,
  )
  await expect.poll(async () => (await page.request.get('/my-books')).text(), soon).toContain('was refunded on')
  await page.goto(bookPage)
  await page.locator('#payment').getByText(words).waitFor(soon)
  expect(await focused(page)).toBe('nothing')
})
