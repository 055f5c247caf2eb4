import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Outbox } from '#platform/mailer/outbox.ts'
import { openStripe } from '#platform/payments/stripe.ts'
import type { BooksService } from '#features/books/contract.ts'
import type { CheckoutService, OrderDeskService, TestCheckoutService } from '#features/checkout/contract.ts'
import { createCalls } from '#features/checkout/server/calls.ts'
import type { CardProviders } from '#features/checkout/server/cards/providers.ts'
import { createSweep } from '#features/checkout/server/cards/sweep.ts'
import { takeEvent } from '#features/checkout/server/cards/take-event.ts'
import { createCheckout } from '#features/checkout/server/checkout.ts'
import { createLetters } from '#features/checkout/server/letters.ts'
import { createCheckoutLimits } from '#features/checkout/server/limits.ts'
import { createOrderDesk } from '#features/checkout/server/desk/order-desk.ts'
import { ordersCsvRoutes } from '#features/checkout/server/desk/orders-csv-routes.ts'
import { orderNeeds } from '#features/checkout/server/needs.ts'
import type { OrderLog } from '#features/checkout/server/orders/order-parts.ts'
import { checkoutRoutes } from '#features/checkout/server/routes.ts'
import { createAccessTo } from '#features/checkout/server/shelves/access.ts'
import { createShelfCookie } from '#features/checkout/server/shelves/shelf-cookie.ts'
import { createDeliveries } from '#features/checkout/server/stand-in/deliveries.ts'
import { createTestCheckout } from '#features/checkout/server/stand-in/hosted-page.ts'
import { createTestProvider } from '#features/checkout/server/stand-in/provider.ts'
import { webhookRoutes } from '#features/checkout/server/webhook-routes.ts'
import type { NeedSource } from '#features/owner/contract.ts'
import type { AccessTo } from '#features/reader/contract.ts'

/** Paying for books and keeping them, with everything that goes on behind it. */
export type Checkout = {
  service: CheckoutService
  desk: OrderDeskService
  /** What of orders waits for the owner. */
  needs: NeedSource
  /** Absent where the stand-in does not take the cards. */
  testCheckout: TestCheckoutService | undefined
  /** The gate in front of every page of a book. */
  accessTo: AccessTo
  /** All calls of the room. */
  routes: FastifyPluginAsync
  /** Asks about open orders once, without waiting for the next turn. */
  sweepNow(): Promise<void>
  /** Begins to ask about open orders, and to deliver the stand-in's messages. */
  start(): void
  stop(): Promise<void>
}

/** A handle for sites that have none; nobody receives money sent there, and pages say so. */
const sampleHandle = { tag: '$swade-sample', isSample: true }

export function openCheckout({
  config,
  books,
  database,
  outbox,
  clock,
  log,
  payments,
}: {
  config: Config
  books: BooksService
  database: Database
  outbox: Outbox
  clock: Clock
  log: OrderLog
  /** How long an answer of the card provider may take, and how long to wait before it is asked again. */
  payments?: { timeoutMs: number; retryDelayMs: number }
}): Checkout {
  const { db } = database
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
  const onFault = (err: unknown) => log.warn({ err }, 'a message of the test checkout could not be delivered; it comes again')
  const deliveries =
    current?.kind === 'test' ? createDeliveries({ db, clock, take: (event) => takeEvent(parts, current, event), onFault }) : undefined
  const sweep = createSweep(parts, providers)
  const service = createCheckout(parts)
  const desk = createOrderDesk(parts, providers)
  const calls = createCalls({
    ...parts,
    providers,
    cashApp: () => (config.CASHAPP_TAG ? { tag: config.CASHAPP_TAG, isSample: false } : isProduction ? undefined : sampleHandle),
    origins: isProduction ? [origin] : [origin, `http://localhost:${config.PORT}`, `http://127.0.0.1:${config.PORT}`],
  })
  return {
    service,
    desk,
    needs: orderNeeds({ db, desk }),
    testCheckout: deliveries && createTestCheckout({ db, clock, deliver: () => void deliveries.now().catch(onFault) }),
    accessTo: createAccessTo(parts),
    async routes(app) {
      await app.register(checkoutRoutes({ calls, checkout: service }))
      await app.register(ordersCsvRoutes({ desk, clock }))
      if (current?.kind === 'stripe')
        await app.register(webhookRoutes({ provider: current.provider, take: (event) => takeEvent(parts, current, event) }))
    },
    sweepNow: () => sweep.now(),
    start() {
      sweep.start()
      deliveries?.start()
    },
    async stop() {
      await Promise.all([sweep.stop(), deliveries?.stop()])
    },
  }
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
  payments: { timeoutMs: number; retryDelayMs: number } | undefined
}): CardProviders['current'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = config
  if (secretKey && webhookSecret) return { kind: 'stripe', provider: openStripe({ secretKey, webhookSecret, apiBase, clock, ...payments }) }
  return config.takesTestCards ? { kind: 'test', provider: createTestProvider({ db, clock }) } : undefined
}
