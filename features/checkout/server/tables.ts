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

/** The one life of an order; which moves are allowed stands in order-states.ts. */
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

/** Who takes the money. */
export const paymentProvider = pgEnum('payment_provider', ['stripe', 'test', 'cashapp'])

/** A browser that may hold books. Its cookie is a secret of which only the fingerprint is kept. */
export const libraries = pgTable('shelves', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** One person buying one book once. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** What people read to each other: `SW-` and eight letters that cannot be confused. */
    code: text('code').notNull().unique(),
    bookId: text('book_id').notNull(),
    /** Title and price at the moment of ordering. */
    bookTitle: text('book_title').notNull(),
    priceCents: integer('price_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    provider: paymentProvider('provider').notNull(),
    state: orderState('state').notNull(),
    /** Where mails about it go; lower case, empty until known. */
    email: text('email').notNull().default(''),
    /** The browser that pays. */
    libraryId: uuid('shelf_id').references(() => libraries.id, { onDelete: 'set null' }),
    /** Origin the buyer returns to; one of ours. */
    origin: text('origin').notNull(),
    /** The provider's name for the payment page; empty until there is one. */
    sessionId: text('session_id').unique(),
    /** Where the buyer pays, while the page is open. */
    sessionUrl: text('session_url').notNull().default(''),
    sessionExpiresAt: timestamp('session_expires_at', { withTimezone: true }),
    /** Counts payment pages made for this order; part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    /** The provider's name for the payment itself; refunds and disputes come under it. */
    paymentId: text('payment_id'),
    /** The exact words the buyer agreed to, empty when the box was left alone. */
    consentText: text('consent_text').notNull().default(''),
    consentedAt: timestamp('consented_at', { withTimezone: true }),
    /** A fingerprint of the client address; whoever tried all addresses could find it again. */
    clientHash: text('client_fingerprint').notNull().default(''),
    /** All the owner must look at: `paid-twice`, `disputed`, `amount-differs`, `claim` … each of them once. */
    actionItems: text('needs_owner').array().notNull().default([]),
    /** When the provider is asked about it next; empty when there is nothing to ask. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    checks: integer('checks').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    /** What came, as who took it says; empty until known, and where another currency came. */
    paidCents: integer('paid_cents'),
    /** What went back of it in all: given back by us, or by banks that decided for the buyer. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** What of that we gave back, as who took it says. */
    givenBackCents: integer('given_back_cents').notNull().default(0),
    /** Until when the bank wants an answer to a dispute, where one runs and a time was told. */
    disputeDueAt: timestamp('dispute_due_at', { withTimezone: true }),
    /** What the owner may look for, in lower case. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(code || ' ' || email || ' ' || book_title || ' ' || coalesce(payment_id, ''))`),
  },
  (table) => [
    // With the words, so that a page far down a search is found without the rows before it.
    index('orders_newest').on(table.createdAt, table.id, table.searchText),
    // All that the totals add up, so that they are read without the rows.
    index('orders_totals').on(table.state, table.provider, table.priceCents, table.paidCents, table.refundedCents),
    // The same for words that stand in most orders, where the index of words helps nothing. Its longest entry is far
    // below the 2,704 bytes it may have.
    index('orders_search').on(
      table.searchText,
      table.state,
      table.provider,
      table.priceCents,
      table.paidCents,
      table.refundedCents,
    ),
    index('orders_waiting')
      .on(table.createdAt)
      .where(sql`cardinality(needs_owner) > 0`),
    index('orders_due').on(table.nextCheckAt),
    index('orders_of_shelf').on(table.libraryId, table.bookId),
    index('orders_of_email').on(table.email),
    index('orders_of_payment').on(table.paymentId),
  ],
)

/** Every move of an order and every change a person made to it, in order; never changed, never deleted. */
export const orderEvents = pgTable(
  'order_moves',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    from: orderState('from_state'),
    to: orderState('to_state').notNull(),
    /** Who moved it: `buyer`, `webhook`, `return`, `sweep`, `owner`. */
    actor: text('actor').notNull(),
    detail: text('detail').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('order_moves_of').on(table.orderId, table.at)],
)

/** What buyers' banks want of payments, as it stands. */
export const orderDisputes = pgTable(
  'order_disputes',
  {
    /** The provider's name for it. */
    id: text('id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    /** `inquiry`, in which no money is taken, and `closed` after it; `open`, `won`, `lost`. */
    standing: text('standing').$type<'inquiry' | 'closed' | 'open' | 'won' | 'lost'>().notNull(),
    /** How much of the payment it is about; empty for all of it. */
    amountCents: integer('amount_cents'),
    /** Until when the bank wants an answer, where it says so. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    /** When it stood so; what was told of earlier changes nothing. */
    toldAt: timestamp('told_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.id] })],
)

/** Events the provider told us, each once, in the transaction that acted on it. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  provider: paymentProvider('provider').notNull(),
  type: text('type').notNull(),
  orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
})

/** The right to read a book, for life. One per paid order. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'restrict' }),
    bookId: text('book_id').notNull(),
    /** False while none of the money is ours, or the owner has closed it. */
    isOpen: boolean('is_open').notNull().default(true),
    /** What the owner decided while the money is missing in part: `open` or `closed`; empty leaves it to the money. */
    decision: text('decision').$type<'open' | 'closed'>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /**
     * When a mailed link was confirmed first; from then on the address can no longer be changed from the paying
     * browser.
     */
    openedAt: timestamp('opened_at', { withTimezone: true }),
  },
  (table) => [index('entitlements_of_book').on(table.bookId)],
)

/** Which browsers hold which right. */
export const libraryEntitlements = pgTable(
  'shelf_entitlements',
  {
    libraryId: uuid('shelf_id')
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
 * Personal links that were mailed. Only fingerprints are kept, so a lost database opens nothing; a link ends only when
 * its address was wrong.
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

/** Declarations of withdrawal, as they were made; acknowledged by mail. */
export const withdrawals = pgTable('withdrawals', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  /** The contract as the person named it: an order code, a title, anything. */
  contract: text('contract').notNull(),
  /** The order we think is meant. */
  orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
  declaredAt: timestamp('declared_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Payment pages of the test checkout, which stands in for a card provider. */
export const testSessions = pgTable(
  'test_sessions',
  {
    id: text('id').primaryKey(),
    /** What the provider was asked for, in its own words. */
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

/** Webhooks the test checkout still has to deliver. */
export const testDeliveries = pgTable(
  'test_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    sessionId: text('session_id').notNull(),
    /** Of the refund or dispute, where it is not about all of the payment. */
    amountCents: integer('amount_cents'),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
  },
  (table) => [index('test_deliveries_due').on(table.dueAt)],
)
