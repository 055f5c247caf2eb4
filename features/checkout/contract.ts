/*
 * Checkout: buying books and keeping access to them. Owns: orders and their state machine, payment providers,
 * entitlements, buyer libraries (browsers with access to books), personal links, withdrawals, and the admin of orders.
 * Does not own: prices (books), pages and downloads (reader).
 */
import { z } from 'zod'
import type { TestPaymentAction } from './sandbox-actions.ts'
import type { OrderWithdrawal } from './withdrawal-right.ts'
import { optionalVisitorEmailSchema, visitorEmailSchema, visitorNameSchema } from '#shared/email-address.ts'
import { slugSchema, textSchema } from '#shared/contract.ts'
import { type Locale, locales } from '#shared/locales.ts'

export type { TestPaymentAction } from './sandbox-actions.ts'
export {
  accessPath,
  checkoutPath,
  checkoutStatusPath,
  claimPath,
  consentText,
  findMyBooksPath,
  orderEmailPath,
} from './constants.ts'

/** All states of an order. */
export const orderStates = [
  'created',
  'pending',
  'paid',
  'fulfilled',
  'refunded',
  'disputed',
  'expired',
  'declined',
] as const

/** State of an order. */
export type OrderState = (typeof orderStates)[number]

/**
 * Body of `POST /api/books/checkout`. `consent` is true when the buyer asked for immediate delivery; without it the
 * right of withdrawal remains. `locale` is the language in which the consent text was shown; by default that of the
 * page that sends the request.
 */
export const checkoutRequestSchema = z.object({
  book_id: slugSchema,
  origin_url: z.string().max(300),
  consent: z.boolean().default(false),
  locale: z.enum(locales).optional(),
})

/** Reply of `POST /api/books/cashapp-claims`: amount, recipient and note of the payment. `handle` begins with `$`. */
export const cashAppClaimSchema = z.object({
  order_code: z.string(),
  handle: z.string(),
  /** True if the payment goes to the sample handle, which belongs to no one. */
  is_sample: z.boolean(),
  amount_cents: z.number().int(),
  note: z.string(),
  /** The payment URL as a QR code, an SVG without script. */
  qr_svg: z.string(),
})

/** Payment details of a Cash App claim. */
export type CashAppClaim = z.infer<typeof cashAppClaimSchema>

/** Body of `POST /api/books/cashapp-claims/{code}/sent`, by which the buyer marks the payment as sent. */
export const claimSentSchema = z.object({ email: optionalVisitorEmailSchema.default('') })

/** Reply of `GET /api/books/{bookId}/access` for the requesting browser. */
export const accessReplySchema = z.object({
  access: z.enum(['free', 'preview', 'owned']),
  /**
   * The order behind an owned book. `masked_email` is empty when none is known; `can_withdraw` is false if consent to
   * immediate access ended the right of withdrawal, or if a test order made no contract; `is_withdrawn` is true until
   * the owner has handled a withdrawal.
   */
  order: z
    .object({
      code: z.string(),
      masked_email: z.string(),
      can_change_email: z.boolean(),
      can_withdraw: z.boolean(),
      is_withdrawn: z.boolean(),
      is_test: z.boolean(),
    })
    .optional(),
  /** A Cash App claim of this browser that the owner has not confirmed or declined yet. */
  claim: z.object({ code: z.string(), state: z.enum(['created', 'pending']), is_sample: z.boolean() }).optional(),
  /**
   * The newest Cash App claim of this browser if it was declined recently; `reason` is the owner’s text and may be
   * empty. `is_sample` as of a claim is true if it was opened with the sample handle, so that no payment was expected.
   */
  declined: z.object({ code: z.string(), reason: z.string(), at: z.string(), is_sample: z.boolean() }).optional(),
  /** The newest refunded order of this browser for a book it does not own; `at` is an ISO timestamp. */
  refund: z.object({ code: z.string(), at: z.string(), is_test: z.boolean(), is_sample: z.boolean() }).optional(),
  /** The newest paid order of this browser that does not open the book now; `by` as in {@link ClosedBook}. */
  closed: z.object({ code: z.string(), by: z.enum(['dispute', 'amount', 'owner']), is_test: z.boolean() }).optional(),
  /** Payment methods available on this site. */
  methods: z.array(z.enum(['stripe', 'cashapp'])),
  /** True while the test checkout accepts cards. */
  is_test: z.boolean(),
  /** True while Cash App payments go to the sample handle, which belongs to no one. */
  is_sample_handle: z.boolean(),
})

/** Access of one browser to a book, and its options to buy it. */
export type AccessReply = z.infer<typeof accessReplySchema>

/**
 * Body of `POST /api/books/orders/{code}/email`. Only the paying browser may send it, until a mailed link was
 * confirmed. `changed` in the reply is false if the order had this address already.
 */
export const orderEmailSchema = z.object({ email: visitorEmailSchema })

/** Body of `POST /api/my-books/find`. The reply is the same whether or not there are any books. */
export const findMyBooksSchema = z.object({ email: visitorEmailSchema })

/** Fields of the withdrawal form. */
export const withdrawalSchema = z.object({
  name: visitorNameSchema.pipe(textSchema),
  email: visitorEmailSchema,
  contract: textSchema.max(300),
})

/** A validated declaration of withdrawal. */
export type Withdrawal = z.infer<typeof withdrawalSchema>

type OrderedBook = { bookId: string; title: string; orderCode: string; isTest: boolean }

/** A book the browser has access to. */
export type OwnedBook = OrderedBook & { maskedEmail: string; boughtAt: string }

/** A refunded order of this browser; `refundedAt` is an ISO timestamp. */
export type RefundedBook = OrderedBook & { refundedAt: string; isSample: boolean }

/** A paid order that gives no access: disputed, of a wrong or unknown amount, or ended by the owner. */
export type ClosedBook = OrderedBook & { closedBy: 'dispute' | 'amount' | 'owner' }

/**
 * The book behind a mailed link. `closedBy` says why the link does not open it: the payment was returned in full or is
 * disputed, or the owner ended access because part of the payment is missing.
 */
export type LinkedBook = {
  bookId: string
  title: string
  closedBy: 'refund' | 'dispute' | 'owner' | undefined
  isRevoked: boolean
  isTest: boolean
}

/** Service behind the pages of checkout. `cookie` is a request’s `Cookie` header. */
export type CheckoutService = {
  /** Lists the books this browser has access to, newest first. */
  listOwned(cookie: string | undefined): Promise<OwnedBook[]>
  /** Lists the refunded orders of this browser, newest first. */
  listRefunded(cookie: string | undefined): Promise<RefundedBook[]>
  /** Lists the orders of this browser that do not open their books now, newest first. */
  listClosed(cookie: string | undefined): Promise<ClosedBook[]>
  /** Returns the book behind a mailed link, or undefined for an unknown link. Changes nothing. */
  findLink(token: string): Promise<LinkedBook | undefined>
  /**
   * Redeems a mailed link in this browser.
   *
   * @returns The `Set-Cookie` value, or undefined when the link gives no access.
   */
  redeemLink(token: string, cookie: string | undefined): Promise<{ bookId: string; setCookie: string } | undefined>
  /**
   * Mails links to all books bought with this address.
   *
   * @param locale Language of the email, English by default.
   * @throws AppError `too-many-requests`.
   */
  findMyBooks(email: string, clientAddress: string, locale?: Locale): Promise<void>
  /**
   * Records a withdrawal and mails a confirmation.
   *
   * @param locale Language of the form and of the confirmation, English by default.
   * @returns When it was received, as an ISO timestamp, and whether a confirmation was mailed.
   * @throws AppError `too-many-requests`.
   */
  withdraw(
    withdrawal: Withdrawal,
    clientAddress: string,
    locale?: Locale,
  ): Promise<{ declaredAt: string; isMailed: boolean }>
}

/** Filter of orders; omitted properties match everything. `query` is searched in code, address, title and payment. */
export type OrderFilter = {
  query?: string
  state?: OrderState
  provider?: 'stripe' | 'test' | 'cashapp'
  needsAction: boolean
}

/** Summary of an order in a list; timestamps are ISO, amounts are cents. */
export type OrderSummary = {
  id: string
  code: string
  bookId: string
  bookTitle: string
  priceCents: number
  /** Amount received; undefined until known. */
  paidCents: number | undefined
  /** Amount returned to the buyer, by us or by banks. */
  refundedCents: number
  /** Part of it that banks returned after lost disputes; money that we returned as well counts as refunded by us. */
  lostCents: number
  currency: string
  provider: 'stripe' | 'test' | 'cashapp'
  /** True for a Cash App order that was opened with the sample handle, which belongs to no one. */
  isSample: boolean
  state: OrderState
  email: string
  paymentId: string | undefined
  /** Kinds of the open action items, empty when there are none. */
  actionItems: string[]
  createdAt: string
  paidAt: string | undefined
}

/** Details of an order with its history, the oldest event first. */
export type OrderDetails = OrderSummary &
  OrderWithdrawal & {
    /** Deadline of the bank while a dispute is open. */
    disputeDueAt: string | undefined
    /** True if a personal link can be mailed: the buyer has access and the order an address. */
    canResend: boolean
    /** Deadline for reopening a declined claim; undefined when it cannot be reopened. */
    reopenUntil: string | undefined
    /** True if the buyer has access; undefined when the book was never delivered. */
    hasAccess: boolean | undefined
    /** Code of another order that gives the same buyer access to this book. */
    otherOrderCode: string | undefined
    /** The owner decides about access while part of the payment is missing. */
    canRevokeAccess: boolean
    canRestoreAccess: boolean
    /** Disputes, oldest first; `amountCents` is undefined for the full payment. An inquiry takes no money. */
    disputes: {
      id: string
      status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost'
      amountCents: number | undefined
      dueAt: string | undefined
    }[]
    events: { from: OrderState | undefined; to: OrderState; actor: string; detail: string; at: string }[]
  }

/** One page of orders, with the totals of the whole list. */
export type OrderPage = {
  orders: OrderSummary[]
  page: number
  pageCount: number
  totals: Record<'orders' | 'waiting' | 'grossCents' | 'testGrossCents', number> &
    Record<'refundedCents' | 'testRefundedCents' | 'lostCents', number>
}

/**
 * Actions of the owner on orders. Each action is performed once, however often it is requested; a second decision about
 * a claim is refused, because another window may have decided differently. All of them throw AppError `not-found` and
 * `unavailable`.
 */
export type OrderAdminService = {
  /** Lists orders, newest first, 50 a page; a page past the last returns the last. */
  list(filter: OrderFilter, page: number): Promise<OrderPage>
  /** Returns undefined for an unknown order. */
  find(orderId: string): Promise<OrderDetails | undefined>
  /** Streams the orders of {@link list} without loading all of them into memory. */
  each(filter: OrderFilter): AsyncIterable<OrderSummary>
  /** @throws AppError `conflict` when the order is not an open Cash App claim. */
  confirmClaim(orderId: string): Promise<void>
  /**
   * Declines a claim and mails the reason to the buyer.
   *
   * @throws AppError `conflict` like {@link confirmClaim}.
   */
  declineClaim(orderId: string, reason: string): Promise<void>
  /**
   * Reopens a declined claim and notifies the buyer.
   *
   * @throws AppError `conflict` when it is too late.
   */
  reopenClaim(orderId: string): Promise<void>
  /**
   * Mails a new personal link to the order's address; earlier links still work.
   *
   * @throws AppError `conflict`, `too-many-requests`.
   */
  resend(orderId: string): Promise<{ email: string }>
  /**
   * Refunds the rest of the payment through the provider and ends access.
   *
   * @throws AppError `conflict`.
   */
  refund(orderId: string): Promise<void>
  /** Revokes access to a book whose payment is partly missing, and notifies the buyer. @throws AppError `conflict`. */
  revokeAccess(orderId: string): Promise<void>
  /**
   * Restores access that {@link revokeAccess} or a dispute ended, and mails the buyer a link.
   *
   * @throws AppError `conflict`.
   */
  restoreAccess(orderId: string): Promise<void>
  /**
   * Marks action items as done. `seen` names the items that were shown, so that newer ones stay open; all when omitted.
   *
   * @throws AppError `conflict`.
   */
  resolve(orderId: string, seen?: readonly string[]): Promise<void>
  /**
   * Reopens action items that were marked as done recently.
   *
   * @throws AppError `conflict` when it is too late.
   */
  unresolve(orderId: string, seen: readonly string[]): Promise<void>
}

/** Service behind the payment page of the test checkout. Absent where the test checkout is not allowed. */
export type TestCheckoutService = {
  find(sessionId: string): Promise<
    | {
        id: string
        title: string
        amountCents: number
        status: 'open' | 'complete' | 'expired'
        paymentStatus: string
        refundable: boolean
        cancelUrl: string
      }
    | undefined
  >
  /**
   * @returns The URL the buyer returns to. `webhook` says how the event is delivered.
   * @throws AppError `conflict` when the page is not open.
   */
  pay(
    sessionId: string,
    choice: { email: string; webhook: 'now' | 'late' | 'twice' | 'never' },
  ): Promise<{ url: string }>
  /** Simulates a refund, inquiry or dispute. A part is 30 percent. */
  afterwards(sessionId: string, action: TestPaymentAction): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    checkout: CheckoutService
    orderAdmin: OrderAdminService
    testCheckout: TestCheckoutService | undefined
  }
}
