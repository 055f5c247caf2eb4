import { setTimeout as sleep } from 'node:timers/promises'
import type { StripeFake } from '../../tests/support/stripe-fake.ts'

/** The customer, and the time from the provider's "paid" until this browser could read the book. */
export type PaidOrder = { email: string; readableAfterMs: number }

/** One order in which the messages about a payment can arrive. */
export type PaymentScenario = { name: string; buy(origin: string, number: number): Promise<PaidOrder> }

/** Book of every order. */
export const bookId = 'swade-real-ai-music'

/** Polling interval of a page that waits for the payment. */
const pollMs = 500

type Browser = { origin: string; address: string; cookie: string; sessionId: string; url: string }

async function order(origin: string, number: number): Promise<Browser> {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const reply = await fetch(`${origin}/api/books/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ book_id: bookId, origin_url: origin }),
  })
  if (!reply.ok) throw new Error(`checkout: ${reply.status} ${await reply.text()}`)
  const { url } = (await reply.json()) as { url: string }
  return {
    origin,
    address,
    url,
    cookie: reply.headers.getSetCookie()[0]!.split(';')[0]!,
    sessionId: url.split('/').at(-1)!,
  }
}

/**
 * Acts like the browser after payment: with `isBack` it polls as the return page does, and always tries to read the
 * book.
 */
async function untilReadable({ origin, address, cookie, sessionId }: Browser, isBack: boolean): Promise<number> {
  const from = performance.now()
  const headers = { cookie, 'x-forwarded-for': address }
  let polledAt = -pollMs
  for (;;) {
    if (isBack && performance.now() - polledAt >= pollMs) {
      polledAt = performance.now()
      await (await fetch(`${origin}/api/books/checkout/status/${sessionId}`, { headers })).arrayBuffer()
    }
    const reader = (await (await fetch(`${origin}/api/reader/${bookId}`, { headers })).json()) as { access: string }
    if (reader.access === 'owned') return performance.now() - from
    if (performance.now() - from > 60_000) throw new Error(`${sessionId} was not readable in a minute`)
    await sleep(20)
  }
}

/** Pays on the test checkout's page, using its options. */
export const payAtTestCheckout: PaymentScenario[] = (['never', 'now', 'twice'] as const).map((webhook) => ({
  name: `message ${webhook}`,
  async buy(origin, number) {
    const browser = await order(origin, number)
    const email = `test${number}@example.com`
    const paid = await fetch(browser.url, {
      method: 'POST',
      headers: { origin, 'x-forwarded-for': browser.address },
      body: new URLSearchParams({ act: 'pay', email, webhook }),
      redirect: 'manual',
    })
    if (paid.status !== 303) throw new Error(`test checkout: ${paid.status}`)
    return { email, readableAfterMs: await untilReadable(browser, true) }
  },
}))

/** Pays on the fake's page, with webhooks sent, signed, duplicated, reordered and forged. */
export function payAtStripeFake(stripe: StripeFake): PaymentScenario[] {
  const way = (
    name: string,
    isBack: boolean,
    tell: (browser: Browser, post: (type: string, how?: How) => Promise<number>) => Promise<unknown>,
  ): PaymentScenario => ({
    name,
    async buy(origin, number) {
      const browser = await order(origin, number)
      const email = `card${number}@example.com`
      const unpaid = structuredClone(stripe.pay(browser.sessionId, email, { isPaid: false }))
      const paid = stripe.pay(browser.sessionId, email)
      const post = async (type: string, { isUnpaid = false, id, secret, secondsAgo }: How = {}) => {
        const event = stripe.event(`checkout.session.${type}`, isUnpaid ? unpaid : paid, id)
        const signed = stripe.sign(event, { ...(secret && { secret }), ...(secondsAgo && { secondsAgo }) })
        const headers = { 'content-type': 'application/json', 'stripe-signature': signed.signature }
        return (await fetch(`${origin}/api/webhooks/stripe`, { method: 'POST', headers, body: signed.body })).status
      }
      const [readableAfterMs] = await Promise.all([untilReadable(browser, isBack), tell(browser, post)])
      return { email, readableAfterMs }
    },
  })
  const forged: How[] = [{ secret: 'whsec_forged' }, { secondsAgo: 900 }, { secondsAgo: -900 }]
  return [
    way('no message, return page', true, async () => undefined),
    way('one message, nobody returns', false, (_browser, post) => post('completed')),
    way('one message after the return', true, async (_browser, post) => {
      await sleep(300)
      await post('completed')
    }),
    way('five copies at once, nobody returns', false, ({ sessionId }, post) =>
      Promise.all(Array.from({ length: 5 }, () => post('completed', { id: `evt_${sessionId}` }))),
    ),
    way('five messages of one payment, with the return', true, (_browser, post) =>
      Promise.all(Array.from({ length: 5 }, () => post('completed'))),
    ),
    way('out of order: paid, then pending', false, async (_browser, post) => {
      await post('async_payment_succeeded')
      await post('completed', { isUnpaid: true })
      await post('completed')
    }),
    way('three forged, then the real one', false, async (_browser, post) => {
      const statuses = await Promise.all(forged.map((how) => post('completed', how)))
      if (statuses.some((status) => status !== 400))
        throw new Error(`a forged message was answered ${statuses.join(', ')}`)
      await post('completed')
    }),
  ]
}

type How = { isUnpaid?: boolean; id?: string; secret?: string; secondsAgo?: number }
