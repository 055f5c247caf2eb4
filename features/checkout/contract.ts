/*
 * Checkout: paying for books and keeping them. Owns: orders and their one state machine, payment providers,
 * entitlements, shelves (browsers that hold books), personal links, withdrawals. Does not own: what a book costs
 * (books), pages and downloads (reader), confirming claims at a desk (owner; it calls this room).
 */
import { z } from 'zod'
import { emailAddressSchema, optionalEmailAddressSchema, personNameSchema } from '#shared/email-address.ts'
import { slugSchema, textSchema } from '#shared/contract.ts'

export {
  accessPath,
  checkoutPath,
  checkoutStatusPath,
  claimPath,
  consentText,
  findMyBooksPath,
  orderEmailPath,
} from './constants.ts'

/** Everything an order can be. */
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

/** One of them. */
export type OrderState = (typeof orderStates)[number]

/**
 * Body of `POST /api/books/checkout`. `consent` is true when the box for immediate delivery was ticked; left out, the
 * right of withdrawal stays.
 */
export const checkoutRequestSchema = z.object({
  book_id: slugSchema,
  origin_url: z.string().max(300),
  consent: z.boolean().default(false),
})

/** Answer of `POST /api/books/checkout`: where to pay. */
export const checkoutReplySchema = z.object({ url: z.string() })

/** Answer of `GET /api/books/checkout/status/{session_id}`, and nothing else of the session. */
export const checkoutStatusSchema = z.object({ payment_status: z.string() })

/** Answer of `POST /api/books/cashapp-claims`: what to send, to whom and with which note. `handle` begins with `$`. */
export const cashAppClaimSchema = z.object({
  order_code: z.string(),
  handle: z.string(),
  /** True while the owner has set no handle: no one receives money sent there. */
  is_sample: z.boolean(),
  amount_cents: z.number().int(),
  note: z.string(),
  /** The payment address as a square of modules, an SVG without script. */
  qr_svg: z.string(),
})

/** A claim as its dialog shows it. */
export type CashAppClaim = z.infer<typeof cashAppClaimSchema>

/** Body of `POST /api/books/cashapp-claims/{code}/sent`: the visitor says the money is on its way. */
export const claimSentSchema = z.object({ email: optionalEmailAddressSchema.default('') })

/** Answer of `GET /api/books/{bookId}/access`, for the browser that asks. */
export const accessReplySchema = z.object({
  access: z.enum(['free', 'preview', 'owned']),
  /** The order behind an owned book. `masked_email` is empty when none is known. */
  order: z.object({ code: z.string(), masked_email: z.string(), can_change_email: z.boolean() }).optional(),
  /** A Cash App claim of this browser that the owner has not settled yet. */
  claim: z.object({ code: z.string(), state: z.enum(['created', 'pending']) }).optional(),
  /**
   * The newest Cash App claim of this browser, when it was declined lately; `reason` is what the owner wrote, may be
   * empty.
   */
  declined: z.object({ code: z.string(), reason: z.string(), at: z.string() }).optional(),
  /** The newest order of this browser whose money was given back, for a book it does not own; `at` is an ISO moment. */
  refund: z.object({ code: z.string(), at: z.string() }).optional(),
  /** The newest order of this browser for the book that the owner has closed, since part of its money is missing. */
  closed: z.object({ code: z.string() }).optional(),
  /** Which ways to pay are open here. */
  methods: z.array(z.enum(['stripe', 'cashapp'])),
  /** The card provider is the stand-in. */
  is_test: z.boolean(),
})

/** What one browser may do with a book, and how it could buy it. */
export type AccessReply = z.infer<typeof accessReplySchema>

/** Body of `POST /api/books/orders/{code}/email`, allowed to the paying browser until a mailed link was confirmed. */
export const orderEmailSchema = z.object({ email: emailAddressSchema })

/** Body of `POST /api/my-books/find`. The answer is the same whether or not there are any. */
export const findMyBooksSchema = z.object({ email: emailAddressSchema })

/** The withdrawal form. */
export const withdrawalSchema = z.object({
  name: personNameSchema.pipe(textSchema),
  email: emailAddressSchema,
  contract: textSchema.max(300),
})

/** A declaration after checking. */
export type Withdrawal = z.infer<typeof withdrawalSchema>

/** A book this browser holds. */
export type OwnedBook = { bookId: string; title: string; orderCode: string; maskedEmail: string; boughtAt: string }

/** An order of this browser whose money was given back; `refundedAt` is an ISO moment. */
export type RefundedBook = { bookId: string; title: string; orderCode: string; refundedAt: string }

/** What the pages of this room ask for. `cookie` is a request's `Cookie` header. */
export type CheckoutService = {
  /** Books of this browser, newest first. */
  listOwned(cookie: string | undefined): Promise<OwnedBook[]>
  /** Orders of this browser whose money was given back, newest first. */
  listRefunded(cookie: string | undefined): Promise<RefundedBook[]>
  /** What a mailed link opens; undefined for an unknown one. Asking changes nothing. */
  findLink(token: string): Promise<{ bookId: string; title: string; isOpen: boolean; isRevoked: boolean } | undefined>
  /**
   * Confirms a mailed link in this browser.
   *
   * @returns the `Set-Cookie` value, or undefined when the link opens nothing.
   */
  redeemLink(token: string, cookie: string | undefined): Promise<{ bookId: string; setCookie: string } | undefined>
  /** Mails the links of all books bought with this address. @throws AppError `too-many-requests`. */
  findMyBooks(email: string, clientAddress: string): Promise<void>
  /**
   * Records a declaration and mails its acknowledgement.
   * @returns when it was received.
   *
   * @throws AppError
   * `too-many-requests`.
   */
  withdraw(withdrawal: Withdrawal, clientAddress: string): Promise<{ declaredAt: string }>
}

/**
 * What a list of orders is asked for; left out, everything. `words` is looked for in code, address, title and payment.
 */
export type OrderFilter = {
  words?: string
  state?: OrderState
  provider?: 'stripe' | 'test' | 'cashapp'
  needsAction: boolean
}

/** One order in a list; moments are ISO, money is cents. */
export type OrderSummary = {
  id: string
  code: string
  bookId: string
  bookTitle: string
  priceCents: number
  /** What came; undefined until known. */
  paidCents: number | undefined
  refundedCents: number
  currency: string
  provider: 'stripe' | 'test' | 'cashapp'
  state: OrderState
  email: string
  paymentId: string | undefined
  /** All that waits for the owner; empty when nothing does. */
  actionItems: string[]
  createdAt: string
  paidAt: string | undefined
}

/** One order with all that happened to it, the oldest first. */
export type OrderDetails = OrderSummary & {
  /** Until when the bank wants an answer, where a dispute runs. */
  disputeDueAt: string | undefined
  /** A personal link was mailed or can be: the book is open and there is an address. */
  canResend: boolean
  /** Until when a declined claim can be taken up again; undefined when it cannot. */
  reopenUntil: string | undefined
  /** Whether the buyer can read the book; undefined for one that never was handed out. */
  hasAccess: boolean | undefined
  /** The owner decides about the book while some of the money is missing. */
  canRevokeAccess: boolean
  canRestoreAccess: boolean
  /**
   * What the buyer's bank wants, the oldest first; `amountCents` undefined for all of the payment. An inquiry takes no
   * money.
   */
  disputes: {
    id: string
    standing: 'inquiry' | 'closed' | 'open' | 'won' | 'lost'
    amountCents: number | undefined
    dueAt: string | undefined
  }[]
  moves: { from: OrderState | undefined; to: OrderState; actor: string; detail: string; at: string }[]
}

/** One page of a list, with the totals of all of it. */
export type OrderPage = {
  orders: OrderSummary[]
  page: number
  pageCount: number
  totals: { orders: number; grossCents: number; refundedCents: number; waiting: number }
}

/**
 * What the owner can do with orders. Every act is done once, however often it is asked for; a decision about a claim is
 * refused the second time, since the other window may have said something else. All of them throw AppError `not-found`,
 * `unavailable`.
 */
export type OrderAdminService = {
  /** The newest first, 50 a page; a page past the last is the last. */
  list(filter: OrderFilter, page: number): Promise<OrderPage>
  /** Undefined when there is no such order. */
  find(orderId: string): Promise<OrderDetails | undefined>
  /** The same orders as {@link list}, all of them, without holding them in memory. */
  each(filter: OrderFilter): AsyncIterable<OrderSummary>
  /** @throws AppError `conflict` when the order is not a Cash App claim that waits. */
  confirmClaim(orderId: string): Promise<void>
  /** The buyer reads the reason. @throws AppError `conflict` like {@link confirmClaim}. */
  declineClaim(orderId: string, reason: string): Promise<void>
  /** Takes a declined claim up again, and tells the buyer. @throws AppError `conflict` when it is too late. */
  reopenClaim(orderId: string): Promise<void>
  /**
   * Mails a new personal link to the order's address; those mailed before stay good.
   *
   * @throws AppError `conflict`,
   * `too-many-requests`.
   */
  resend(orderId: string): Promise<{ email: string }>
  /** Gives all of the money back through the provider and closes access. @throws AppError `conflict`. */
  refund(orderId: string): Promise<void>
  /**
   * Closes the book of an order of which some of the money is missing, and tells the buyer.
   *
   * @throws AppError `conflict`
   */
  revokeAccess(orderId: string): Promise<void>
  /**
   * Opens a book that {@link revokeAccess} or a dispute closed, and mails the buyer a link.
   *
   * @throws AppError `conflict`
   */
  restoreAccess(orderId: string): Promise<void>
  /**
   * The owner has looked at what was flagged. `seen` names what was shown, so that nothing newer is cleared; all when
   * left out.
   *
   * @throws AppError `conflict`
   */
  settle(orderId: string, seen?: readonly string[]): Promise<void>
  /** Puts before the owner again what was settled lately. @throws AppError `conflict` when it is too late. */
  unresolve(orderId: string, seen: readonly string[]): Promise<void>
}

/** What may happen to a payment of the test checkout after it came. */
export type TestPaymentAction =
  | 'refund'
  | 'refund-part'
  | 'inquiry'
  | 'inquiry-closed'
  | 'dispute'
  | 'dispute-part'
  | 'dispute-won'
  | 'dispute-lost'

/** The hosted page of the test checkout. Absent where the stand-in is not allowed. */
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
   * @returns where the provider sends the buyer. `webhook` says how its notice arrives.
   * @throws AppError `conflict`
   * when the page is not open.
   */
  pay(
    sessionId: string,
    choice: { email: string; webhook: 'now' | 'late' | 'twice' | 'never' },
  ): Promise<{ url: string }>
  /**
   * The provider gives money back, or the buyer's bank asks about it, asks for it, wins or loses. A part is three
   * tenths.
   */
  afterwards(sessionId: string, act: TestPaymentAction): Promise<void>
}

declare module '#shared/services.ts' {
  interface Services {
    checkout: CheckoutService
    orderAdmin: OrderAdminService
    testCheckout: TestCheckoutService | undefined
  }
}
