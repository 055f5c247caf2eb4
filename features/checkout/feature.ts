import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { openStripe } from '#platform/payments/stripe.ts'
import { createCalls } from './server/calls.ts'
import type { CardProviders } from './server/cards/providers.ts'
import { takeEvent } from './server/cards/take-event.ts'
import { createCheckout } from './server/checkout.ts'
import { createLetters } from './server/letters.ts'
import { createOrderDesk } from './server/desk/order-desk.ts'
import { ordersCsvRoutes } from './server/desk/orders-csv-routes.ts'
import { orderNeeds } from './server/needs.ts'
import { checkoutRoutes } from './server/routes.ts'
import { createAccessTo } from './server/shelves/access.ts'
import { createShelfCookie } from './server/shelves/shelf-cookie.ts'
import { createDeliveries } from './server/stand-in/deliveries.ts'
import { createTestCheckout } from './server/stand-in/hosted-page.ts'
import { createTestProvider } from './server/stand-in/provider.ts'
import { webhookRoutes } from './server/webhook-routes.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { OrderParts } from './server/orders/order-parts.ts'
import { claimDueOrders } from './server/orders/queries.ts'
import { askAbout } from './server/cards/ask-about.ts'

/** A question that hangs takes a quarter of a minute; the others do not wait for it. */
const atOnce = 5

type DueOrder = Awaited<ReturnType<typeof claimDueOrders>>[number]

/**
 * Asks the provider about every open order, and now and then about paid ones, so that a message that never came loses
 * nothing. Any number of processes may do it.
 *
 * @returns Asks about everything that is due, once. Once the signal is aborted it waits for the questions that are
 *   under way, and begins no other.
 */
function createSweep(parts: OrderParts, providers: CardProviders): (signal?: AbortSignal) => Promise<void> {
  let running: Promise<void> | undefined

  async function sweep(signal?: AbortSignal): Promise<void> {
    const [first] = await claimDueOrders(parts.db, parts.clock.now(), 1)
    if (!first) return
    const lanes = Array.from({ length: atOnce }, (_, lane) => askOneByOne(lane === 0 ? first : undefined, signal))
    const outcomes = await Promise.allSettled(lanes)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  // One at a time is taken, so that nothing is left taken but unasked when this process ends.
  async function askOneByOne(first: DueOrder | undefined, signal: AbortSignal | undefined): Promise<void> {
    for (let claimed = first; claimed || !signal?.aborted; claimed = undefined) {
      const order = claimed ?? (await claimDueOrders(parts.db, parts.clock.now(), 1))[0]
      if (!order) return
      await askAbout(parts, providers, order).catch((error: unknown) =>
        parts.log.warn({ err: error, order: order.code }, 'order status check failed; retrying'),
      )
    }
  }

  return (signal) => (running ??= sweep(signal).finally(() => (running = undefined)))
}

const minute = 60
const hour = 60 * minute

/**
 * How often anybody may do what in this room. Generous for people, who share addresses; tight for what mails somebody.
 */
function createCheckoutLimits({ pool }: Pick<Database, 'pool'>) {
  const limit = (name: string, points: number, durationSeconds: number) =>
    createRateLimit({ pool, name, points, durationSeconds })
  return {
    checkoutPerClient: limit('checkout', 30, 10 * minute),
    claimPerClient: limit('claim', 20, 10 * minute),
    announcePerClient: limit('claim-sent', 20, 10 * minute),
    // A page that waits asks twice a second.
    statusPerClient: limit('payment-status', 600, minute),
    // The provider is asked about one payment at most once a second.
    statusPerSession: limit('payment-asked', 1, 1),
    emailPerClient: limit('order-email', 10, hour),
    emailPerOrder: limit('order-email-of', 5, hour),
    findPerClient: limit('find-books', 10, hour),
    findPerAddress: limit('find-books-of', 1, hour),
    withdrawPerClient: limit('withdraw', 5, hour),
    // What one address is mailed because somebody typed it in, however many connections ask.
    claimMailPerAddress: limit('claim-mail-of', 1, hour),
    orderMailPerAddress: limit('order-email-to', 5, hour),
    // By the owner, who may press it as often as a buyer calls.
    resendPerOrder: limit('order-resend', 5, 24 * hour),
    withdrawMailPerAddress: limit('withdraw-mail-of', 3, 24 * hour),
  }
}

/** A handle for sites that have none; no one receives money sent there, and pages say so. */
const sampleHandle = { tag: '$swade-sample', isSample: true }

type Payments = { timeoutMs: number; retryDelayMs: number }

/** Paying for books and keeping them. */
export const checkout = defineFeature({
  name: 'checkout',
  /**
   * @param payments How long an answer of the card provider may take, and how long to wait before it is asked again.
   */
  create({ config, database, db, outbox, clock, log, features: { books } }: FeatureDeps<'books'>, payments?: Payments) {
    const { origin, isProduction } = config
    const cookie = createShelfCookie(origin)
    const letters = createLetters({
      origin,
      get supportEmail() {
        return config.SUPPORT_EMAIL
      },
      get postalAddress() {
        return config.POSTAL_ADDRESS
      },
      ownerEmail: config.OWNER_EMAIL,
    })
    const parts = { db, clock, outbox, letters, log, books, cookie, limits: createCheckoutLimits(database) }
    const providers: CardProviders = { current: openCards({ config, db, clock, payments }) }
    const { current } = providers
    const onFault = (err: unknown) => log.warn({ err }, 'test checkout webhook failed; retrying')
    const deliveries =
      current?.kind === 'test'
        ? createDeliveries({ db, clock, take: (event) => takeEvent(parts, current, event), onFault })
        : undefined
    const sweep = createSweep(parts, providers)
    const service = createCheckout(parts)
    const desk = createOrderDesk(parts, providers)
    const calls = createCalls({
      ...parts,
      providers,
      cashApp: () =>
        config.CASHAPP_TAG ? { tag: config.CASHAPP_TAG, isSample: false } : isProduction ? undefined : sampleHandle,
      origins: isProduction ? [origin] : [origin, `http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`],
    })
    const testCheckout =
      deliveries && createTestCheckout({ db, clock, deliver: () => void deliveries.now().catch(onFault) })
    return {
      services: { checkout: service, orderDesk: desk, testCheckout, bookAccess: createAccessTo(parts) },
      actionItems: orderNeeds({ db, desk }),
      greeting: async () => [['Cards', cardsOf(config)]],
      async routes(app) {
        await app.register(checkoutRoutes({ calls, checkout: service }))
        await app.register(ordersCsvRoutes({ desk, clock }))
        if (current?.kind === 'stripe')
          await app.register(
            webhookRoutes({ provider: current.provider, take: (event) => takeEvent(parts, current, event) }),
          )
      },
      // A pure station has no time for orders.
      jobs: [
        defineJob({
          name: 'checkout.reconcile-orders',
          title: 'Check open orders with the card provider',
          role: ['web', 'worker'],
          every: '30s',
          run: sweep,
        }),
        ...(deliveries
          ? [
              defineJob({
                name: 'checkout.deliver-test-events',
                title: 'Deliver test checkout webhooks',
                role: ['web', 'worker'],
                every: '5m',
                wakeOn: ['test_deliveries'],
                nextInMs: deliveries.nextInMs,
                run: deliveries.now,
              }),
            ]
          : []),
      ],
      sweepNow: sweep,
    }
  },
})

function cardsOf({ STRIPE_SECRET_KEY: key, takesTestCards, isProduction }: Config): string {
  if (key) return key.startsWith('sk_live') || key.startsWith('rk_live') ? 'by Stripe' : 'by Stripe, with a test key'
  if (!takesTestCards) return 'off; books are sold through Cash App only'
  return `test checkout, no real money${isProduction ? ', allowed by ALLOW_TEST_CHECKOUT' : ''}`
}

function openCards({
  config,
  db,
  clock,
  payments,
}: {
  config: Config
  db: Database['db']
  clock: Clock
  payments: Payments | undefined
}): CardProviders['current'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = config
  if (secretKey && webhookSecret)
    return { kind: 'stripe', provider: openStripe({ secretKey, webhookSecret, apiBase, clock, ...payments }) }
  return config.takesTestCards ? { kind: 'test', provider: createTestProvider({ db, clock }) } : undefined
}
