import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { validateForm, type Tree, treeOf } from './stripe-form.ts'

/** Errors of the fake. */
export type Fault = 400 | 401 | 409 | 429 | 500 | 'hang' | 'cut' | 'reset'

type Session = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  customer_details: { email: string } | null
  url: string | null
  [name: string]: unknown
}

/** A signed webhook event. */
export type SignedEvent = { id: string; body: string; signature: string }

/**
 * Starts a fake Stripe API with a hosted payment page, signed events and errors. Requests are validated against the
 * parameters of the API version.
 */
export async function startStripeFake({ now = () => Date.now() }: { now?: () => number } = {}) {
  const webhookSecret = 'whsec_double'
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, { request: string; status: number; body: string }>()
  const refunds: Tree[] = []
  /** Disputes; tests add and change them. */
  const disputes: { id: string; payment_intent: string; status: string; [field: string]: unknown }[] = []
  const created: Tree[] = []
  const calls: string[] = []
  const faults: Fault[] = []
  const hung: ServerResponse[] = []
  const meanwhile: (() => Promise<unknown>)[] = []
  let afterFault: 'acts' | 'does not act' = 'does not act'
  const signer = new Stripe('sk_test_double')

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(599).end(String(error)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request)
    const { pathname, search } = new URL(request.url ?? '/', origin)
    const hosted = /^\/pay\/(\w+)$/.exec(pathname)?.[1]
    if (hosted) return payOnPage(hosted, request, new URLSearchParams(body), response)
    if (pathname === '/favicon.ico') return void response.writeHead(204).end()
    calls.push(`${request.method} ${pathname}`)
    const fault = faults.shift()
    if (fault && afterFault === 'acts') act(request, pathname, body || search.slice(1))
    if (fault === 'hang') return void hung.push(response)
    if (fault) return fail(fault, response)
    if (request.headers.authorization !== 'Bearer sk_test_double') return fail(401, response)
    const elsewhere = meanwhile.shift()
    const { status, body: reply } = act(request, pathname, body || search.slice(1))
    await elsewhere?.()
    send(response, status, reply)
  }

  function act(request: IncomingMessage, pathname: string, body: string): { status: number; body: string } {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? byKey.get(key) : undefined
    if (known && known.request !== body)
      return refused(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      })
    if (known) return known
    const made = perform(request.method ?? 'GET', pathname, treeOf(body))
    if (typeof key === 'string' && request.method === 'POST') byKey.set(key, { request: body, ...made })
    return made
  }

  function perform(method: string, pathname: string, form: Tree): { status: number; body: string } {
    const [, , , resource, id, verb] = pathname.split('/')
    if (method === 'POST' && pathname === '/v1/checkout/sessions') return createSession(form)
    if (resource === 'sessions' && id) {
      const session = sessions.get(id)
      if (!session)
        return refused(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: 'No such checkout.session',
        })
      if (verb === 'expire' && session.status !== 'open')
        return refused(400, {
          type: 'invalid_request_error',
          message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
        })
      if (verb === 'expire') Object.assign(session, { status: 'expired', url: null })
      return ok(expands(form, 'payment_intent') ? { ...session, payment_intent: intentOf(session) } : session)
    }
    if (method === 'POST' && pathname === '/v1/refunds') return refund(form)
    const payment = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname)?.[1]
    const paid = payment && [...sessions.values()].find((session) => session.payment_intent === payment)
    if (paid) return ok({ ...intentOf(paid), ...(expands(form, 'latest_charge') && { latest_charge: chargeOf(paid) }) })
    if (pathname === '/v1/disputes')
      return ok({ object: 'list', data: disputes.filter((one) => one['payment_intent'] === form['payment_intent']) })
    return refused(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such resource' })
  }

  const intentOf = ({ payment_intent: id, payment_status: status, isRefused, metadata }: Session) => {
    const waiting = isRefused ? 'requires_payment_method' : 'processing'
    return id && { id, object: 'payment_intent', status: status === 'paid' ? 'succeeded' : waiting, metadata }
  }

  const chargeOf = ({ payment_intent: payment, amount_total: amount, refunded, refundedCents }: Session) => ({
    id: `ch_${payment}`,
    object: 'charge',
    payment_intent: payment,
    refunded: refunded === true,
    amount_refunded: refunded ? amount : (refundedCents ?? 0),
    disputed: disputes.some((one) => one['payment_intent'] === payment),
  })

  function createSession(form: Tree): { status: number; body: string } {
    const refusal = validateForm(form, now() / 1000)
    if (refusal) return refused(400, { type: 'invalid_request_error', message: refusal })
    created.push(form)
    const id = `cs_test_${randomBytes(12).toString('hex')}`
    const [item] = Object.values(form['line_items'] as Tree) as Tree[]
    const price = item!['price_data'] as Tree
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      url: `${origin}/pay/${id}`,
      amount_subtotal: Number(price['unit_amount']),
      amount_total: Number(price['unit_amount']),
      currency: price['currency'],
      client_reference_id: form['client_reference_id'],
      customer_details: null,
      payment_intent: null,
      metadata: form['metadata'],
      success_url: form['success_url'],
      cancel_url: form['cancel_url'],
      expires_at: Number(form['expires_at']),
      livemode: false,
    }
    sessions.set(id, session)
    return ok(session)
  }

  function refund(form: Tree): { status: number; body: string } {
    const session = [...sessions.values()].find(({ payment_intent: payment }) => payment === form['payment_intent'])
    if (!session)
      return refused(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such payment_intent',
      })
    if (session['refunded'])
      return refused(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Already' })
    session['refunded'] = true
    refunds.push(form)
    return { status: 200, body: JSON.stringify({ id: `re_${refunds.length}`, object: 'refund', status: 'succeeded' }) }
  }

  function payOnPage(id: string, request: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const session = sessions.get(id)
    if (!session || session.status !== 'open') return void response.writeHead(410).end('This page has ended.')
    if (request.method === 'POST') {
      pay(id, form.get('email') ?? '')
      const location = String(session['success_url']).replace('{CHECKOUT_SESSION_ID}', id)
      return void response.writeHead(303, { location }).end()
    }
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Pay</title><form method="post"><label>Email <input name="email" type="email"></label><button>Pay</button></form>`,
      )
  }

  function pay(id: string, email: string, { isPaid = true } = {}): Session {
    const session = sessions.get(id)!
    const intent = session.payment_intent ?? `pi_${randomBytes(8).toString('hex')}`
    const payment_status = isPaid ? 'paid' : 'unpaid'
    return Object.assign(session, {
      status: 'complete',
      payment_status,
      payment_intent: intent,
      customer_details: { email },
      url: null,
    })
  }

  const sign = (
    event: { id: string; [field: string]: unknown },
    { secondsAgo = 0, secret = webhookSecret } = {},
  ): SignedEvent => {
    const body = JSON.stringify(event)
    const timestamp = Math.floor(now() / 1000) - secondsAgo
    return {
      id: event?.id,
      body,
      signature: signer.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
    }
  }

  return {
    origin,
    environment: { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: origin },
    /** Decoded requests for sessions and refunds. */
    created,
    refunds,
    disputes,
    /** API calls, such as `POST /v1/checkout/sessions`. */
    calls,
    sessionOf: (id: string) => sessions.get(id)!,
    /** Returns all sessions of a reference, oldest first. */
    sessionsOf: (reference: string) => [...sessions.values()].filter((one) => one['client_reference_id'] === reference),
    /** Fails a pending bank transfer. */
    refuse: (id: string) => void Object.assign(sessions.get(id)!, { isRefused: true }),
    /** Deletes a session. */
    forget: (id: string) => void sessions.delete(id),
    /** Completes a session; `isPaid: false` is a pending bank transfer. */
    pay,
    /** Makes the next calls fail; with `acts` they still take effect. */
    fail(next: Fault, times = 1, what: 'acts' | 'does not act' = 'does not act') {
      afterFault = what
      faults.push(...Array<Fault>(times).fill(next))
    },
    /** Runs a function before the response of the next call. */
    meanwhile: (elsewhere: () => Promise<unknown>) => void meanwhile.push(elsewhere),
    recover: () => void faults.splice(0),
    /** Aborts hanging calls. */
    breakOff: () => hung.splice(0).forEach(({ socket }) => socket?.destroy()),
    /** Creates an event about an object. */
    event: (type: string, object: object, id = `evt_${randomBytes(8).toString('hex')}`) => ({
      id,
      object: 'event',
      type,
      api_version: '2026-10-28.endive',
      created: Math.floor(now() / 1000),
      livemode: false,
      data: { object: structuredClone(object) },
    }),
    sign,
    /**
     * Delivers an event with retries, like Stripe.
     *
     * @returns The number of attempts.
     */
    async deliver(url: string, signed: SignedEvent, patienceMs = 20_000): Promise<number> {
      for (let times = 1, until = Date.now() + patienceMs; ; times += 1) {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signed.signature }
        const taken = await fetch(url, { method: 'POST', headers, body: signed.body }).then(
          (reply) => reply.ok,
          () => false,
        )
        if (taken) return times
        if (Date.now() > until) throw new Error('the message was never taken')
        await sleep(100)
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type StripeFake = Awaited<ReturnType<typeof startStripeFake>>

const ok = (object: object | null) => ({ status: 200, body: JSON.stringify(object) })

const expands = (form: Tree, field: string) => Object.values((form['expand'] ?? {}) as Tree).includes(field)

const refused = (status: number, error: object) => ({ status, body: JSON.stringify({ error }) })

const errorTypes = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  409: 'idempotency_error',
  429: 'rate_limit_error',
  500: 'api_error',
}

function fail(fault: Exclude<Fault, 'hang'>, response: ServerResponse): void {
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }).write('{"id": "cs_te')
    return void setTimeout(() => response.socket?.destroy(), 20)
  }
  send(response, fault, JSON.stringify({ error: { type: errorTypes[fault], message: `You asked for ${fault}.` } }))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_double' }).end(body)
}

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}
