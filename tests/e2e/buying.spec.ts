import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTextPath } from '#features/reader/paths.ts'
import { launchWholeBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'
import { startSite, type Site } from '#tests/support/site.ts'
import { openStripeDouble, type StripeDouble } from '#tests/support/stripe-double.ts'

const bookId = 'swade-real-ai-music'
let stripe: StripeDouble
let site: Site
let browser: TestBrowser

beforeAll(async () => {
  stripe = await openStripeDouble()
  site = await startSite({ env: stripe.environment })
  browser = await launchWholeBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await stripe?.close()
})

// The provider's page is another host, by right.
const expected = [/^another host: http:\/\/127\.0\.0\.1:\d+\/pay\//, /^another host: .*\/favicon\.ico/]

/** From the book to the provider's page, and back with the money gone. @returns the name of the payment page. */
async function pay(page: Page, email: string): Promise<string> {
  await page.goto(`/book/${bookId}`)
  await page.getByRole('radio', { name: 'Credit/Debit Card' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.waitForURL(/\/pay\//)
  const sessionId = page.url().split('/').at(-1)!
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Pay' }).click()
  return sessionId
}

const deliver = (type: string, object: object) =>
  stripe.deliver(`${site.origin}/api/webhooks/stripe`, stripe.sign(stripe.event(type, object)))

/** What the browser of a page gets to see of page 6. */
async function pageSix(page: Page): Promise<number> {
  const manifest = (await (await page.request.get(`/api/reader/${bookId}`)).json()) as { edition: string }
  return (await page.request.get(pageTextPath(bookId, manifest.edition, 6))).status()
}

async function linkMailedTo(address: string): Promise<string> {
  const find = async () =>
    (await site.outbox())
      .filter(({ to }) => to?.some((one) => one.address === address))
      .flatMap(({ text }) => /\/my-books\/open\/[\w-]{32}/.exec(text ?? '')?.[0] ?? [])
  await expect.poll(find, { timeout: 20_000 }).not.toEqual([])
  return (await find())[0]!
}

test('a book bought by card is read at once, opened from its mail in another browser, and closed by a refund', async () => {
  const page = await browser.newPage({ expected })
  const sessionId = await pay(page, 'card@example.com')
  await deliver('checkout.session.completed', stripe.sessionOf(sessionId))
  await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor()
  expect(await pageSix(page)).toBe(200)

  const elsewhere = await browser.newPage({ expected })
  expect(await pageSix(elsewhere)).not.toBe(200)
  await elsewhere.goto(await linkMailedTo('card@example.com'))
  await elsewhere.getByRole('button', { name: 'Open my book' }).click()
  await elsewhere.waitForURL(`**/book/${bookId}/read`)
  expect(await pageSix(elsewhere)).toBe(200)

  const { payment_intent: paymentId } = stripe.sessionOf(sessionId)
  await deliver('charge.refunded', { id: 'ch_1', payment_intent: paymentId, refunded: true, amount_refunded: 999, metadata: {} })
  for (const one of [page, elsewhere]) expect(await pageSix(one)).not.toBe(200)
})

test('with every message lost, coming back is enough', async () => {
  const page = await browser.newPage({ expected })
  await pay(page, 'lost@example.com')
  await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor()
  expect(await pageSix(page)).toBe(200)
  await linkMailedTo('lost@example.com')
})

test('the owner opens a Cash App order at the desk, and gives money back there', async () => {
  const buyer = await browser.newPage({ expected })
  await buyer.goto(`/book/${bookId}`)
  await buyer.getByRole('radio', { name: 'Cash App' }).check()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  await buyer.getByRole('dialog', { name: 'Pay with Cash App' }).waitFor()
  const access = (await (await buyer.request.get(`/api/books/${bookId}/access`)).json()) as { claim: { code: string } }
  await buyer.request.post(`/api/books/cashapp-claims/${access.claim.code}/sent`, { data: { email: 'cash@example.com' } })

  const desk = await browser.newPage({ expected })
  await signInOwner(site, desk, '/admin/orders')
  await desk.getByRole('link', { name: access.claim.code }).click()
  await desk.getByRole('button', { name: 'The money is there: open the book' }).click()
  await desk.getByRole('status').filter({ hasText: 'is open' }).waitFor()
  expect(await pageSix(buyer)).toBe(200)
  await desk.getByRole('link', { name: 'Give the money back' }).click()
  await desk.getByRole('button', { name: 'I have sent $9.99 back in Cash App' }).click()
  await desk.getByRole('status').filter({ hasText: 'went back' }).waitFor()
  expect(await pageSix(buyer)).not.toBe(200)
})
