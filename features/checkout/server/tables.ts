import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { defaultLocale, type Locale } from '#shared/locales.ts'

/** States of an order; transitions are in order-states.ts. */
export const orderState = pgEnum('order_state', [
  'created',
  'pending',
  'paid',
  'fulfilled',
  'refunded',
  'disputed',
  'expired',
  'declined',
])

/** Payment methods. */
export const paymentProvider = pgEnum('payment_provider', ['stripe', 'test', 'cashapp'])

/** Buyer libraries: browsers with access to books. Only the hash of the cookie’s secret is stored. */
export const libraries = pgTable('buyer_libraries', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** One purchase of one book. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Order code people can read aloud: `SW-` and eight unambiguous characters. */
    code: text('code').notNull().unique(),
    bookId: text('book_id').notNull(),
    /** Title and price when the order was placed. */
    bookTitle: text('book_title').notNull(),
    priceCents: integer('price_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    provider: paymentProvider('provider').notNull(),
    /** True if the buyer was shown the sample Cash App handle only, which belongs to no one. */
    isSample: boolean('is_sample').notNull().default(false),
    state: orderState('state').notNull(),
    /** Address for mails, lower case; empty until known. */
    email: text('email').notNull().default(''),
    /** Library of the paying browser. */
    libraryId: uuid('library_id').references(() => libraries.id, { onDelete: 'set null' }),
    /** Origin of this site that the buyer returns to. */
    origin: text('origin').notNull(),
    /** Session id of the payment page; empty until it is created. */
    sessionId: text('session_id').unique(),
    /** URL of the payment page while it is open. */
    sessionUrl: text('session_url').notNull().default(''),
    sessionExpiresAt: timestamp('session_expires_at', { withTimezone: true }),
    /** Number of the payment page; part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    /** Payment id of the provider; refunds and disputes refer to it. */
    paymentId: text('payment_id'),
    /** Language of the page of the order, of its consent text and of all mails to the buyer. */
    locale: text('locale').$type<Locale>().notNull().default(defaultLocale),
    /** The exact consent text in the language in which it was shown; empty without consent. */
    consentText: text('consent_text').notNull().default(''),
    consentedAt: timestamp('consented_at', { withTimezone: true }),
    /** Hash of the client address; it can be reversed by trying all addresses. */
    clientHash: text('client_hash').notNull().default(''),
    /** Kinds of open action items: `paid-twice`, `disputed`, `amount-differs`, `claim` …, each once. */
    actionItems: text('action_items').array().notNull().default([]),
    /** Time of the next check; empty when no check is due. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    checks: integer('checks').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    /** Amount received as reported by the provider; empty until known and for other currencies. */
    paidCents: integer('paid_cents'),
    /** Amount returned in total, by us or by banks that decided for the buyer. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Amount refunded by us, as reported by the provider. */
    givenBackCents: integer('given_back_cents').notNull().default(0),
    /** Deadline of an open dispute, where the bank set one. */
    disputeDueAt: timestamp('dispute_due_at', { withTimezone: true }),
    /** Search text in lower case. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(code || ' ' || email || ' ' || book_title || ' ' || coalesce(payment_id, ''))`),
  },
  (table) => [
    // Includes the search text, so that a late page of a search is found without reading earlier rows.
    index('orders_newest').on(table.createdAt, table.id, table.searchText),
    // Covers the totals, so that no table rows are read.
    index('orders_totals').on(table.state, table.provider, table.priceCents, table.paidCents, table.refundedCents),
    // Covers searches that match most orders, where the text index does not help. Its longest entry is far below the
    // limit of 2,704 bytes.
    index('orders_search').on(
      table.searchText,
      table.state,
      table.provider,
      table.priceCents,
      table.paidCents,
      table.refundedCents,
    ),
    index('orders_samples')
      .on(table.createdAt)
      .where(sql`is_sample`),
    index('orders_waiting')
      .on(table.createdAt)
      .where(sql`cardinality(action_items) > 0`),
    index('orders_due').on(table.nextCheckAt),
    index('orders_of_library').on(table.libraryId, table.bookId),
    index('orders_of_email').on(table.email),
    index('orders_of_payment').on(table.paymentId),
  ],
)

/** History of orders: state changes and notes, append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    from: orderState('from_state'),
    to: orderState('to_state').notNull(),
    /** Source: `buyer`, `webhook`, `return`, `reconcile`, `owner`. */
    actor: text('actor').notNull(),
    detail: text('detail').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('order_events_of').on(table.orderId, table.at)],
)

/** Current state of disputes. */
export const orderDisputes = pgTable(
  'order_disputes',
  {
    /** Dispute id of the provider. */
    id: text('id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** `inquiry` takes no money and becomes `closed`; otherwise `open`, `won`, `lost`. */
    status: text('status').$type<'inquiry' | 'closed' | 'open' | 'won' | 'lost'>().notNull(),
    /** Disputed amount; empty for the full payment. */
    amountCents: integer('amount_cents'),
    /** Deadline of the bank, where known. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** Time when this state was reported; older reports are ignored. */
    reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.id] })],
)

/** Processed provider events, each once, written in the transaction of their effects. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  provider: paymentProvider('provider').notNull(),
  type: text('type').notNull(),
  orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Entitlements to read a book for life. One per paid order. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'restrict' }),
    bookId: text('book_id').notNull(),
    /** False while the full payment is returned or held, or the owner revoked access. */
    isOpen: boolean('is_open').notNull().default(true),
    /** Decision of the owner while part of the payment is missing, `open` or `closed`; empty follows the payment. */
    decision: text('decision').$type<'open' | 'closed'>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time when a mailed link was first redeemed; afterwards the paying browser cannot change the address. */
    openedAt: timestamp('opened_at', { withTimezone: true }),
  },
  (table) => [index('entitlements_of_book').on(table.bookId)],
)

/** Entitlements of libraries. */
export const libraryEntitlements = pgTable(
  'library_entitlements',
  {
    libraryId: uuid('library_id')
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
    entitlementId: uuid('entitlement_id')
      .notNull()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.libraryId, table.entitlementId] })],
)

/**
 * Personal links that were mailed. Only hashes are stored, so a leaked database gives no access; a link is revoked only
 * when its address was wrong.
 */
export const accessLinks = pgTable(
  'access_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    entitlementId: uuid('entitlement_id')
      .notNull()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('access_links_of').on(table.entitlementId)],
)

/** Withdrawals as they were declared; confirmed by email. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Contract in the person's own words: an order code, a title or other text. */
    contract: text('contract').notNull(),
    /** Language of the form, of the declaration and of the confirmation. */
    locale: text('locale').$type<Locale>().notNull().default(defaultLocale),
    /** Matching order. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    declaredAt: timestamp('declared_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time when the owner marked a withdrawal without a matching order as done; null otherwise. */
    handledAt: timestamp('handled_at', { withTimezone: true }),
  },
  (table) => [
    index('withdrawals_unmatched')
      .on(table.declaredAt)
      .where(sql`order_id is null and handled_at is null`),
  ],
)

/** Payment pages of the test checkout, a sandbox card provider. */
export const testSessions = pgTable(
  'test_sessions',
  {
    id: text('id').primaryKey(),
    /** Request that created the page. */
    request: jsonb('request')
      .$type<{
        orderId: string
        title: string
        amountCents: number
        successUrl: string
        cancelUrl: string
        idempotencyKey: string
      }>()
      .notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    status: text('status').notNull().default('open'),
    /** `unpaid`, `paid`, `inquiry`, `disputed`, `refunded`. */
    paymentStatus: text('payment_status').notNull().default('unpaid'),
    paymentId: text('payment_id'),
    email: text('email').notNull().default(''),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('test_sessions_once').on(table.idempotencyKey)],
)

/** Webhooks that the test checkout delivers. */
export const testDeliveries = pgTable(
  'test_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    sessionId: text('session_id').notNull(),
    /** Amount of a partial refund or dispute. */
    amountCents: integer('amount_cents'),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
  },
  (table) => [index('test_deliveries_due').on(table.dueAt)],
)
