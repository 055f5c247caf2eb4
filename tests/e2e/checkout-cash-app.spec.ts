import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOrderAsOwner } from '#tests/support/buy-book.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const bookId = 'ai-fun-profit'
const bookPage = `/book/${bookId}`
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }
/** The page polls every five seconds while a claim is open. */
const untilPollMs = 5_000

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })
const dialogOf = (page: Page) => page.locator('#cash-app')
const sendButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Mark as sent' })

/** Chooses Cash App. @returns the order code. */
async function choose(page: Page): Promise<string> {
  await page.goto(bookPage)
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await proceed(page).click()
  await sendButton(page).waitFor(soon)
  return /SW-[A-Z0-9]{8}/.exec((await dialogOf(page).textContent()) ?? '')![0]
}

/** Makes the page refresh, as it does when a visitor returns. */
const comeBack = (page: Page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)

test('Cash App shows the payment details and copies each value; the open page reports the confirmation by itself', async () => {
  const page = await site.newPage({ viewport: { width: 1440, height: 900 }, expected: [/status of 400/] })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await page.clock.install()
  const code = await choose(page)
  const dialog = dialogOf(page)
  await dialog.getByRole('heading', { name: 'Pay with Cash App' }).waitFor()
  await dialog.getByText('no one receives money').waitFor()
  await dialog.getByRole('img', { name: /QR code: pay \$9\.99/ }).waitFor()
  expect(await dialog.textContent()).toContain(`book ID ${bookId} to hello@swade.example`)
  // On a large screen everything is visible.
  const box = (await sendButton(page).boundingBox())!
  expect(box.y + box.height).toBeLessThan(900)
  const fits = `(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('#cash-app > div + div'))`
  expect(await page.evaluate<boolean>(fits)).toBe(true)
  const copied = async (what: string) => {
    await dialog.getByRole('button', { name: `Copy ${what}` }).click()
    await dialog
      .getByRole('status')
      .filter({ hasText: new RegExp(`${what} copied`, 'i') })
      .waitFor({ state: 'attached' })
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  expect(await copied('recipient')).toMatch(/^\$/)
  expect(await copied('exact price')).toBe('9.99')
  expect(await copied('note')).toBe(`${bookId} ${code}`)
  await checkAccessibility(page, 'what to send', 'dialog[open]')

  // Closing returns the focus, and the same button opens the same claim.
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent'), soon).toBe('Proceed to Payment')
  // The closing dialog is still visible and could be mistaken for the next one.
  await dialog.waitFor({ state: 'hidden' })
  await proceed(page).press('Enter')
  await dialog.getByText(code).first().waitFor(soon)

  const email = dialog.getByLabel('Email (optional)')
  await email.fill('cash@nowhere')
  await sendButton(page).click()
  await dialog.getByText('Please enter a valid email address.').waitFor(soon)
  await email.fill('cash@cash-app.example')
  await sendButton(page).click()
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor(soon)
  await dialog.getByText('cash@cash-app.example').waitFor()
  await checkAccessibility(page, 'thanks', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate<string>('document.activeElement.id'), soon).toBe('payment-heading')

  // While a payment is open, paying again is not offered beside it.
  const payment = page.locator('#payment')
  await payment.getByRole('status').filter({ hasText: 'payment as sent' }).waitFor(soon)
  expect(await proceed(page).isVisible()).toBe(false)
  await payment.getByRole('button', { name: 'Pay another way' }).click()
  await expect.poll(() => proceed(page).isVisible(), soon).toBe(true)
  // No money is on its way to the sample handle.
  expect(await payment.getByText('you would pay twice').count()).toBe(0)
  await checkAccessibility(page, 'a sample payment marked as sent', '#payment')

  const owner = await openOrderAsOwner(site, code)
  expect((await owner.press('Confirm payment')).text).toContain('Payment confirmed.')
  const status = page.getByRole('status').filter({ hasText: 'We have confirmed your Cash App payment' })
  await expect
    .poll(async () => {
      await page.clock.fastForward(untilPollMs)
      return status.count()
    }, soon)
    .toBe(1)
  await checkAccessibility(page, 'the payment was confirmed', 'main')
  expect(await status.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe(`${bookPage}/read`)
})

test('on a phone the open dialog shows the decline with its reason, and later the confirmation', async () => {
  const page = await site.newPage({ viewport: { width: 390, height: 844 }, expected: [/status of 400/] })
  const dialogs: string[] = []
  page.on('dialog', (one) => {
    dialogs.push(one.message())
    void one.dismiss()
  })
  await page.clock.install()
  const code = await choose(page)
  const dialog = dialogOf(page)
  const send = sendButton(page)
  const bottomOf = async (part: typeof send) => (await part.boundingBox())!.y + (await part.boundingBox())!.height
  expect(await bottomOf(send)).toBeLessThan(844)
  await dialog.getByLabel('Email (optional)').fill('garbage')
  await send.click()
  const refusal = dialog.getByText('Please enter a valid email address.')
  await refusal.waitFor(soon)
  // Visible, and not behind the footer of the dialog.
  await expect.poll(async () => (await bottomOf(refusal)) - (await send.boundingBox())!.y, soon).toBeLessThanOrEqual(0)
  await dialog.getByLabel('Email (optional)').fill('waiting@cash-app.example')
  await send.click()
  await dialog.getByRole('heading', { name: 'Thank you' }).waitFor(soon)

  const owner = await openOrderAsOwner(site, code)
  const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>'=1+1`
  const declined = await owner.press('Decline', { reason: hostile })
  expect(declined.text).toContain(`${code} was declined`)
  await expect
    .poll(async () => {
      await page.clock.fastForward(untilPollMs)
      return dialog.getByRole('heading', { name: 'Sample order closed' }).count()
    }, soon)
    .toBe(1)
  await dialog.getByRole('status').getByText(hostile).waitFor()
  await checkAccessibility(page, 'a claim declined while its dialog is open', 'dialog[open]')
  await mailTo(site, 'waiting@cash-app.example', /^Your sample order was closed/)

  // The payment box shows the same, and later that the claim was reopened.
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('status').filter({ hasText: 'We closed your sample order' }).getByText(hostile).waitFor()
  await checkAccessibility(page, 'a declined claim', '#payment')
  expect((await owner.press('Undo')).text).toContain('was reopened')
  await comeBack(page)
  await page.locator('#payment').getByRole('status').filter({ hasText: 'payment as sent' }).waitFor(soon)
  await page.getByRole('button', { name: 'View payment details' }).click()
  await dialog.getByText('You marked this sample payment as sent.').waitFor(soon)
  await dialog.getByRole('button', { name: 'Save email address' }).waitFor(soon)
  await owner.press('Confirm payment')
  await expect
    .poll(async () => {
      await page.clock.fastForward(untilPollMs)
      return dialog.getByRole('heading', { name: 'Your book is unlocked' }).count()
    }, soon)
    .toBe(1)
  await checkAccessibility(page, 'the payment was confirmed while the dialog is open', 'dialog[open]')
  expect(await dialog.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe(`${bookPage}/read`)
  expect(dialogs).toEqual([])
})

test('a late response does not remove a claim from the page, and a failed request is retried', async () => {
  const page = await site.newPage({ expected: [/status of 503/] })
  await page.clock.install()
  const held = Promise.withResolvers<void>()
  let requestCount = 0
  await page.route(`**/api/books/${bookId}/access`, async (route) => {
    requestCount += 1
    if (requestCount === 1) {
      // The first request is answered last, with the state before the claim.
      const before = await route.fetch()
      await held.promise
      return route.fulfill({ response: before })
    }
    return requestCount === 2 ? route.fulfill({ status: 503, body: 'broken' }) : route.continue()
  })
  const code = await choose(page)
  await sendButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Done' }).click()
  const state = page.locator('#payment').getByRole('status')
  await state.getByText(code).waitFor({ ...soon, state: 'attached' })
  const late = page.waitForResponse((reply) => reply.url().endsWith('/access') && reply.status() === 200)
  held.resolve()
  await (await late).finished()
  const soFar = requestCount
  await expect
    .poll(async () => {
      await page.clock.fastForward(untilPollMs)
      return requestCount
    }, soon)
    .toBeGreaterThan(soFar)
  expect(await state.textContent()).toContain(code)
})
