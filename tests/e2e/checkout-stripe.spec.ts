import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageTextPath } from '#features/reader/paths.ts'
import { linksMailedTo } from '#tests/support/buy-book.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { openPagesOf } from '#tests/support/shared-site.ts'
import { startSite, type Site } from '#tests/support/site.ts'
import { startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'

const bookId = 'swade-real-ai-music'
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }
// The provider's page is on another host by design.
const expected = [/^another host: http:\/\/127\.0\.0\.1:\d+\/(pay\/|favicon\.ico)/]

let stripe: StripeFake
let site: Site
beforeAll(async () => {
  stripe = await startStripeFake()
  site = await startSite({ env: stripe.environment })
})
afterAll(async () => {
  await site?.stop()
  await stripe?.close()
})

/** Returns the status of page 6 for a visitor with this cookie. */
async function pageSix(cookie: string): Promise<number> {
  const { edition } = (await (await fetch(`${site.origin}/api/reader/${bookId}`)).json()) as { edition: string }
  return (await fetch(site.origin + pageTextPath(bookId, edition, 6), { headers: { cookie } })).status
}

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

test('without any webhook a card purchase gives access at once and by mail elsewhere, until the owner refunds it', async () => {
  const { newPage, newOwnerPage } = openPagesOf(site)
  const email = 'card@stripe.example'
  const page = await newPage({ expected })
  await page.goto(`/book/${bookId}`)
  await page.getByRole('radio', { name: 'Credit/Debit Card' }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('dialog', { name: 'Payment Successful' }).waitFor(soon)
  const elsewhere = openPlainVisitor(site)
  expect([await pageSix(await cookieOf(page)), await pageSix(elsewhere.cookie())]).toEqual([200, 402])
  const [link = ''] = await linksMailedTo(site, email)
  await elsewhere.get(link)
  await elsewhere.press('Open my book')
  expect(await pageSix(elsewhere.cookie())).toBe(200)

  const admin = await newOwnerPage()
  await admin.goto(`/admin/orders?q=${email}`)
  await admin.getByRole('link', { name: /^SW-/ }).click()
  await admin.getByRole('link', { name: 'Refund payment' }).click()
  await admin.getByRole('heading', { name: `Refund $9.99 to ${email}?` }).waitFor(soon)
  await checkAccessibility(admin, 'the question before a refund')
  await admin.getByRole('button', { name: 'Refund $9.99' }).dblclick()
  await admin
    .getByRole('status')
    .filter({ hasText: `$9.99 was refunded to ${email}` })
    .waitFor(soon)
  expect(stripe.refunds).toHaveLength(1)
  await admin
    .getByRole('row', { name: /Refunded/ })
    .filter({ hasText: 'You' })
    .waitFor()
  expect([await pageSix(await cookieOf(page)), await pageSix(elsewhere.cookie())]).toEqual([402, 402])
  await mailTo(site, email, /^Your refund is on its way/)
})
