import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
let sessionId: string
beforeAll(async () => {
  shop = await createTestShop()
  sessionId = (await shop.order()).sessionId
  shop.stripe.pay(sessionId, 'hook@example.com')
})
afterAll(() => shop.close())

const event = () => shop.stripe.event('checkout.session.completed', shop.stripe.sessionOf(sessionId))
const isUntouched = async () => {
  expect((await shop.orderOf(sessionId)).state).toBe('created')
  expect(await shop.rows('select 1 from provider_events')).toEqual([])
}

test.each<[string, () => { body: string; signature: string }]>([
  ['no signature', () => ({ ...shop.stripe.sign(event()), signature: '' })],
  [
    'a signature without a scheme',
    () => ({ ...shop.stripe.sign(event()), signature: `t=${Math.floor(Date.now() / 1000)}` }),
  ],
  ['another secret', () => shop.stripe.sign(event(), { secret: 'whsec_other' })],
  [
    'a body changed by one sign',
    () => {
      const signed = shop.stripe.sign(event())
      return { ...signed, body: signed.body.replace('"amount_total":999', '"amount_total":998') }
    },
  ],
  [
    'the same body reserialized',
    () => {
      const signed = shop.stripe.sign(event())
      return { ...signed, body: JSON.stringify(JSON.parse(signed.body), undefined, 1) }
    },
  ],
  ['six minutes old', () => shop.stripe.sign(event(), { secondsAgo: 360 })],
  ['an hour ahead', () => shop.stripe.sign(event(), { secondsAgo: -3600 })],
  ['two minutes ahead', () => shop.stripe.sign(event(), { secondsAgo: -120 })],
  ['a kind of message meant for another address', () => shop.stripe.sign({ ...event(), object: 'v2.core.event' })],
  ['no JSON', () => ({ ...shop.stripe.sign(event()), body: 'payment=success' })],
  ['nothing', () => ({ ...shop.stripe.sign(event()), body: '' })],
])('an event with %s is refused and leaves no row', async (_name, make) => {
  const reply = await shop.webhook(make())
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['set-cookie']).toBeUndefined()
  await isUntouched()
})

test('a signed event that we fail to read is a server error and is sent again', async () => {
  const { event: make, sign } = shop.stripe
  const reply = await shop.webhook(sign({ ...make('checkout.session.completed', {}), data: { object: null } }))
  expect(reply.statusCode).toBe(500)
  await isUntouched()
})

test('an event over 64 KB is refused before it is parsed', async () => {
  const signed = shop.stripe.sign({ ...event(), padding: 'x'.repeat(70_000) })
  expect((await shop.webhook(signed)).statusCode).toBe(413)
  await isUntouched()
})

test('an unused event type and a foreign payment are accepted and leave no row', async () => {
  const strange = [
    shop.stripe.event('customer.created', { id: 'cus_1', object: 'customer' }),
    shop.stripe.event('checkout.session.completed', {
      ...shop.stripe.sessionOf(sessionId),
      id: 'cs_other',
      client_reference_id: 'shop-17',
    }),
    shop.stripe.event('charge.refunded', {
      id: 'ch_1',
      object: 'charge',
      payment_intent: 'pi_unknown',
      refunded: true,
      metadata: {},
    }),
    shop.stripe.event('charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: null, metadata: {} }),
  ]
  for (const one of strange) expect((await shop.webhook(shop.stripe.sign(one))).json()).toEqual({ received: true })
  await isUntouched()
})

test('an event that cannot be resolved while the provider is down is requested again', async () => {
  shop.stripe.fail('reset', 4)
  const dispute = shop.stripe.event('charge.dispute.created', { id: 'dp_2', payment_intent: 'pi_away', metadata: {} })
  const reply = await shop.webhook(shop.stripe.sign(dispute))
  shop.stripe.recover()
  expect(reply.statusCode).toBe(503)
  await isUntouched()
})

test('an event signed with two secrets is accepted when one of them is ours', async () => {
  const signed = shop.stripe.sign(event())
  const other = shop.stripe.sign(event(), { secret: 'whsec_other' }).signature.split(',')[1]
  const reply = await shop.webhook({ ...signed, signature: `${signed.signature},${other}` })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect((await shop.orderOf(sessionId)).state).toBe('fulfilled')
})
