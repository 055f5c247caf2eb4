import { setTimeout as sleep } from 'node:timers/promises'
import { accessPath, checkoutPath, claimPath } from '#features/checkout/contract.ts'
import { plainRequest } from './plain-request.ts'
import { openPlainVisitor, type PlainVisitor } from './plain-visitor.ts'
import { nextVisitorAddress, type SharedTestSite } from './shared-site.ts'

/** A browser that owns a book: its cookie, order and payment page. */
export type Buyer = { cookie: string; orderCode: string; maskedEmail: string; paymentPath: string }

/** Buys a book through the test checkout without a browser and waits until it is owned. */
export async function buyBook(origin: string, bookId: string, email: string): Promise<Buyer> {
  const shop = `http://localhost:${new URL(origin).port}`
  const own = { 'host': new URL(shop).host, 'origin': shop, 'x-forwarded-for': nextVisitorAddress() }
  const started = await plainRequest(origin, checkoutPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...own },
    body: JSON.stringify({ book_id: bookId, origin_url: shop, consent: true }),
  })
  if (started.status !== 200) throw new Error(`the checkout answered ${started.status}: ${started.body.toString()}`)
  const { url } = JSON.parse(started.body.toString()) as { url: string }
  const cookie = cookieOf([started.headers['set-cookie'] ?? []].flat())
  const paymentPath = new URL(url).pathname
  const paid = await plainRequest(origin, paymentPath, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...own },
    body: new URLSearchParams({ email, webhook: 'now', act: 'pay' }).toString(),
  })
  if (paid.status !== 303)
    throw new Error(`the payment page answered ${paid.status}: ${paid.body.toString().slice(0, 500)}`)
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    const answer = await plainRequest(origin, accessPath(bookId), { headers: { cookie } })
    const { access, order } = JSON.parse(answer.body.toString()) as {
      access: string
      order?: { code: string; masked_email: string }
    }
    if (access === 'owned' && order)
      return { cookie, orderCode: order.code, maskedEmail: order.masked_email, paymentPath }
  }
  throw new Error('the book was paid and is not owned')
}

/**
 * Claims a Cash App payment.
 *
 * @returns The order code and the cookie.
 */
export async function claimPayment(
  { origin }: { origin: string },
  bookId: string,
  email = '',
): Promise<{ code: string; cookie: string }> {
  const headers = { 'content-type': 'application/json', origin, 'x-forwarded-for': nextVisitorAddress() }
  const begun = await fetch(origin + claimPath, {
    method: 'POST',
    headers,
    body: JSON.stringify({ book_id: bookId, origin_url: origin }),
  })
  const { order_code: code } = (await begun.json()) as { order_code: string }
  const cookie = cookieOf(begun.headers.getSetCookie())
  const sent = await fetch(`${origin}${claimPath}/${code}/sent`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify(email ? { email } : {}),
  })
  if (!sent.ok) throw new Error(`the claim answered ${sent.status}: ${await sent.text()}`)
  return { code, cookie }
}

/**
 * Opens an order as the owner, without JavaScript.
 *
 * @param search Search of the page, such as `?ask=refund`.
 */
export async function openOrderAsOwner(
  site: Pick<SharedTestSite, 'origin' | 'ownerCookie'>,
  code: string,
  search = '',
): Promise<PlainVisitor> {
  const owner = openPlainVisitor(site, await site.ownerCookie())
  const { html } = await owner.get(`/admin/orders?q=${code}`)
  const path = /\/admin\/orders\/[\w-]{8,}/.exec(html)?.[0]
  if (!path) throw new Error(`The list of orders does not hold ${code}`)
  await owner.get(path + search)
  return owner
}

/** Waits for `count` personal links emailed to an address, oldest first. */
export async function linksMailedTo(
  site: Pick<SharedTestSite, 'outbox'>,
  address: string,
  count = 1,
): Promise<string[]> {
  for (const until = Date.now() + 30_000; ; await sleep(50)) {
    const links = (await site.outbox())
      .filter(({ to }) => to?.some((one) => one.address === address))
      .flatMap(({ text }) => /\/my-books\/open\/[\w-]{32}/.exec(text ?? '')?.[0] ?? [])
    if (links.length >= count) return links
    if (Date.now() > until) throw new Error(`${links.length} of ${count} links were mailed to ${address}`)
  }
}

const cookieOf = (lines: string[]) => lines.map((one) => one.split(';')[0]).join('; ')
