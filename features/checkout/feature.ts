import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { createStripe } from '#platform/payments/stripe.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { checkoutRetention } from './server/retention.ts'
import { createCheckoutApi } from './server/shop/checkout-api.ts'
import type { CardProviders } from './server/cards/providers.ts'
import { handlePaymentEvent } from './server/cards/handle-event.ts'
import { createCheckout } from './server/shop/checkout.ts'
import { sampleHandle } from './server/shop/claims.ts'
import { createUnreadableEventItems } from './server/cards/unreadable-events.ts'
import { createWebhookHealth } from './server/cards/webhook-health.ts'
import { createOrderEmails } from './server/orders/order-emails.ts'
import { createOrderAdmin } from './server/admin/order-admin.ts'
import { ordersCsvRoutes } from './server/admin/orders-csv-routes.ts'
import { orderActionItems } from './server/admin/action-items.ts'
import { createUnmatchedWithdrawalItems } from './server/admin/unmatched-withdrawals.ts'
import { checkoutRoutes } from './server/shop/routes.ts'
import { createBookAccess, createPaymentHolds } from './server/library/book-access.ts'
import { createLibraryCookie } from './server/library/library-cookie.ts'
import { createDeliveries } from './server/test-checkout/deliveries.ts'
import { createTestCheckout } from './server/test-checkout/hosted-page.ts'
import { createTestProvider } from './server/test-checkout/provider.ts'
import { webhookRoutes } from './server/shop/webhook-routes.ts'
import { createRateLimit } from '#platform/rate-limit.ts'
import type { OrderDeps } from './server/orders/order-deps.ts'
import { claimDueOrders } from './server/orders/queries.ts'
import { reconcileOrder } from './server/cards/reconcile-order.ts'
import { mailSender } from '#shared/mail/mail-sender.ts'

/** Requests in parallel: one that hangs takes 15 seconds and must not delay the others. */
const concurrency = 5

type DueOrder = Awaited<ReturnType<typeof claimDueOrders>>[number]

/**
 * Creates the reconciliation of orders: it checks every open order with the provider, and paid ones from time to time,
 * so that a lost webhook has no consequences. Any number of processes may run it.
 *
 * @returns A function that checks everything that is due, once. After the signal is aborted it finishes the requests in
 * flight and starts no new ones.
 */
function createReconciliation(deps: OrderDeps, providers: CardProviders): (signal?: AbortSignal) => Promise<void> {
  let running: Promise<void> | undefined

  async function reconcile(signal?: AbortSignal): Promise<void> {
    const [first] = await claimDueOrders(deps.db, deps.clock.now(), 1)
    if (!first) return
    const workers = Array.from({ length: concurrency }, (_, index) =>
      reconcileOneByOne(index === 0 ? first : undefined, signal),
    )
    const outcomes = await Promise.allSettled(workers)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
  }

  // Orders are claimed one at a time, so that none is claimed but unchecked when this process ends.
  async function reconcileOneByOne(first: DueOrder | undefined, signal: AbortSignal | undefined): Promise<void> {
    for (let claimed = first; claimed || !signal?.aborted; claimed = undefined) {
      const order = claimed ?? (await claimDueOrders(deps.db, deps.clock.now(), 1))[0]
      if (!order) return
      await reconcileOrder(deps, providers, order).catch((error: unknown) =>
        deps.log.warn({ err: error, order: order.code }, 'order status check failed; retrying'),
      )
    }
  }

  return (signal) => (running ??= reconcile(signal).finally(() => (running = undefined)))
}

const minute = 60
const hour = 60 * minute

/**
 * Creates the rate limits of checkout: generous for people, who share addresses, and tight for actions that send mail.
 */
function createCheckoutLimits({ pool }: Pick<Database, 'pool'>) {
  const limit = (name: string, points: number, durationSeconds: number) =>
    createRateLimit({ pool, name, points, durationSeconds })
  return {
    checkoutPerClient: limit('checkout', 30, 10 * minute),
    claimPerClient: limit('claim', 20, 10 * minute),
    claimSentPerClient: limit('claim-sent', 20, 10 * minute),
    // A waiting page polls twice a second.
    statusPerClient: limit('payment-status', 600, minute),
    // The provider is queried about one payment at most once a second.
    statusPerSession: limit('payment-asked', 1, 1),
    emailPerClient: limit('order-email', 10, hour),
    emailPerOrder: limit('order-email-of', 5, hour),
    findPerClient: limit('find-books', 10, hour),
    findPerAddress: limit('find-books-of', 1, hour),
    withdrawPerClient: limit('withdraw', 5, hour),
    // Mails to one address, which anyone may enter, across all clients.
    claimMailPerAddress: limit('claim-mail-of', 1, hour),
    orderMailPerAddress: limit('order-email-to', 5, hour),
    // Resends by the owner.
    resendPerOrder: limit('order-resend', 5, 24 * hour),
    withdrawMailPerAddress: limit('withdraw-mail-of', 3, 24 * hour),
  }
}

type Payments = { timeoutMs: number; retryDelayMs: number }

/** The checkout feature: selling books and giving access to them. */
export const checkout = defineFeature({
  name: 'checkout',
  messages: { en, es },
  /** @param payments Timeout of a request to the card provider, and the delay before its retry. */
  create(
    { config, database, db, outbox, clock, log, texts, features: { books } }: FeatureDeps<'books'>,
    payments?: Payments,
  ) {
    const { origin, isProduction } = config
    const cookie = createLibraryCookie(origin)
    const cashApp = () =>
      config.CASHAPP_TAG ? { tag: config.CASHAPP_TAG, isSample: false } : isProduction ? undefined : sampleHandle
    const emails = createOrderEmails({
      origin,
      texts,
      get supportEmail() {
        return config.SUPPORT_EMAIL
      },
      get sender() {
        return mailSender(config)
      },
      ownerEmail: config.OWNER_EMAIL,
      isListed: (bookId) => books.find(bookId) !== undefined,
    })
    const deps = { db, clock, outbox, emails, log, books, cookie, texts, limits: createCheckoutLimits(database) }
    const providers: CardProviders = { current: createCardProvider({ config, db, clock, payments }) }
    const { current } = providers
    const onFault = (err: unknown) => log.warn({ err }, 'test checkout webhook failed; retrying')
    const deliveries =
      current?.kind === 'test'
        ? createDeliveries({ db, clock, handleEvent: (event) => handlePaymentEvent(deps, current, event), onFault })
        : undefined
    const reconcile = createReconciliation(deps, providers)
    const service = createCheckout({ ...deps, supportEmail: () => config.SUPPORT_EMAIL })
    const admin = createOrderAdmin(deps, providers)
    const calls = createCheckoutApi({
      ...deps,
      providers,
      testCardsAreLocal: config.testCardsAreLocal,
      cashApp,
      origins: isProduction ? [origin] : [origin, `http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`],
    })
    const testCheckout =
      deliveries && createTestCheckout({ db, clock, deliver: () => void deliveries.now().catch(onFault) })
    return {
      artworkPlaces: [{ slug: 'withdraw', name: 'Withdrawal', path: '/withdraw' }],
      services: {
        checkout: service,
        orderAdmin: admin,
        testCheckout,
        bookAccess: createBookAccess(deps),
        paymentHold: createPaymentHolds(deps),
      },
      actionItems: [
        orderActionItems({ db, admin }),
        createUnmatchedWithdrawalItems({ db, clock }),
        createUnreadableEventItems({ db }),
      ],
      ...(current?.kind === 'stripe' && { health: createWebhookHealth({ db, clock, config }) }),
      startupLines: async () => [['Card payments', cardsOf(config)]],
      async routes(app) {
        await app.register(checkoutRoutes({ calls, checkout: service }))
        await app.register(ordersCsvRoutes({ admin, clock }))
        if (current?.kind === 'stripe')
          await app.register(
            webhookRoutes({
              provider: current.provider,
              handleEvent: (event) => handlePaymentEvent(deps, current, event),
            }),
          )
      },
      // A station process does not handle orders.
      retention: checkoutRetention,
      jobs: [
        defineJob({
          name: 'checkout.reconcile-orders',
          title: 'Check open orders with the card provider',
          role: ['web', 'worker'],
          every: '30s',
          run: reconcile,
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
      reconcileNow: reconcile,
    }
  },
})

function cardsOf({ STRIPE_SECRET_KEY: key, CASHAPP_TAG, takesTestCards, testCardsAreLocal }: Config): string {
  if (key) return key.startsWith('sk_live') || key.startsWith('rk_live') ? 'by Stripe' : 'by Stripe, with a test key'
  if (!takesTestCards) return CASHAPP_TAG ? 'off; books are sold through Cash App only' : 'off; no book can be bought'
  return testCardsAreLocal
    ? 'test checkout without real money, on this machine only; set ALLOW_TEST_CHECKOUT=true to open it to everyone'
    : 'test checkout without real money, open to everyone (ALLOW_TEST_CHECKOUT=true)'
}

function createCardProvider({
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
    return { kind: 'stripe', provider: createStripe({ secretKey, webhookSecret, apiBase, clock, ...payments }) }
  return config.takesTestCards ? { kind: 'test', provider: createTestProvider({ db, clock }) } : undefined
}
