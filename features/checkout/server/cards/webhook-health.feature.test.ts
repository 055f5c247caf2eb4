import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestShop, shopOrigin } from '../test-shop.ts'
import { createWebhookHealth } from './webhook-health.ts'

const actor = 'owner@swade.example'

async function openShop(environment: Record<string, string> = {}) {
  const shop = await createTestShop(environment)
  onTestFinished(() => shop.close())
  const status = async () => (await shop.site.services.health.check()).find(({ name }) => name === 'Card webhook')
  /** Pays an order and sends its event, as Stripe does; the site also queries Stripe about the order. */
  const pay = async () => {
    const { sessionId } = await shop.order()
    shop.stripe.pay(sessionId, 'buyer@example.com')
    const { statusCode } = await shop.webhook(shop.completed(sessionId))
    shop.setForward(60_000)
    await shop.site.checkout.reconcileNow()
    expect((await shop.orderOf(sessionId)).state).toBe('fulfilled')
    return { statusCode, code: (await shop.orderOf(sessionId)).code }
  }
  return { shop, status, pay }
}

test('with a wrong webhook secret, the setup reports it after the first payment, which still gives access', async () => {
  const { shop, status, pay } = await openShop({ STRIPE_WEBHOOK_SECRET: 'whsec_wrong' })
  expect(await status()).toMatchObject({
    state: 'configured',
    message:
      'Not tested yet: there was no card payment in the last 30 days. The result of the next webhook appears here',
  })
  const { statusCode, code } = await pay()
  expect(statusCode).toBe(400)
  expect(await status(), 'the event may be on its way').toMatchObject({
    state: 'configured',
    message: expect.stringContaining(`payment of order ${code} has not arrived`),
  })
  shop.setForward(6 * 60_000)
  expect(await status()).toMatchObject({
    state: 'error',
    message: `Stripe’s event about the payment of order ${code} did not arrive, or its signature did not match STRIPE_WEBHOOK_SECRET`,
    remedy: expect.stringContaining('copy its signing secret to STRIPE_WEBHOOK_SECRET and restart the site'),
  })
  const { ok, message } = await shop.site.services.setup.test('cards', actor)
  expect(ok).toBe(false)
  expect(message).toMatch(/^The test failed: Stripe’s event about/)
  expect(message).toContain(`${shopOrigin}/api/webhooks/stripe`)
})

test('with the right secret, the event of the last payment proves it', async () => {
  const { shop, status, pay } = await openShop()
  const { statusCode, code } = await pay()
  expect(statusCode).toBe(200)
  expect(await status(), 'the event arrived before the time limit').toMatchObject({ state: 'ok' })
  shop.setForward(6 * 60_000)
  expect(await status()).toMatchObject({
    state: 'ok',
    remedy: '',
    message: `The event about the payment of order ${code} arrived`,
  })
})

test('before the first payment, Stripe is queried for the webhook', async () => {
  const { shop } = await openShop()
  let endpoints: object[] = []
  const api = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data: endpoints })),
  )
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void api.close())
  const health = createWebhookHealth({
    db: shop.site.database.db,
    clock: { now: () => new Date() },
    config: {
      origin: 'https://label.example',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_API_BASE: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    },
  })
  const check = () => health.check(AbortSignal.timeout(5_000))
  expect(await check()).toMatchObject({
    state: 'error',
    message: 'Stripe has no webhook for https://label.example/api/webhooks/stripe',
    remedy: expect.stringContaining('Add an endpoint with this URL in Stripe'),
  })
  endpoints = [{ url: 'https://label.example/api/webhooks/stripe', status: 'enabled', enabled_events: ['*'] }]
  expect(await check()).toMatchObject({ state: 'configured', message: expect.stringContaining('Not tested yet') })
})
