import { afterAll, beforeAll, expect, test } from 'vitest'
import { focused } from '#tests/support/focused.ts'
import { launchWholeBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchWholeBrowser(site.origin)
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** The mail to one address, as soon as it is written. */
async function mailTo(address: string) {
  await expect.poll(async () => (await site.outbox()).filter(({ to }) => to?.[0]?.address === address), { timeout: 10_000 }).toHaveLength(1)
  const mail = (await site.outbox()).find(({ to }) => to?.[0]?.address === address)
  const oneClick = /<([^>]+)>/.exec(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? ''
  return { mail, oneClickPath: new URL(oneClick).pathname, pagePath: /\/newsletter\/unsubscribe\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '' }
}

test('a stranger signs up on the landing page, reads the welcome mail and leaves by one click', async () => {
  const page = await browser.newPage()
  await page.goto('/')
  const form = page.getByRole('region', { name: 'The Friday letter' })
  const button = form.getByRole('button', { name: 'Subscribe' })
  await form.scrollIntoViewIfNeeded()
  await expect.poll(() => button.isDisabled(), { timeout: 20_000 }).toBe(true)
  await form.getByLabel('Email').fill('stranger@example.com')
  await form.getByLabel('First name').fill('Sam')
  await button.click()
  const answer = form.getByRole('status')
  await answer.waitFor()
  expect(await answer.textContent()).toContain('on its way to your inbox')
  await expect.poll(() => page.evaluate<string>('document.activeElement.getAttribute("role")')).toBe('status')

  const { mail, oneClickPath } = await mailTo('stranger@example.com')
  expect(mail?.text).toContain('Hello Sam,')
  const left = await fetch(site.origin + oneClickPath, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'error',
  })
  expect(left.status).toBe(200)
  await page.goto(oneClickPath)
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
})

test('without JavaScript the same form works, and so does leaving', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('region', { name: 'The Friday letter' }).getByLabel('Email').fill('plain@example.com')
  await page.getByRole('region', { name: 'The Friday letter' }).getByRole('button', { name: 'Subscribe' }).click()
  await page.waitForURL('**/newsletter?state=done')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Check your inbox')

  const { pagePath } = await mailTo('plain@example.com')
  await page.goto(pagePath)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Leave the letter?')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You are unsubscribed')
  await page.getByRole('button', { name: 'Subscribe again' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Leave the letter?')
})

test('without JavaScript a bad address comes back with what was typed', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false, expected: [/status of 400/] })
  await page.goto('/newsletter')
  await page.getByLabel('Email').fill('a@b')
  await page.getByLabel('Last name').fill('Kept')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('Please enter a valid email address.')
  expect(await page.getByLabel('Email').inputValue()).toBe('a@b')
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Last name').inputValue()).toBe('Kept')
})

test('while it is being sent nothing can be changed, and the button says so', async () => {
  const page = await browser.newPage()
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/newsletter/subscribe', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/newsletter')
  await page.getByLabel('Email').fill('slow@example.com')
  await page.getByLabel('Email').press('Enter')
  const button = page.getByRole('button', { name: 'Subscribing...' })
  await button.waitFor()
  expect(await button.isDisabled()).toBe(true)
  expect(await page.getByLabel('Email').isDisabled()).toBe(true)
  answer()
  await page.getByRole('status').waitFor()
})

test('each failure is told in its own words, and nothing typed is lost', async () => {
  const page = await browser.newPage({ expected: [/status of (400|500|503)/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })
  await page.goto('/newsletter')
  const email = page.getByLabel('Email')
  const says = async (text: string) => {
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText(text).waitFor()
  }
  await email.fill('nobody@nowhere')
  await says('Please enter a valid email address.')
  await email.fill('keep@example.com')
  await page.route('**/api/newsletter/subscribe', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'only a message' } }),
  )
  await says('only a message')
  await page.unroute('**/api/newsletter/subscribe')
  await page.route('**/api/newsletter/subscribe', (route) => route.fulfill({ status: 500, body: 'no JSON' }))
  await says('Subscription failed. Please try again.')
  await page.unroute('**/api/newsletter/subscribe')
  await page.route('**/api/newsletter/subscribe', (route) => route.abort('internetdisconnected'))
  await says('Network error. Please check your connection and try again.')
  expect(await email.inputValue()).toBe('keep@example.com')
})

test('who is refused is back at the field, which is marked and says why; a failure of the line leaves them at the button', async () => {
  const page = await browser.newPage({ expected: [/status of 400/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })
  const email = page.getByLabel('Email')
  const button = page.getByRole('button', { name: 'Subscribe' })
  const ids = async () => [await email.getAttribute('aria-describedby'), await page.getByRole('alert').getAttribute('id')]
  for (const press of [() => email.press('Enter'), () => button.press('Enter')]) {
    await page.goto('/newsletter')
    await email.fill('nobody@nowhere')
    await press()
    await page.getByText('Please enter a valid email address.').waitFor()
    await expect.poll(() => focused(page)).toBe('Email (required)')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const [told, alert] = await ids()
    expect(told).toBe(alert)
  }
  await page.route('**/api/newsletter/subscribe', (route) => route.abort('internetdisconnected'))
  await button.press('Enter')
  await page.getByText('Network error. Please check your connection and try again.').waitFor()
  await expect.poll(() => focused(page)).toBe('Subscribe')
  expect([await email.getAttribute('aria-invalid'), await email.getAttribute('aria-describedby')]).toEqual([null, null])
})

test('the local outbox shows the mail as its reader sees it', async () => {
  await fetch(`${site.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'shown@example.com' }),
  })
  await mailTo('shown@example.com')
  const page = await browser.newPage()
  await page.goto('/dev/outbox')
  await page.getByText('shown@example.com').click()
  await page.frameLocator('iframe').first().getByRole('heading', { name: 'You’re on the list' }).waitFor()
})

test('an unknown link is a page of its own with a 404', async () => {
  const page = await browser.newPage({ expected: [/status of 404/] })
  const reply = await page.goto(`/newsletter/unsubscribe/${'x'.repeat(32)}`)
  expect(reply?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'This link is not known' }).waitFor()
})
