import { render } from '@react-email/render'
import { type ComponentProps, createElement, type ReactElement } from 'react'
import { IntlProvider } from 'use-intl/react'
import type { Mail } from '#platform/mailer/mail.ts'
import { defaultLocale, type Locale, localePath } from '#shared/locales.ts'
import { formatLongDay, formatLongTimestamp } from '#shared/long-timestamp.ts'
import type { ServerTexts } from '#shared/messages.ts'
import { formatUsd } from '#shared/money.ts'
import { capitalize, cutText } from '#shared/cut-text.ts'
import { pdfDownloadPath } from '#features/reader/contract.ts'
import type { Withdrawal } from '#features/checkout/contract.ts'
import {
  AccessRevokedMail,
  AddressChangedMail,
  ClaimDeclinedMail,
  ClaimReceivedMail,
  PaymentFailedMail,
  RefundMail,
  refundKind,
  type AccessAfterRefund,
  type RefundedBy,
  type SplitRefund,
} from '#features/checkout/emails/order-changes.tsx'
import { AccessMail } from '#features/checkout/emails/access.tsx'
import { instructionText, sampleClaimTodo } from '#features/checkout/action-item-labels.ts'
import { paymentMethodLabel } from '#features/checkout/order-filter.ts'
import { MyBooksMail } from '#features/checkout/emails/my-books.tsx'
import { OwnerNoticeMail } from '#features/checkout/emails/owner-notice.tsx'
import {
  unmatchedWithdrawalTodo,
  type WithdrawalRight,
  withdrawalInstruction,
} from '#features/checkout/withdrawal-right.ts'
import { WithdrawalMail } from '#features/checkout/emails/withdrawal.tsx'
import { orderSearchPath } from './order-code.ts'
import type { Order } from './queries.ts'
import { ownerNoticeOf } from './owner-notices.ts'
import type { MailSender } from '#shared/mail/mail-sender.ts'

type Named = Pick<
  Order,
  'id' | 'code' | 'bookId' | 'bookTitle' | 'priceCents' | 'provider' | 'isSample' | 'email' | 'locale'
>

/**
 * A returned payment: the party that returned it, which is not the bank if we refunded a part; the amount that banks
 * returned; and whether more was returned than received.
 */
type Returned = { by: RefundedBy; banksCents: number; isTwice: boolean }

/** Renders the emails of checkout. */
export type OrderEmails = ReturnType<typeof createOrderEmails>

/** Settings used by every email of checkout. */
type OrderEmailSettings = {
  /** Base URL of links, without a trailing slash. */
  origin: string
  texts: ServerTexts
  supportEmail: string
  /** Postal address of the seller; empty until the owner sets it. */
  sender: MailSender
  ownerEmail: string
  /** Returns whether a book is in the library, so that its page can be linked. */
  isListed(bookId: string): boolean
}

/** Creates the emails of checkout: those to buyers in the language of their order, those to the owner in English. */
export function createOrderEmails(settings: OrderEmailSettings) {
  const { origin, ownerEmail, texts, isListed } = settings
  const about = (order: Named) => ({
    orderCode: order.code,
    title: order.bookTitle,
    price: formatUsd(order.priceCents, order.locale),
    supportEmail: settings.supportEmail,
    sender: settings.sender,
    isTest: order.provider === 'test',
    isSample: order.isSample,
  })
  const pageUrl = (locale: Locale, path: string) => origin + localePath(locale, path)
  const linkOf = (locale: Locale, token: string) => pageUrl(locale, `/my-books/open/${token}`)
  const bookUrl = ({ locale, bookId }: Named) => (isListed(bookId) ? pageUrl(locale, `/book/${bookId}`) : undefined)
  const orderAdminUrl = ({ id }: Named) => `${origin}/admin/orders/${id}`

  async function renderMail(to: string, locale: Locale, subject: string, email: ReactElement): Promise<Mail> {
    const provider = { locale, messages: texts.all(locale), timeZone: 'UTC' } as ComponentProps<typeof IntlProvider>
    const inLanguage = createElement(IntlProvider, provider, email)
    const [html, text] = await Promise.all([render(inLanguage), render(inLanguage, { plainText: true })])
    return { to, subject: subject.replaceAll(/\s+/g, ' '), html, text }
  }
  const toBuyer = ({ email, locale }: Named, subject: string, mail: ReactElement) =>
    renderMail(email, locale, subject, mail)
  const toOwner = (subject: string, mail: ReactElement) => renderMail(ownerEmail, defaultLocale, subject, mail)

  return {
    access: (order: Named & Pick<Order, 'paidAt' | 'consentText' | 'consentedAt'>, token: string) => {
      const { locale, paidAt, consentText, consentedAt } = order
      return toBuyer(
        order,
        texts.translator(locale)('checkout.email.access.subject', { kind: kindOf(order), title: order.bookTitle }),
        createElement(AccessMail, {
          ...about(order),
          openUrl: linkOf(locale, token),
          pdfUrl: `${origin}${pdfDownloadPath(order.bookId)}`,
          findUrl: pageUrl(locale, '/my-books'),
          withdrawUrl: pageUrl(locale, '/withdraw'),
          paidOn: paidAt ? formatLongDay(paidAt, locale) : '',
          consentText,
          consentedAt: consentedAt ? formatLongTimestamp(consentedAt, locale, 'second') : '',
        }),
      )
    },
    refund: (
      order: Named & Pick<Order, 'paidCents' | 'givenBackCents'>,
      returned: Returned,
      access: AccessAfterRefund,
    ) => {
      const by = order.isSample ? 'sample' : returned.by
      const parts = refundParts(order, returned)
      return toBuyer(
        order,
        texts.translator(order.locale)('checkout.email.refund.subject', {
          by: refundKind(by, parts),
          title: order.bookTitle,
        }),
        createElement(RefundMail, {
          ...about(order),
          by,
          amount: formatUsd(order.paidCents ?? order.priceCents, order.locale),
          parts,
          access,
          isListed: isListed(order.bookId),
        }),
      )
    },
    accessRevoked: (order: Named & Pick<Order, 'refundedCents'>, access: AccessAfterRefund) =>
      toBuyer(
        order,
        texts.translator(order.locale)('checkout.email.revoked.subject', {
          ended: access.otherOrder ? 'order' : 'book',
          title: order.bookTitle,
        }),
        createElement(AccessRevokedMail, {
          ...about(order),
          refunded: order.refundedCents > 0 ? formatUsd(order.refundedCents, order.locale) : '',
          access,
          isListed: isListed(order.bookId),
        }),
      ),
    paymentFailed: (order: Named) =>
      toBuyer(
        order,
        texts.translator(order.locale)('checkout.email.failed.subject', { title: order.bookTitle }),
        createElement(PaymentFailedMail, { ...about(order), bookUrl: bookUrl(order) }),
      ),
    claimReceived: (order: Named) =>
      toBuyer(
        order,
        texts.translator(order.locale)('checkout.email.claimReceived.subject', {
          kind: kindOf(order),
          title: order.bookTitle,
        }),
        createElement(ClaimReceivedMail, { ...about(order), bookId: order.bookId }),
      ),
    claimDeclined: (order: Named, reason: string) =>
      toBuyer(
        order,
        texts.translator(order.locale)('checkout.email.claimDeclined.subject', {
          kind: kindOf(order),
          title: order.bookTitle,
        }),
        createElement(ClaimDeclinedMail, { ...about(order), reason, bookUrl: bookUrl(order) }),
      ),
    addressChanged: (order: Named) =>
      toBuyer(
        order,
        texts.translator(order.locale)('checkout.email.addressChanged.subject'),
        createElement(AddressChangedMail, about(order)),
      ),
    /**
     * @param locale Language of the page the books were searched on.
     */
    myBooks: (
      email: string,
      books: { title: string; code: string; token: string; isTest: boolean }[],
      locale: Locale,
    ) =>
      renderMail(
        email,
        locale,
        texts.translator(locale)('checkout.email.myBooks.subject', { count: books.length }),
        createElement(MyBooksMail, {
          books: books.map(({ title, code, token, isTest }) => ({
            title,
            orderCode: code,
            openUrl: linkOf(locale, token),
            isTest,
          })),
          supportEmail: settings.supportEmail,
          sender: settings.sender,
        }),
      ),
    /**
     * @param withdrawal As declared; its `locale` is the language of the form.
     * @param order `isGuess` is true if the withdrawal names neither the order nor its book.
     */
    withdrawalReceived: (
      withdrawal: Withdrawal & { locale: Locale },
      order: (Named & { isGuess: boolean }) | undefined,
      at: Date,
    ) => {
      const { name, email, contract, locale } = withdrawal
      return renderMail(
        email,
        locale,
        texts.translator(locale)('checkout.email.withdrawal.subject'),
        createElement(WithdrawalMail, {
          name: unlinked(name, 60),
          email,
          contract: unlinked(contract, 160),
          supportEmail: settings.supportEmail,
          sender: settings.sender,
          order: order && {
            code: order.code,
            title: order.bookTitle,
            isGuess: order.isGuess,
            kind: kindOf(order),
          },
          receivedAt: formatLongTimestamp(at, locale, 'second'),
        }),
      )
    },
    withdrawalNotice: (
      { name, email, contract }: Withdrawal,
      order:
        | (Named & Pick<Order, 'state'> & { withdrawalRight: WithdrawalRight; hasAccess: boolean; isGuess: boolean })
        | undefined,
      at: Date,
    ) => {
      const isTest = order?.provider === 'test'
      const isGuessedTest = isTest && order.isGuess
      return toOwner(
        `Withdrawal received${order ? `: ${order.code}` : ''}`,
        createElement(OwnerNoticeMail, {
          title: 'Withdrawal received',
          button: order
            ? { href: orderAdminUrl(order), label: 'View order' }
            : { href: origin + orderSearchPath({ email, contract }), label: 'Search orders' },
          text: order
            ? withdrawalInstruction({
                right: order.withdrawalRight,
                declaredAt: at.toISOString(),
                isTest,
                isSample: order.isSample,
                hasAccess: order.hasAccess,
                isDisputed: order.state === 'disputed',
                isGuess: order.isGuess,
              })
            : unmatchedWithdrawalTodo,
          // The buyer may mean another order than a guessed one, so the note about it stands beside its code.
          isTest: isTest && !order.isGuess,
          facts: [
            ['Received', formatLongTimestamp(at, 'en', 'second')],
            ['Name', name],
            ['Email', email],
            ['Order (as entered)', contract],
            [
              order?.isGuess ? 'Only paid order' : 'Matching order',
              order ? `${order.code}, ${order.bookTitle}${isGuessedTest ? guessedTestNote : ''}` : 'None identified',
            ],
          ],
          sender: settings.sender,
        }),
      )
    },
    ownerNotice: (order: Named & Pick<Order, 'state'>, reason: string, detail: string) => {
      const notice = ownerNoticeOf(reason, order.state)
      const subject = notice?.subject ?? 'An order needs action'
      const isTest = order.provider === 'test'
      const isSampleClaim = reason === 'claim' && order.isSample
      const todo = notice ? instructionText(notice.todo, isTest) : 'Review the order.'
      return toOwner(
        `${subject}: ${order.code}`,
        createElement(OwnerNoticeMail, {
          title: subject,
          text: isSampleClaim ? sampleClaimTodo : todo,
          isTest,
          button: { href: orderAdminUrl(order), label: 'View order' },
          facts: [
            ['Order', order.code],
            ['Book', order.bookTitle],
            ['Price', formatUsd(order.priceCents)],
            ['Payment method', paymentMethodLabel(order)],
            ['Buyer', order.email || 'No email address'],
            ['Payment note', order.provider === 'cashapp' ? `${order.bookId} ${order.code}` : ''],
            ['Details', capitalize(detail)],
          ],
          sender: settings.sender,
        }),
      )
    },
  }
}

const guessedTestNote = ' (test order: no real money was charged)'

const kindOf = ({ provider, isSample }: Named) => (provider === 'test' ? 'test' : isSample ? 'sample' : 'real')

/** Returns both amounts when we and banks each returned a part; otherwise undefined. */
function refundParts(
  { givenBackCents, locale }: Pick<Order, 'givenBackCents' | 'locale'>,
  { banksCents, isTwice }: Returned,
): SplitRefund | undefined {
  if (givenBackCents === 0 || banksCents === 0) return undefined
  const [ours, banks] = [givenBackCents, banksCents].map((cents) => formatUsd(cents, locale)) as [string, string]
  return { ours, banks, total: isTwice ? 'more' : 'exact' }
}

/**
 * Shortens text that a stranger typed and breaks its links, because the mail goes to an address that the stranger
 * chose. `https://a.example` becomes `https:// a[.]example`.
 */
function unlinked(text: string, longest: number): string {
  return cutText(text, longest, '…')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('://', ':// ')
    .replaceAll(/[.。．｡](?=[\p{L}\p{N}]{2,})/gu, '[.]')
}
