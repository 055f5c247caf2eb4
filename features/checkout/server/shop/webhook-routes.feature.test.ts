import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../test-shop.ts'

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
    'a body changed by one character',
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
  ['an event version for other endpoints', () => shop.stripe.sign({ ...event(), object: 'v2.core.event' })],
  ['invalid JSON', () => ({ ...shop.stripe.sign(event()), body: 'payment=success' })],
  ['nothing', () => ({ ...shop.stripe.sign(event()), body: '' })],
])('an event with %s is rejected and leaves no row', async (_name, make) => {
  const reply = await shop.webhook(make())
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['set-cookie']).toBeUndefined()
  await isUntouched()
})

test.each<[string, (signature: string) => string]>([
  ['another timestamp before it', (signature) => `t=1,${signature}`],
  ['the current timestamp before it', (signature) => `t=${Math.floor(Date.now() / 1000)},${signature}`],
  ['the current timestamp after it', (signature) => `${signature},t=${Math.floor(Date.now() / 1000)}`],
  ['a timestamp with spaces before it', (signature) => ` t=1,${signature}`],
  ['a timestamp with an upper-case name before it', (signature) => `T=1,${signature}`],
  ['text after its timestamp', (signature) => signature.replace(',', 'x,')],
])('a signature fifty minutes ahead is rejected with %s', async (_name, change) => {
  const signed = shop.stripe.sign(event(), { secondsAgo: -3000 })
  expect((await shop.webhook({ ...signed, signature: change(signed.signature) })).statusCode).toBe(400)
  await isUntouched()
})

const unreadable = async () =>
  (await shop.site.services.inbox.list()).items.filter(({ key }) => key.startsWith('unreadable-event:'))

const resolveUnreadable = async () => {
  const items = await unreadable()
  for (const { key } of items) await shop.site.services.inbox.runAction(key, 'owner')
  return items
}

const changed = (object: object, change: object) => ({ ...object, ...change })
const refund = () => ({
  id: 'ch_1',
  payment_intent: shop.stripe.sessionOf(sessionId).payment_intent,
  refunded: true,
  amount_refunded: 999,
  metadata: {},
})

test.each<[string, () => unknown]>([
  ['a missing object', () => changed(event(), { data: { object: null } })],
  ['missing data', () => changed(event(), { data: undefined })],
  ['a missing id', () => changed(event(), { id: undefined })],
  ['an id that cannot be stored', () => changed(event(), { id: 'evt\0_1' })],
  ['a type that is a number', () => changed(event(), { type: 7 })],
  ['an invalid time', () => changed(event(), { created: 1e300 })],
  [
    'a session that never ends',
    () => changed(event(), { data: { object: { ...shop.stripe.sessionOf(sessionId), expires_at: undefined } } }),
  ],
  [
    'an amount that cannot be stored',
    () => changed(event(), { data: { object: { ...shop.stripe.sessionOf(sessionId), amount_total: 1e12 } } }),
  ],
  [
    'an address that is an object',
    () =>
      changed(event(), { data: { object: { ...shop.stripe.sessionOf(sessionId), customer_details: { email: {} } } } }),
  ],
  ['a refund that is a list', () => shop.stripe.event('charge.refunded', [])],
  ['a refund of half a cent', () => shop.stripe.event('charge.refunded', { ...refund(), amount_refunded: 0.5 })],
  ['a refund that is a number', () => shop.stripe.event('charge.refunded', { ...refund(), payment_intent: 17 })],
  [
    'a reference that is a list',
    () => shop.stripe.event('refund.failed', { ...refund(), metadata: { order_id: [1] } }),
  ],
  [
    'a deadline that is a word',
    () =>
      shop.stripe.event('charge.dispute.created', {
        ...refund(),
        id: 'dp_1',
        evidence_details: { due_by: 'tomorrow' },
      }),
  ],
  ['nothing', () => ({})],
  ['a list', () => []],
  ['null', () => null],
])('a signed event with %s is received once, changes no order and creates an action item', async (_name, make) => {
  const signed = shop.stripe.sign(make() as ReturnType<typeof event>)
  for (let copy = 0; copy < 2; copy += 1) {
    const reply = await shop.webhook(signed)
    expect([reply.statusCode, reply.json()]).toEqual([200, { received: true }])
  }
  expect((await shop.orderOf(sessionId)).state).toBe('created')
  expect(await resolveUnreadable()).toHaveLength(1)
  expect(await unreadable()).toEqual([])
  await isUntouched()
})

test('an unrelated payment of unknown shape is ignored', async () => {
  for (const strange of [
    shop.stripe.event('charge.refunded', { ...refund(), payment_intent: 'pi_unknown', refunded: 'yes' }),
    shop.stripe.event('checkout.session.completed', { id: 'cs_other', client_reference_id: 'shop-17' }),
  ])
    expect((await shop.webhook(shop.stripe.sign(strange))).statusCode).toBe(200)
  expect(await unreadable()).toEqual([])
  await isUntouched()
})

test('a readable version of an event is not confused with its unreadable version', async () => {
  const own = await createTestShop()
  try {
    const { sessionId: id } = await own.order()
    own.stripe.pay(id, 'again@example.com')
    const good = own.stripe.event('checkout.session.completed', own.stripe.sessionOf(id))
    await own.webhook(own.stripe.sign({ ...good, data: { object: null } }))
    await own.webhook(own.stripe.sign(good))
    expect((await own.orderOf(id)).state).toBe('fulfilled')
  } finally {
    await own.close()
  }
})

test('an event over 64 KB is rejected before it is parsed', async () => {
  const signed = shop.stripe.sign({ ...event(), padding: 'x'.repeat(70_000) })
  expect((await shop.webhook(signed)).statusCode).toBe(413)
  await isUntouched()
})

test('an unused event type and an unrelated payment are accepted and leave no row', async () => {
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
