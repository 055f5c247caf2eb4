import { expect, test } from 'vitest'
import { pageTextPath } from '#features/reader/paths.ts'
import { buyBook, linksMailedTo, openOrderAsOwner } from '#tests/support/buy-book.ts'
import { elements, readText } from '#tests/support/html.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const site = sharedSite()
const bookId = 'ai-fun-profit'
const title = 'AI for Fun & Profit'

test('without JavaScript the book page says what paying needs, and everything else is readable', async () => {
  const { html } = await openPlainVisitor(site).get(`/book/${bookId}`)
  const payment = html.slice(html.indexOf('id="payment"'))
  const notice = /<noscript><p[^>]*>([\s\S]*?)<\/p><\/noscript>/.exec(payment)?.[1] ?? ''
  expect(readText(notice)).toMatch(/^Paying needs JavaScript\..*hello@swade\.example.*ai-fun-profit/)
  // The payment provider is unknown here.
  expect(readText(payment)).toContain('On a separate page')
  expect(readText(html)).toContain('Preview')
  expect(elements(html, 'a').some(({ href }) => href === `/book/${bookId}/read`)).toBe(true)
})

test('without JavaScript a mailed link gives access, is replaced when the address changes, and books are found by mail', async () => {
  const [mistyped, email] = ['mistyped@pages.example', 'right@pages.example']
  const { cookie, orderCode } = await buyBook(site.origin, bookId, mistyped)
  const [wrong = ''] = await linksMailedTo(site, mistyped)
  const corrected = await fetch(`${site.origin}/api/books/orders/${orderCode}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'origin': site.origin, cookie },
    body: JSON.stringify({ email }),
  })
  expect(corrected.status).toBe(200)
  const visitor = openPlainVisitor(site)
  const replaced = await visitor.get(wrong)
  expect([replaced.status, replaced.text.includes('This link was replaced')]).toEqual([410, true])

  const [right = ''] = await linksMailedTo(site, email)
  const opening = await visitor.get(right)
  expect(readText(/<h1[\s\S]*?<\/h1>/.exec(opening.html)?.[0] ?? '')).toBe(title)
  expect((await visitor.get('/my-books')).text).toContain('No books here yet')
  await visitor.get(right)
  expect((await visitor.press('Open my book')).path).toBe(`/book/${bookId}/read`)
  expect((await visitor.get('/my-books')).text).toContain(`Read ${title}`)

  // The response is the same for an address without purchases.
  const words: string[] = []
  for (const address of ['stranger@pages.example', email]) {
    const stranger = openPlainVisitor(site)
    await stranger.get('/my-books')
    words.push((await stranger.press('Send me my links', { email: address })).text)
  }
  expect(words[0]).toContain('we have emailed their links')
  expect(words[0]).toBe(words[1])
  const found = (await linksMailedTo(site, email, 2)).at(-1) ?? ''
  const elsewhere = openPlainVisitor(site)
  await elsewhere.get(found)
  expect((await elsewhere.press('Open my book')).path).toBe(`/book/${bookId}/read`)
})

test('without JavaScript a withdrawal takes two steps, and both sides can prove its time', async () => {
  const email = 'plain@pages.example'
  const visitor = openPlainVisitor(site)
  const imprint = await visitor.get('/imprint')
  const footer = imprint.html.slice(imprint.html.lastIndexOf('<footer'))
  expect(/<a[^>]*href="\/withdraw"[^>]*>Withdraw from contract here<\/a>/.test(footer)).toBe(true)
  await visitor.get('/withdraw')
  const typed = { name: 'Rae Example', contract: 'SW-ABCDEFGH' }
  const refused = await visitor.press('Continue', { ...typed, email: 'rae@nowhere' })
  expect([refused.status, refused.text.includes('Please enter a valid email address.')]).toEqual([400, true])
  // The typed text is still there.
  await visitor.press('Continue', { email })
  const changed = await visitor.press('Change')
  expect(elements(changed.html, 'input').find(({ name }) => name === 'contract')?.['value']).toBe('SW-ABCDEFGH')
  await visitor.press('Continue')
  const done = await visitor.press('Confirm withdrawal')
  expect(done.text).toContain('We have received your withdrawal')
  expect(readText(/<time[^>]*>[\s\S]*?<\/time>/.exec(done.html)?.[0] ?? '')).toMatch(
    /^\w+ \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M UTC$/,
  )
  await mailTo(site, email)
})

test('without JavaScript the owner finds an order and resends its email', async () => {
  const email = 'again@pages.example'
  const { orderCode } = await buyBook(site.origin, bookId, email)
  const owner = openPlainVisitor(site, await site.ownerCookie())
  await owner.get('/admin/orders')
  expect((await owner.press('Search', { q: email })).text).toContain(orderCode)
  const order = await openOrderAsOwner(site, orderCode)
  expect((await order.press('Resend access email')).text).toContain(`A new link will be emailed to ${email}`)
  await linksMailedTo(site, email, 2)
})

test('without JavaScript the owner refunds an order, and no browser that opened the book can read it any more', async () => {
  const email = 'back@pages.example'
  const { cookie, orderCode } = await buyBook(site.origin, bookId, email)
  const elsewhere = openPlainVisitor(site)
  const [link = ''] = await linksMailedTo(site, email)
  await elsewhere.get(link)
  await elsewhere.press('Open my book')
  const { edition } = (await (await fetch(`${site.origin}/api/reader/${bookId}`)).json()) as { edition: string }
  const sixthPage = site.origin + pageTextPath(bookId, edition, 6)
  const statuses = () =>
    Promise.all(
      ['', cookie, elsewhere.cookie()].map(
        async (one) => (await fetch(sixthPage, { headers: { cookie: one } })).status,
      ),
    )
  expect(await statuses()).toEqual([402, 200, 200])
  const order = await openOrderAsOwner(site, orderCode, '?ask=refund')
  expect((await order.press('Refund $9.99')).text).toContain(`The test payment of $9.99 was refunded to ${email}`)
  expect(await statuses()).toEqual([402, 402, 402])
  await mailTo(site, email, /^Your test order was refunded/)
})
