import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { startStripeFake, type SignedEvent, type StripeFake } from '#tests/support/stripe-fake.ts'

/** A paid book of the sample catalogue. */
export const paidBook = { id: 'swade-real-ai-music', title: 'Real AI Music', priceCents: 999 }

export const shopOrigin = 'http://localhost:3000'

/**
 * Creates the whole server with a fake Stripe and an adjustable clock.
 *
 * @param environment Settings added to those of a test site.
 * @param timeoutMs Timeout of requests to Stripe.
 */
export async function createTestShop(environment: Record<string, string> = {}, timeoutMs = 30_000) {
  let aheadMs = 0
  const stripe = await startStripeFake({ now: () => Date.now() + aheadMs })
  const site = await buildTestSite({
    environment: { ...stripe.environment, TRUSTED_PROXIES: '127.0.0.1', ...environment },
    clock: { now: () => new Date(Date.now() + aheadMs) },
    tuning: { checkout: { timeoutMs, retryDelayMs: 1 } },
  })
  return { ...shopOf(site, stripe), setForward: (ms: number) => void (aheadMs += ms) }
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>

function shopOf(site: TestSite, stripe: StripeFake) {
  const rows = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await site.database.pool.query<Row>(statement, values)).rows

  const post = (
    url: string,
    payload: object,
    { cookie, address = newAddress(), page }: { cookie?: string; address?: string; page?: string } = {},
  ) =>
    site.app.inject({
      method: 'POST',
      url,
      headers: {
        'x-forwarded-for': address,
        'host': new URL(shopOrigin).host,
        ...(cookie && { cookie }),
        ...(page && { referer: shopOrigin + page }),
      },
      payload,
    })

  const get = (url: string, cookie?: string) =>
    site.app.inject({ url, headers: { 'x-forwarded-for': newAddress(), ...(cookie && { cookie }) } })

  /** Places an order up to the payment page. */
  async function order(options: { cookie?: string; bookId?: string; consent?: boolean } = {}) {
    const { cookie, bookId = paidBook.id, consent = false } = options
    const reply = await post(
      '/api/books/checkout',
      { book_id: bookId, origin_url: shopOrigin, consent },
      cookie ? { cookie } : {},
    )
    if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
    const sessionId = String(reply.json().url).split('/').at(-1)!
    return {
      sessionId,
      cookie: String(reply.headers['set-cookie']).split(';')[0]!,
      setCookie: String(reply.headers['set-cookie']),
    }
  }

  const webhook = ({ body, signature }: Pick<SignedEvent, 'body' | 'signature'>) =>
    site.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    })

  const completed = (sessionId: string, id?: string) =>
    stripe.sign(stripe.event('checkout.session.completed', stripe.sessionOf(sessionId), id))

  return {
    site,
    stripe,
    rows,
    post,
    get,
    order,
    webhook,
    completed,
    /** Places and pays an order and delivers the webhook. */
    async buy(email: string, options: { cookie?: string; bookId?: string; consent?: boolean } = {}) {
      const placed = await order(options)
      stripe.pay(placed.sessionId, email)
      await webhook(completed(placed.sessionId))
      return {
        ...placed,
        paymentId: stripe.sessionOf(placed.sessionId).payment_intent!,
        ...(await orderOf(placed.sessionId)),
      }
    },
    orderOf,
    accessOf: async (cookie: string, bookId = paidBook.id) => (await get(`/api/books/${bookId}/access`, cookie)).json(),
    /** Returns the subjects of mails to an address, oldest first, sent or not. */
    mailsTo: async (address: string) =>
      (
        await rows<{ subject: string }>(
          `select mail->>'subject' as subject from mail_outbox where mail->>'to' = $1 order by created_at, subject`,
          [address],
        )
      ).map(({ subject }) => subject),
    async tokenMailedTo(address: string) {
      const texts = (await mailTextsTo(address)).map(({ text }) => /\/my-books\/open\/([\w-]{32})/.exec(text)?.[1])
      return texts.find(Boolean) ?? ''
    },
    mailTextsTo,
    async close() {
      await site.close()
      await stripe.close()
    },
  }

  /** Returns mails to an address, newest first, whether or not they were sent. */
  async function mailTextsTo(address: string) {
    const mails = (await site.outbox.list(1000)).map(({ mail }) => mail)
    return mails.filter(({ to }) => to === address)
  }

  async function orderOf(sessionId: string) {
    const [row] = await rows<{ id: string; code: string; state: string; action_items: string[]; email: string }>(
      'select id, code, state, action_items, email from orders where session_id = $1',
      [sessionId],
    )
    return row!
  }
}

let counter = 0

/** Returns a client address that no rate limit has counted yet. */
export function newAddress(): string {
  counter += 1
  return `10.${(counter >> 16) & 255}.${(counter >> 8) & 255}.${counter & 255}`
}
