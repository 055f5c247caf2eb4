/* Long on purpose: one site and one buyer's whole way, from the first look at a book to a refund, whose steps share their set-up. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'
import { startSite, type Site } from '#tests/support/site.ts'

const bookId = 'ai-fun-profit'
const title = 'AI for Fun & Profit'
const bookPage = `/book/${bookId}`

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })

/** From the book's page to the provider's. */
async function goToPayment(page: Page, { consent = false } = {}) {
  await page.goto(bookPage)
  await page.getByRole('radio', { name: 'Credit/Debit Card' }).check()
  if (consent) await page.getByRole('checkbox').check()
  await proceed(page).click()
  await page.waitForURL(/\/test-checkout\//)
}

/** Buys the book and comes back to its page. */
async function buy(page: Page, email: string, choice: { consent?: boolean; webhook?: string } = {}) {
  await goToPayment(page, choice)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: choice.webhook ?? 'Now' }).check()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor()
}

/** The newest mail to an address, once there are at least so many. */
async function mailTo(address: string, count = 1) {
  const mails = async () => (await site.outbox()).filter((mail) => mail.to?.some((to) => to.address === address))
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)
  const all = await mails()
  const links = all.flatMap((mail) => /\/my-books\/open\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? [])
  return { all, links }
}

async function judge(page: Page, where: string) {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect
    .soft(
      violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
      where,
    )
    .toEqual([])
}

test('nothing is chosen and nothing agreed to; the button waits for a way to pay', async () => {
  const page = await browser.newPage()
  await page.goto('/books')
  await page.getByRole('link', { name: `Buy Now: ${title}` }).click()
  await page.waitForURL(`**${bookPage}#payment`)
  await page.getByRole('heading', { name: 'Buy this book' }).waitFor()
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('payment-heading')
  const top = async () => (await page.getByRole('heading', { name: 'Buy this book' }).boundingBox())?.y
  await expect.poll(top).toBeGreaterThan(64)
  const ways = page.getByRole('group', { name: 'How do you want to pay?' }).getByRole('radio')
  expect(await ways.count()).toBe(2)
  for (const way of await ways.all()) expect(await way.isChecked()).toBe(false)
  expect(await page.getByRole('checkbox', { name: /lose my right of withdrawal/ }).isChecked()).toBe(false)
  expect(await proceed(page).isDisabled()).toBe(true)
  await page.getByText('Test checkout: no real money').waitFor()
  await page.getByRole('radio', { name: 'Cash App' }).check()
  expect(await proceed(page).isEnabled()).toBe(true)
  await judge(page, 'the payment box')
})

test('while payment begins the button says so; a failure is told word for word and gives it back', async () => {
  const page = await browser.newPage({ expected: [/status of 500/] })
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/books/checkout', async (route) => {
    await held
    await route.fulfill({ status: 500, body: 'broken' })
  })
  await page.goto(bookPage)
  await page.getByRole('radio', { name: 'Credit/Debit Card' }).check()
  await proceed(page).click()
  const processing = page.getByRole('button', { name: 'Processing...' })
  await processing.waitFor()
  expect(await processing.isDisabled()).toBe(true)
  answer()
  expect(await page.getByRole('alert').filter({ hasText: 'Failed' }).textContent()).toBe('Failed to initiate checkout. Please try again.')
  expect(await proceed(page).isEnabled()).toBe(true)
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Proceed to Payment')
  await judge(page, 'the alert')
})

test('who closes the payment page is told that nothing was charged, and tries again at a clean address', async () => {
  const page = await browser.newPage()
  await goToPayment(page)
  await page.getByText('Test checkout: no real money').waitFor()
  await judge(page, 'the test checkout')
  await page.getByRole('link', { name: 'Close' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Cancelled' })
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain('No charges were made.')
  await judge(page, 'cancelled')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('payment-heading')
  await page.reload()
  await proceed(page).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('coming back from the payment page by Back, the button is no longer processing', async () => {
  const page = await browser.newPage()
  await goToPayment(page)
  await page.goBack()
  await page.getByRole('radio', { name: 'Credit/Debit Card' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Processing...' }).count()).toBe(0)
  await proceed(page).waitFor()
})

test('a declined card stays on the payment page, with the address that was typed', async () => {
  const page = await browser.newPage({ expected: [/status of 402/] })
  await goToPayment(page)
  await page.getByLabel('Email').fill('declined@example.com')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alert').getByText('declined').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('declined@example.com')
})

test('a payment success typed by hand changes nothing', async () => {
  const page = await browser.newPage({ expected: [/status of 404/] })
  await page.goto(`${bookPage}?payment=success`)
  await proceed(page).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${bookPage}?payment=success&session_id=cs_test_made_up`)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByText('You own this book').count()).toBe(0)
})

test(
  'a buyer is thanked, owns the book in place, corrects the address, and opens the book elsewhere by the mailed link',
  { timeout: 90_000 },
  async () => {
    const page = await browser.newPage({ expected: [/status of 400/] })
    await buy(page, 'mistyped@example.com', { consent: true })
    const dialog = page.getByRole('dialog', { name: 'Payment Successful' })
    for (const words of ['Thank you', 'emailed', 'inbox', 'spam']) expect(await dialog.textContent()).toContain(words)
    expect(await dialog.getByRole('link', { name: 'Read now' }).getAttribute('href')).toBe(`${bookPage}/read`)
    expect(await dialog.getByRole('link', { name: 'Browse More Books' }).getAttribute('href')).toBe('/books')
    await judge(page, 'thanks')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('')

    await page.getByRole('heading', { name: 'You own this book' }).waitFor()
    expect(await proceed(page).count()).toBe(0)
    const box = page.locator('#payment')
    await box.getByText('Sent to m•••@example.com.').waitFor()
    expect(await box.getByRole('link', { name: 'Listen' }).count()).toBe(0)
    await judge(page, 'owned')

    await box.getByRole('button', { name: 'Wrong address?' }).click()
    await box.getByLabel('The right address').fill('nobody@nowhere')
    await box.getByRole('button', { name: 'Send it there' }).click()
    await box.getByText('Please enter a valid email address.').waitFor()
    await box.getByLabel('The right address').fill('right@example.com')
    await box.getByRole('button', { name: 'Send it there' }).click()
    await box.getByText('Sent to r•••@example.com.').waitFor()
    await judge(page, 'corrected')

    const { links } = await mailTo('right@example.com')
    const elsewhere = await browser.newPage({ javaScriptEnabled: false })
    await elsewhere.goto(links[0]!)
    expect(await elsewhere.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await elsewhere.getByRole('button', { name: 'Open my book' }).click()
    await elsewhere.waitForURL(`**${bookPage}/read`)
    await elsewhere.goto('/my-books')
    await elsewhere.getByRole('link', { name: `Read ${title}` }).waitFor()

    // Somebody has opened it: from now on the address stays.
    await page.reload()
    await box.getByText('Sent to r•••@example.com.').waitFor()
    expect(await box.getByRole('button', { name: 'Wrong address?' }).count()).toBe(0)
  },
)

test('the link sent to a mistyped address says that it was replaced', async () => {
  const { links } = await mailTo('mistyped@example.com')
  const page = await browser.newPage({ expected: [/status of 410/] })
  expect((await page.goto(links[0]!))?.status()).toBe(410)
  await page.getByRole('heading', { level: 1, name: 'This link was replaced' }).waitFor()
  await judge(page, 'a replaced link')
})

test('a webhook that never comes keeps nobody waiting', async () => {
  const page = await browser.newPage()
  await buy(page, 'patient@example.com', { webhook: 'Never' })
  await page.getByRole('dialog').getByRole('link', { name: 'Read now' }).click()
  await page.waitForURL(`**${bookPage}/read`)
})

test('while the provider says nothing the page waits quietly, says so honestly after a minute, and a failing question is only logged', async () => {
  const page = await browser.newPage({ expected: [/status of 500/] })
  await page.clock.install()
  let asked = 0
  await page.route('**/api/books/checkout/status/*', (route) => {
    asked += 1
    return asked <= 2 ? route.fulfill({ status: 500, body: '' }) : route.fulfill({ json: { payment_status: 'unpaid' } })
  })
  await page.goto(`${bookPage}?payment=success&session_id=cs_test_slow`)
  await page.getByRole('status').getByText('Confirming your payment…').waitFor()
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(3)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.clock.fastForward(61_000)
  await page.getByRole('status').getByText('still being confirmed').waitFor()
  await judge(page, 'still waiting')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('books are found again by mail, with the same words for an address that bought nothing', { timeout: 60_000 }, async () => {
  const page = await browser.newPage()
  await buy(page, 'finder@example.com')
  const before = (await mailTo('finder@example.com')).all.length
  const words: (string | null)[] = []
  for (const email of ['stranger@example.com', 'finder@example.com']) {
    const visitor = await browser.newPage({ javaScriptEnabled: false })
    await visitor.goto('/my-books')
    await visitor.getByText('No books here yet').waitFor()
    await visitor.getByLabel('Email').fill(email)
    await visitor.getByRole('button', { name: 'Send me my links' }).click()
    words.push(await visitor.getByRole('status').filter({ hasText: 'links' }).textContent())
  }
  expect(words[0]).toBe(words[1])
  const { links } = await mailTo('finder@example.com', before + 1)
  const clean = await browser.newPage()
  await clean.goto(links.at(-1)!)
  await judge(clean, 'a personal link')
  await clean.getByRole('button', { name: 'Open my book' }).click()
  await clean.waitForURL(`**${bookPage}/read`)
  await clean.goto('/my-books')
  await clean.getByRole('link', { name: `Read ${title}` }).waitFor()
  await judge(clean, 'my books')
  await clean.goto(bookPage)
  await clean.getByRole('heading', { name: 'You own this book' }).waitFor()
})

test('Cash App shows what to send, copies each part, and thanks', { timeout: 60_000 }, async () => {
  const page = await browser.newPage({ expected: [/status of 400/] })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  await page.goto(bookPage)
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await proceed(page).click()
  const dialog = page.getByRole('dialog', { name: 'Pay with Cash App' })
  await dialog.waitFor()
  await dialog.getByText('nobody receives money').waitFor()
  await dialog.getByRole('img', { name: /QR code: pay \$9\.99/ }).waitFor()
  expect(await dialog.textContent()).toContain(`book ID ${bookId} to hello@swade.example`)
  const copied = async (what: string) => {
    await dialog.getByRole('button', { name: `Copy ${what}` }).click()
    await dialog.getByRole('status').filter({ hasText: 'copied' }).first().waitFor({ state: 'attached' })
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  expect(await copied('send to')).toMatch(/^\$/)
  expect(await copied('exact price')).toBe('9.99')
  expect(await copied('note')).toMatch(new RegExp(`${bookId}.*SW-[A-Z0-9]{8}`))
  await judge(page, 'Cash App')

  // Closing gives the focus back, and the same claim waits behind the same button.
  const code = /SW-[A-Z0-9]{8}/.exec((await dialog.textContent()) ?? '')?.[0]
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Proceed to Payment')
  // It is seen while it leaves, and would be taken for the next one.
  await dialog.waitFor({ state: 'hidden' })
  await proceed(page).press('Enter')
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain(code)

  await dialog.getByLabel('Email (optional)').fill('cash@nowhere')
  await dialog.getByRole('button', { name: 'I have sent it' }).click()
  await dialog.getByText('Please enter a valid email address.').waitFor()
  await dialog.getByLabel('Email (optional)').fill('cash@example.com')
  await dialog.getByRole('button', { name: 'I have sent it' }).click()
  const thanks = page.getByRole('dialog', { name: 'Thank you' })
  await thanks.getByText('cash@example.com').waitFor()
  await judge(page, 'Cash App, thanks')
  await thanks.getByRole('button', { name: 'Done' }).click()
  const box = page.locator('#payment')
  await box.getByRole('status').filter({ hasText: 'is on its way' }).waitFor()

  // With money on its way, paying once more is not offered beside it.
  expect(await proceed(page).isVisible()).toBe(false)
  await box.getByRole('button', { name: 'Pay another way' }).click()
  await box.getByText('you would pay twice').waitFor()
  expect(await proceed(page).isVisible()).toBe(true)
  await judge(page, 'money on its way')
})

/** The owner, signed in once a story, finds the money of a claim. */
let desk: Page | undefined
async function confirmClaim(code: string) {
  if (!desk || desk.isClosed()) {
    desk = await browser.newPage()
    await signInOwner(site, desk, '/admin/orders')
  }
  await desk.goto('/admin/orders')
  await desk.getByRole('link', { name: code }).click()
  await desk.getByRole('button', { name: 'The money is there: open the book' }).click()
  await desk.getByRole('status').filter({ hasText: 'is open' }).waitFor()
}

test('the open page learns by itself that the owner found the money, in the dialog or beside it', { timeout: 90_000 }, async () => {
  for (const isDialogOpen of [true, false]) {
    const page = await browser.newPage()
    await page.goto(bookPage)
    await page.getByRole('radio', { name: 'Cash App' }).check()
    await proceed(page).click()
    const dialog = page.locator('#cash-app')
    const sent = dialog.getByRole('button', { name: 'I have sent it' })
    await sent.waitFor()
    const code = /SW-[A-Z0-9]{8}/.exec((await dialog.textContent()) ?? '')![0]
    await sent.click()
    await dialog.getByRole('heading', { name: 'Thank you' }).waitFor()
    if (!isDialogOpen) {
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('payment-heading')
    }
    await confirmClaim(code)
    await page.locator('#owned-heading').waitFor({ state: 'attached', timeout: 40_000 })
    const told = isDialogOpen
      ? page.getByRole('dialog', { name: 'Your book is open' })
      : page.getByRole('status').filter({ hasText: 'We have found your Cash App payment' })
    await judge(page, `found, ${isDialogOpen ? 'in the dialog' : 'in a line'}`)
    await told.getByRole('link', { name: 'Read now' }).click()
    await page.waitForURL(`**${bookPage}/read`)
  }
})

test.each([
  [1440, 900],
  [390, 844],
])('at %i by %i the button that says the money was sent is in sight', async (width, height) => {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.goto(bookPage)
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await proceed(page).click()
  const sent = page.getByRole('button', { name: 'I have sent it' })
  await sent.waitFor()
  const box = (await sent.boundingBox())!
  expect(box.y + box.height).toBeLessThan(height)
  // Where there is room nothing has to be scrolled to.
  if (width > 1000)
    expect(
      await page.evaluate<boolean>(
        `(() => { const body = document.querySelector('#cash-app > div + div'); return body.scrollHeight <= body.clientHeight })()`,
      ),
    ).toBe(true)
})

test('who was given the money back is told on the page of the book and in My Books', { timeout: 60_000 }, async () => {
  const page = await browser.newPage()
  await goToPayment(page)
  const payment = page.url()
  await page.getByLabel('Email').fill('back@example.com')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor()
  await page.goto(payment)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('status').filter({ hasText: 'The money was given back.' }).waitFor()
  const words = new RegExp(`^Your payment for ${title} was given back on \\d{1,2} \\w+ \\d{4}; order SW-[A-Z0-9]{8}\\.$`)
  await expect
    .poll(
      async () => {
        await page.goto('/my-books')
        return page
          .getByRole('list', { name: 'Given back' })
          .textContent({ timeout: 1000 })
          .catch(() => '')
      },
      { timeout: 20_000 },
    )
    .toMatch(words)
  await page.goto(bookPage)
  await page.locator('#payment').getByText(words).waitFor()
})

test('by keyboard alone one chooses a way, agrees and pays', { timeout: 60_000 }, async () => {
  const page = await browser.newPage()
  await page.goto(bookPage)
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      const here = await page.evaluate<string>(
        '(document.activeElement.labels?.[0]?.textContent ?? "") + "|" + (document.activeElement.textContent ?? "") + "|" + (document.activeElement.getAttribute("name") ?? "")',
      )
      if (name.test(here)) return
    }
    throw new Error(`Tab never came to ${String(name)}`)
  }
  await tabTo(/Credit\/Debit Card/)
  await page.keyboard.press('Space')
  await tabTo(/immediate access/)
  await page.keyboard.press('Space')
  expect(await page.getByRole('checkbox').isChecked()).toBe(true)
  await tabTo(/Proceed to Payment/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/test-checkout\//)
  await tabTo(/^Email/)
  await page.keyboard.type('keys@example.com')
  await tabTo(/\|Pay\|/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor()
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Read now')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${bookPage}/read`)
})

test('without script the page says what paying needs, and everything else reads', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(bookPage)
  await page.locator('#payment noscript p').waitFor()
  expect(await page.locator('#payment noscript p').textContent()).toMatch(/^Paying needs JavaScript\..*hello@swade\.example.*ai-fun-profit/)
  // Who takes the card is not known here.
  await page.getByText('On the card provider’s page').waitFor()
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  expect(await page.getByRole('link', { name: 'Read Preview' }).getAttribute('href')).toBe(`${bookPage}/read`)
})

test('the page is whole when nobody can say what this browser owns', async () => {
  const page = await browser.newPage({ expected: [/status of 503/] })
  await page.route('**/access', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(bookPage)
  await page.getByRole('radio', { name: 'Credit/Debit Card' }).check()
  await proceed(page).click()
  await page.waitForURL(/\/test-checkout\//)
})

test.each([
  ['with script', true],
  ['without script', false],
])('%s a contract is withdrawn from in two steps, and both sides can prove when', async (_how, javaScriptEnabled) => {
  const email = javaScriptEnabled ? 'leaving@example.com' : 'plain@example.com'
  const page = await browser.newPage({ javaScriptEnabled, expected: [/status of 400/] })
  await page.goto('/imprint')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' }).click()
  await page.getByRole('heading', { level: 1, name: 'Withdraw from contract' }).waitFor()
  await page.getByLabel('Your name').fill('Rae Example')
  await page.getByLabel('Contract').fill('SW-ABCDEFGH')
  await page.getByLabel('Email').fill('rae@nowhere')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please enter a valid email address.').waitFor()
  expect(await page.getByLabel('Your name').inputValue()).toBe('Rae Example')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Change' }).click()
  expect(await page.getByLabel('Contract').inputValue()).toBe('SW-ABCDEFGH')
  await page.getByRole('button', { name: 'Continue' }).click()
  if (javaScriptEnabled) await judge(page, 'confirm the withdrawal')
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await page.getByRole('heading', { level: 1, name: 'We have received your withdrawal' }).waitFor()
  expect(await page.getByRole('main').locator('time').textContent()).toMatch(/^\d{1,2} \w+ \d{4}, \d\d:\d\d UTC$/)
  if (javaScriptEnabled) await judge(page, 'the receipt')
  await mailTo(email)
})
