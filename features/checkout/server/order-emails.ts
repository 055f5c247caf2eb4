import { render } from '@react-email/render'
import { createElement, type ReactElement } from 'react'
import type { Mail } from '#platform/mailer/mail.ts'
import { formatUsd } from '#shared/money.ts'
import { cutText } from '#shared/cut-text.ts'
import { pdfDownloadPath } from '#features/reader/contract.ts'
import type { Withdrawal } from '#features/checkout/contract.ts'
import { AccessMail } from '#features/checkout/emails/access.tsx'
import { AddressChangedMail } from '#features/checkout/emails/address-changed.tsx'
import { AccessRevokedMail } from '#features/checkout/emails/access-revoked.tsx'
import { ClaimDeclinedMail } from '#features/checkout/emails/claim-declined.tsx'
import { ClaimReceivedMail } from '#features/checkout/emails/claim-received.tsx'
import { MyBooksMail } from '#features/checkout/emails/my-books.tsx'
import { OwnerNoticeMail } from '#features/checkout/emails/owner-notice.tsx'
import { PaymentFailedMail } from '#features/checkout/emails/payment-failed.tsx'
import { type RefundedBy, RefundMail, refundTitles } from '#features/checkout/emails/refund.tsx'
import { WithdrawalMail } from '#features/checkout/emails/withdrawal.tsx'
import type { Order } from './orders/queries.ts'

type Named = Pick<Order, 'id' | 'code' | 'bookId' | 'bookTitle' | 'priceCents' | 'email'>

/** Renders the emails of checkout. */
export type OrderEmails = ReturnType<typeof createOrderEmails>

/** Settings used by every email of checkout. */
export type OrderEmailSettings = {
  /** Base URL of links, without a trailing slash. */
  origin: string
  supportEmail: string
  /** Postal address of the seller; empty until the owner sets it. */
  postalAddress: string
  ownerEmail: string
}

/** Subjects and instructions of notices to the owner, by action item. */
const ownerNotices: Record<string, { subject: string; text: string }> = {
  'claim': {
    subject: 'Cash App payment to confirm',
    text: 'Look for the payment in Cash App, then confirm or decline it.',
  },
  'paid-twice': {
    subject: 'A buyer paid twice',
    text: 'The buyer keeps the book either way. You may want to refund one of the two payments.',
  },
  'second-payment': {
    subject: 'Update to a second payment',
    text: 'This is about a second payment for an order, not the payment that opened the book.',
  },
  'amount-differs': {
    subject: 'A payment has the wrong amount',
    text: 'You received the money, but the buyer does not have the book yet. Accept the payment or refund it.',
  },
  'partly-refunded': {
    subject: 'A payment was partially refunded',
    text: 'Decide on the order page whether the buyer keeps the book.',
  },
  'refund-failed': {
    subject: 'A refund failed',
    text: 'The money was returned to you. Refund the buyer another way.',
  },
  'disputed': {
    subject: 'A payment was disputed',
    text: 'The buyer has no access until the bank decides. Respond to the dispute at the payment provider.',
  },
  'partly-disputed': {
    subject: 'Part of a payment was disputed',
    text: 'Respond to the dispute at the payment provider, and decide on the order page whether the buyer keeps the book.',
  },
  'inquiry': {
    subject: 'A bank opened an inquiry',
    text: 'No money was taken, and the buyer’s access is unchanged. Respond at the payment provider so that the inquiry does not become a dispute.',
  },
  'dispute-partly-lost': {
    subject: 'You lost a dispute over part of a payment',
    text: 'The bank returned that part to the buyer. Decide on the order page whether the buyer keeps the book.',
  },
  'outcome-unknown': {
    subject: 'The payment status of an order is unknown',
    text: 'The payment provider does not report a status. We check again every day. Look for the payment there; if it was paid, the buyer gets the book automatically.',
  },
  'dispute-lost': {
    subject: 'You lost a dispute',
    text: 'The bank returned the money to the buyer, and the buyer has no access. Review the order, then mark it as done.',
  },
}

export function createOrderEmails(settings: OrderEmailSettings) {
  const { origin, ownerEmail } = settings
  const about = (order: Named) => ({
    orderCode: order.code,
    title: order.bookTitle,
    price: formatUsd(order.priceCents),
    supportEmail: settings.supportEmail,
    postalAddress: settings.postalAddress,
  })
  const linkOf = (token: string) => `${origin}/my-books/open/${token}`
  const adminOrderUrl = ({ id }: Named) => `${origin}/admin/orders/${id}`
  return {
    access: (order: Named & Pick<Order, 'paidAt' | 'consentText' | 'consentedAt'>, token: string) =>
      renderMail(
        order.email,
        `Your book: ${order.bookTitle}`,
        createElement(AccessMail, {
          ...about(order),
          openUrl: linkOf(token),
          pdfUrl: `${origin}${pdfDownloadPath(order.bookId)}`,
          findUrl: `${origin}/my-books`,
          withdrawUrl: `${origin}/withdraw`,
          paidOn: order.paidAt ? formatDate(order.paidAt) : '',
          consentText: order.consentText,
          consentedAt: order.consentedAt ? formatUtcTimestamp(order.consentedAt) : '',
        }),
      ),
    /**
     * @param by Party that returned the money, or the rest of it.
     */
    refund: (order: Named & Pick<Order, 'refundedCents' | 'givenBackCents'>, by: RefundedBy) =>
      renderMail(
        order.email,
        `${refundTitles[by]}: ${order.bookTitle}`,
        createElement(RefundMail, { ...about(order), by, parts: refundParts(order) }),
      ),
    accessRevoked: (order: Named & Pick<Order, 'refundedCents'>) =>
      renderMail(
        order.email,
        `Your access has ended: ${order.bookTitle}`,
        createElement(AccessRevokedMail, {
          ...about(order),
          refunded: order.refundedCents > 0 ? formatUsd(order.refundedCents) : '',
        }),
      ),
    paymentFailed: (order: Named) =>
      renderMail(
        order.email,
        `Your payment failed: ${order.bookTitle}`,
        createElement(PaymentFailedMail, { ...about(order), bookUrl: `${origin}/book/${order.bookId}` }),
      ),
    claimReceived: (order: Named) =>
      renderMail(
        order.email,
        `We are looking for your payment: ${order.bookTitle}`,
        createElement(ClaimReceivedMail, about(order)),
      ),
    claimDeclined: (order: Named, reason: string) =>
      renderMail(
        order.email,
        `We did not find your payment: ${order.bookTitle}`,
        createElement(ClaimDeclinedMail, { ...about(order), reason, bookUrl: `${origin}/book/${order.bookId}` }),
      ),
    addressChanged: (order: Named) =>
      renderMail(
        order.email,
        'The email address of your order has changed',
        createElement(AddressChangedMail, about(order)),
      ),
    myBooks: (email: string, books: { title: string; code: string; token: string }[]) =>
      renderMail(
        email,
        books.length === 1 ? 'Your book' : `Your ${books.length} books`,
        createElement(MyBooksMail, {
          books: books.map(({ title, code, token }) => ({ title, orderCode: code, openUrl: linkOf(token) })),
          supportEmail: settings.supportEmail,
          postalAddress: settings.postalAddress,
        }),
      ),
    withdrawalReceived: ({ name, email, contract }: Withdrawal, order: Named | undefined, at: Date) =>
      renderMail(
        email,
        'We have received your withdrawal',
        createElement(WithdrawalMail, {
          name: unlinked(name, 60),
          email,
          contract: unlinked(contract, 160),
          supportEmail: settings.supportEmail,
          postalAddress: settings.postalAddress,
          orderCode: order?.code ?? '',
          receivedAt: formatUtcTimestamp(at),
        }),
      ),
    withdrawalNotice: ({ name, email, contract }: Withdrawal, order: Named | undefined, at: Date) =>
      renderMail(
        ownerEmail,
        `Withdrawal received${order ? `: ${order.code}` : ''}`,
        createElement(OwnerNoticeMail, {
          title: 'Withdrawal received',
          button: order
            ? { href: adminOrderUrl(order), label: 'View order' }
            : { href: `${origin}/admin/orders?q=${encodeURIComponent(email)}`, label: 'Search orders' },
          text: order
            ? 'The declaration takes effect when it is received. If the right of withdrawal still applies, refund the payment within 14 days.'
            : 'No order with this email address matches. Find out which order the buyer means.',
          facts: [
            ['Received', formatUtcTimestamp(at)],
            ['Name', name],
            ['Email', email],
            ['Contract', contract],
            ['Order', order ? `${order.code}, ${order.bookTitle}` : 'not found'],
          ],
          postalAddress: settings.postalAddress,
        }),
      ),
    ownerNotice: (order: Named & Pick<Order, 'provider'>, reason: string, detail: string) => {
      const { subject, text } = ownerNotices[reason] ?? {
        subject: 'An order needs action',
        text: 'Review the order.',
      }
      return renderMail(
        ownerEmail,
        `${subject}: ${order.code}`,
        createElement(OwnerNoticeMail, {
          title: subject,
          text,
          button: { href: adminOrderUrl(order), label: 'View order' },
          facts: [
            ['Order', order.code],
            ['Book', order.bookTitle],
            ['Price', formatUsd(order.priceCents)],
            [
              'Payment method',
              order.provider === 'cashapp' ? 'Cash App' : order.provider === 'test' ? 'Test checkout' : 'Card',
            ],
            ['Buyer', order.email || 'no email address'],
            ['Payment note', `${order.bookId} ${order.code}`],
            ['Details', detail],
          ],
          postalAddress: settings.postalAddress,
        }),
      )
    },
  }
}

/** Returns both amounts when we and banks each returned a part; otherwise undefined. */
function refundParts({ refundedCents, givenBackCents }: Pick<Order, 'refundedCents' | 'givenBackCents'>) {
  const byBanks = refundedCents - givenBackCents
  return givenBackCents > 0 && byBanks > 0 ? { ours: formatUsd(givenBackCents), banks: formatUsd(byBanks) } : undefined
}

async function renderMail(to: string, subject: string, email: ReactElement): Promise<Mail> {
  const [html, text] = await Promise.all([render(email), render(email, { plainText: true })])
  return { to, subject: subject.replaceAll(/\s+/g, ' '), html, text }
}

/**
 * Shortens text that a stranger typed and breaks its links, because the mail goes to whatever address they typed.
 * `https://a.example` becomes `https:// a[.]example`.
 */
function unlinked(text: string, longest: number): string {
  return cutText(text, longest, '…')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('://', ':// ')
    .replaceAll(/[.。．｡](?=[\p{L}\p{N}]{2,})/gu, '[.]')
}

const formatDate = (at: Date) =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const formatUtcTimestamp = (at: Date) => `${formatDate(at)}, ${at.toISOString().slice(11, 19)} UTC`
