import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { focused } from '#tests/support/focused.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'
import { startSite, type Site } from '#tests/support/site.ts'
import { openStripeDouble, type StripeDouble } from '#tests/support/stripe-double.ts'

const bookId = 'swade-real-ai-music'
const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>'=1+1`

let stripe: StripeDouble
let site: Site
let browser: TestBrowser

beforeAll(async () => {
  stripe = await openStripeDouble()
  site = await startSite({ env: stripe.environment })
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await stripe?.close()
})

/** The desk, signed in, with every dialog a script might open counted. */
async function openDesk(options: Parameters<TestBrowser['newPage']>[0] = {}): Promise<{ desk: Page; dialogs: string[] }> {
  const desk = await browser.newPage(options)
  const dialogs: string[] = []
  desk.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await signInOwner(site, desk, '/admin/orders')
  return { desk, dialogs }
}

/** A visitor says that Cash App money is on its way. */
async function claim(email: string, buyer?: Page): Promise<{ buyer: Page; code: string }> {
  buyer ??= await browser.newPage()
  await buyer.goto(`/book/${bookId}`)
  await buyer.getByRole('radio', { name: 'Cash App' }).check()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'Pay with Cash App' })
  await dialog.getByLabel('Email (optional)').fill(email)
  const code = /SW-[A-Z0-9]{8}/.exec((await dialog.textContent()) ?? '')![0]
  await dialog.getByRole('button', { name: 'I have sent it' }).click()
  await buyer.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Done' }).click()
  return { buyer, code }
}

/** Somebody buys the book by card. */
async function buyByCard(email: string): Promise<{ code: string; paymentId: string }> {
  const reply = await fetch(`${site.origin}/api/books/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ book_id: bookId, origin_url: site.origin }),
  })
  const sessionId = String(((await reply.json()) as { url: string }).url)
    .split('/')
    .at(-1)!
  const session = stripe.pay(sessionId, email)
  await stripe.deliver(`${site.origin}/api/webhooks/stripe`, stripe.sign(stripe.event('checkout.session.completed', session)))
  const cookie = String(reply.headers.get('set-cookie')).split(';')[0]!
  const access = await (await fetch(`${site.origin}/api/books/${bookId}/access`, { headers: { cookie } })).json()
  return { code: (access as { order: { code: string } }).order.code, paymentId: session.payment_intent! }
}

async function judge(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  expect.soft(found, where).toEqual([])
}

const subjectsTo = async (address: string) =>
  (await site.outbox()).filter(({ to }) => to?.some((one) => one.address === address)).map(({ subject }) => subject)

test('a visitor’s Cash App claim is found and confirmed by keys alone, and the visitor reads', async () => {
  const { buyer, code } = await claim('keys@example.com')
  const { desk } = await openDesk()
  await desk.getByRole('searchbox', { name: 'Search orders' }).focus()
  await desk.keyboard.type(code.toLowerCase())
  await desk.keyboard.press('Enter')
  await desk.waitForURL(/q=sw-/)
  await judge(desk, 'list of orders')
  const link = desk.getByRole('link', { name: code })
  await link.focus()
  await desk.keyboard.press('Enter')
  const confirm = desk.getByRole('button', { name: 'The money is there: open the book' })
  await confirm.waitFor()
  await judge(desk, 'a claim')
  await confirm.focus()
  await desk.keyboard.press('Enter')
  await desk.getByRole('status').filter({ hasText: 'is open' }).waitFor()
  // The button is gone; the keys go on from what was told.
  await expect.poll(() => desk.evaluate<boolean>('document.activeElement !== document.body')).toBe(true)
  await buyer.locator('#owned-heading').waitFor({ state: 'attached', timeout: 40_000 })
  await buyer.goto(`/book/${bookId}/read`)
  await expect.poll(() => subjectsTo('keys@example.com'), { timeout: 15_000 }).toContain('Your book: Real AI Music')
})

test('an answer that was overtaken does not make the book’s page forget a claim, and one that fails is asked again', async () => {
  const buyer = await browser.newPage({ expected: [/status of 503/] })
  const held = Promise.withResolvers<undefined>()
  let asked = 0
  await buyer.route(`**/api/books/${bookId}/access`, async (route) => {
    asked += 1
    if (asked === 1) {
      // The first question is answered last, from before the claim.
      const before = await route.fetch()
      await held.promise
      return route.fulfill({ response: before })
    }
    return asked === 2 ? route.fulfill({ status: 503, body: 'broken' }) : route.continue()
  })
  const { code } = await claim('overtaken@example.com', buyer)
  const state = buyer.locator('#payment').getByRole('status')
  await state.getByText(code).waitFor({ state: 'attached' })
  const late = buyer.waitForResponse((reply) => reply.url().endsWith('/access') && reply.status() === 200)
  held.resolve(undefined)
  await late
  const sofar = asked
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(sofar)
  expect(await state.textContent()).toContain(code)
})

test('a declined claim tells the buyer why, on the page and by mail, and can be taken up again', async () => {
  const { buyer, code } = await claim('declined@example.com')
  const { desk, dialogs } = await openDesk()
  await desk.getByRole('link', { name: code }).click()
  await desk.getByLabel('Reason, told to the buyer').fill(hostile)
  await desk.getByRole('button', { name: 'Decline' }).click()
  await desk
    .getByRole('status')
    .filter({ hasText: `${code} is declined` })
    .waitFor()
  await buyer.reload()
  await buyer.getByRole('status').filter({ hasText: 'We did not find your Cash App payment' }).getByText(hostile).waitFor()
  await judge(buyer, 'a declined claim')
  await expect.poll(() => subjectsTo('declined@example.com'), { timeout: 15_000 }).toContain('We did not find your payment: Real AI Music')
  await desk.getByRole('button', { name: 'Undo' }).click()
  await desk.getByRole('status').filter({ hasText: 'waits again' }).waitFor()
  await buyer.reload()
  await buyer.getByRole('status').filter({ hasText: 'is on its way' }).waitFor()
  expect(dialogs).toEqual([])
})

test('who waits with the thanks still open on a phone is told there that no payment was found', async () => {
  const buyer = await browser.newPage({ viewport: { width: 390, height: 844 }, expected: [/status of 400/] })
  await buyer.goto(`/book/${bookId}`)
  await buyer.getByRole('radio', { name: 'Cash App' }).check()
  await buyer.getByRole('button', { name: 'Proceed to Payment' }).click()
  const dialog = buyer.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'I have sent it' })
  await dialog.getByLabel('Email (optional)').fill('garbage')
  await send.click()
  const refusal = dialog.getByText('Please enter a valid email address.')
  await refusal.waitFor()
  const box = async (place: typeof refusal) => (await place.boundingBox()) ?? { y: 0, height: 0 }
  // In sight, and not behind the foot of the dialog.
  const overlap = async () => (await box(refusal)).y + (await box(refusal)).height - (await box(send)).y
  await expect.poll(overlap, { timeout: 20_000 }).toBeLessThanOrEqual(0)
  await dialog.getByLabel('Email (optional)').fill('waiting@example.com')
  const code = /SW-[A-Z0-9]{8}/.exec((await dialog.textContent()) ?? '')![0]
  await send.click()
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor()
  const { desk } = await openDesk()
  await desk.getByRole('link', { name: code }).click()
  await desk.getByLabel('Reason, told to the buyer').fill('Nothing came in.')
  await desk.getByRole('button', { name: 'Decline' }).click()
  await dialog.getByRole('heading', { name: 'No payment was found' }).waitFor()
  await dialog.getByRole('status').getByText('Nothing came in.').waitFor()
  await judge(buyer, 'a claim declined while its dialog is open')
})

test('a refund names its amount and buyer first, goes through the provider once, and closes the book', async () => {
  const { code, paymentId } = await buyByCard('refunded@example.com')
  const { desk } = await openDesk()
  await desk.goto(`/admin/orders?q=${paymentId}`)
  await desk.getByRole('link', { name: code }).click()
  await desk.getByRole('link', { name: 'Give the money back' }).click()
  await desk.getByRole('heading', { name: 'Give back $9.99 to refunded@example.com?' }).waitFor()
  await judge(desk, 'the question before a refund')
  const before = stripe.refunds.length
  await desk.getByRole('button', { name: 'Give back $9.99' }).dblclick()
  await desk.getByRole('status').filter({ hasText: '$9.99 went back to refunded@example.com' }).waitFor()
  expect(stripe.refunds.length - before).toBe(1)
  await desk.getByRole('row', { name: /given back by the owner/ }).waitFor()
  await expect
    .poll(() => subjectsTo('refunded@example.com'), { timeout: 15_000 })
    .toContainEqual(expect.stringMatching(/^Your money is on its way back/))
})

test('the list works without script on a phone, and its file holds nothing a spreadsheet would run', async () => {
  await buyByCard('=cmd@example.com')
  const { code } = await buyByCard('phone@example.com')
  const { desk } = await openDesk({ phone: true, javaScriptEnabled: false })
  await desk.getByRole('searchbox', { name: 'Search orders' }).fill('phone@example.com')
  await desk.getByRole('button', { name: 'Search' }).click()
  await desk.getByRole('link', { name: code }).click()
  await desk.getByRole('button', { name: 'Send the book’s mail again' }).click()
  await desk.getByRole('status').filter({ hasText: 'A new link is on the way to phone@example.com' }).waitFor()
  const { desk: wide } = await openDesk()
  const [download] = await Promise.all([wide.waitForEvent('download'), wide.getByRole('link', { name: 'Download as CSV' }).click()])
  const file = await readFile((await download.path())!, 'utf8')
  expect(file).toContain(code)
  expect(file).toContain(",'=cmd@example.com,")
  expect(file).not.toMatch(/[\n,]"?[=+@]/)
})

test('the keys stay in the search of orders, and go on from what was told after a need was put aside', async () => {
  const { code } = await claim('aside@example.com')
  const { desk } = await openDesk({ viewport: { width: 1440, height: 900 } })
  await desk.getByRole('searchbox', { name: 'Search orders' }).focus()
  await desk.keyboard.type(code.toLowerCase())
  await desk.keyboard.press('Enter')
  await desk.getByRole('link', { name: 'Clear' }).waitFor()
  expect(await focused(desk)).toBe('Search orders')
  await desk.goBack()
  await desk.getByRole('link', { name: 'Clear' }).waitFor({ state: 'detached' })
  expect(await desk.getByRole('searchbox', { name: 'Search orders' }).inputValue()).toBe('')

  await desk.goto('/admin/inbox')
  const aside = desk.getByRole('button', { name: /^Put aside for a week/ }).last()
  await aside.focus()
  await desk.keyboard.press('Enter')
  await expect.poll(() => focused(desk), { timeout: 20_000 }).toMatch(/^Put aside for a week: .*Undo$/)
  await desk.keyboard.press('Tab')
  expect(await focused(desk)).toBe('Undo')
  await desk.keyboard.press('Enter')
  await expect.poll(() => focused(desk), { timeout: 20_000 }).toMatch(/^Back on the list: /)
})
