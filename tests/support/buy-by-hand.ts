import { setTimeout as sleep } from 'node:timers/promises'
import { accessPath, checkoutPath } from '#features/checkout/contract.ts'
import { plainRequest } from './plain-request.ts'

/** A browser that holds a book: its cookie, and the order behind the book. */
export type Buyer = { cookie: string; orderCode: string; maskedEmail: string }

/** Buys a book through the test checkout without a browser and waits until the site says it is owned. */
export async function buyByHand(origin: string, bookId: string, email: string): Promise<Buyer> {
  const shop = `http://localhost:${new URL(origin).port}`
  const started = await plainRequest(origin, checkoutPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'host': new URL(shop).host, 'origin': shop },
    body: JSON.stringify({ book_id: bookId, origin_url: shop, consent: true }),
  })
  if (started.status !== 200) throw new Error(`the checkout answered ${started.status}: ${started.body.toString()}`)
  const { url } = JSON.parse(started.body.toString()) as { url: string }
  const cookie = [started.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')
  const paid = await plainRequest(origin, new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'host': new URL(shop).host, 'origin': shop },
    body: new URLSearchParams({ email, webhook: 'now', act: 'pay' }).toString(),
  })
  if (paid.status !== 303) throw new Error(`the payment page answered ${paid.status}: ${paid.body.toString().slice(0, 500)}`)
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    const answer = await plainRequest(origin, accessPath(bookId), { headers: { cookie } })
    const { access, order } = JSON.parse(answer.body.toString()) as { access: string; order?: { code: string; masked_email: string } }
    if (access === 'owned' && order) return { cookie, orderCode: order.code, maskedEmail: order.masked_email }
  }
  throw new Error('the book was paid and is not owned')
}
