import { useTranslations } from 'use-intl/react'
import { MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { OrderFacts, OrderMailLayout, type OrderMailProps } from './order-facts.tsx'

/**
 * Access of the buyer after an order was refunded or its access revoked: whether the order gave access, and another
 * order that still opens the book. Its code is undefined if it has another address than the buyer.
 */
export type AccessAfterRefund = { wasGiven: boolean; otherOrder: { code: string | undefined } | undefined }

/**
 * Email after the owner revoked access to a partly refunded book.
 *
 * @param isListed False if the book is no longer in the library, so that it has no preview.
 */
export function AccessRevokedMail({
  refunded,
  access: { otherOrder },
  isListed,
  ...props
}: OrderMailProps & { refunded: string; access: AccessAfterRefund; isListed: boolean }) {
  const t = useTranslations('checkout.email')
  const { title, supportEmail, isTest } = props
  const code = otherOrder?.code
  const ended = otherOrder ? 'order' : 'book'
  const texts = [
    t('revoked.text', { kind: isTest ? 'test' : 'real', ended, title, supportEmail }),
    code ? t('refund.kept', { code }) : isListed ? t('refund.freePreview') : '',
  ]
  return (
    <OrderMailLayout
      order={props}
      isRefund={refunded !== ''}
      preview={t('revoked.preview', { ended, title })}
      kicker={t('yourOrder')}
      title={t('revoked.title', { ended })}
    >
      <Paragraph>{texts.filter(Boolean).join(' ')}</Paragraph>
      <OrderFacts {...props} more={[[t('refunded'), refunded]]} />
    </OrderMailLayout>
  )
}

/** Notifies the previous address of an order that the address has changed. */
export function AddressChangedMail(props: OrderMailProps) {
  const t = useTranslations('checkout.email')
  return (
    <OrderMailLayout
      order={props}
      preview={t('addressChanged.preview')}
      kicker={t('yourOrder')}
      title={t('addressChanged.title')}
    >
      <Paragraph>{t('addressChanged.text')}</Paragraph>
      <OrderFacts {...props} />
      <Paragraph>{t('addressChanged.notYou', { supportEmail: props.supportEmail })}</Paragraph>
    </OrderMailLayout>
  )
}

/**
 * Email after the owner declined a claim.
 *
 * @param reason The owner’s text; may be empty.
 * @param bookUrl Undefined if the book is no longer in the library.
 */
export function ClaimDeclinedMail({
  reason,
  bookUrl,
  ...props
}: OrderMailProps & { reason: string; bookUrl: string | undefined }) {
  const t = useTranslations('checkout.email')
  const kind = props.isSample ? 'sample' : 'real'
  return (
    <OrderMailLayout
      order={props}
      preview={t('claimDeclined.preview', { kind })}
      kicker="Cash App"
      title={t('claimDeclined.title', { kind })}
    >
      <Paragraph>
        {props.isSample ? t('claimDeclined.sample') : t('claimDeclined.text', { supportEmail: props.supportEmail })}
      </Paragraph>
      {reason ? <Paragraph>{t('claimDeclined.reason', { reason })}</Paragraph> : null}
      <OrderFacts {...props} />
      {bookUrl ? <MailButton href={bookUrl}>{t('toBook')}</MailButton> : null}
    </OrderMailLayout>
  )
}

/** Email after the buyer marked a Cash App payment as sent. */
export function ClaimReceivedMail({ bookId, ...props }: OrderMailProps & { bookId: string }) {
  const t = useTranslations('checkout.email')
  const { orderCode: code, supportEmail, isSample } = props
  const kind = isSample ? 'sample' : 'real'
  return (
    <OrderMailLayout
      order={props}
      preview={t('claimReceived.preview', { kind })}
      kicker="Cash App"
      title={t('claimReceived.title', { kind })}
    >
      <Paragraph>{t(isSample ? 'claimReceived.sample' : 'claimReceived.text')}</Paragraph>
      <OrderFacts {...props} />
      {isSample ? null : <Paragraph>{t('claimReceived.receipt', { bookId, code, supportEmail })}</Paragraph>}
    </OrderMailLayout>
  )
}

/**
 * Email after a pending payment failed.
 *
 * @param bookUrl Undefined if the book is no longer in the library and so can’t be bought.
 */
export function PaymentFailedMail({ bookUrl, ...props }: OrderMailProps & { bookUrl: string | undefined }) {
  const t = useTranslations('checkout.email')
  return (
    <OrderMailLayout
      order={props}
      preview={t('failed.preview', { title: props.title })}
      kicker={t('failed.kicker')}
      title={t('failed.title')}
    >
      <Paragraph>{bookUrl ? `${t('failed.text')} ${t('failed.again')}` : t('failed.text')}</Paragraph>
      {bookUrl ? <MailButton href={bookUrl}>{t('toBook')}</MailButton> : null}
      <OrderFacts {...props} />
    </OrderMailLayout>
  )
}

/**
 * Party that returned the money: we for a card payment, the owner for Cash App, or the bank after a dispute. No one
 * returned any for a test order.
 */
export type RefundedBy = 'card' | 'cashapp' | 'bank' | 'test'

/** Amounts that we and banks returned; `total` is `more` if they exceed the payment. */
export type SplitRefund = { ours: string; banks: string; total: 'exact' | 'more' }

/** Returns how the texts of the email name the return: `parts` if a bank returned one part and we the other. */
export function refundKind(by: RefundedBy | 'sample', split: SplitRefund | undefined): RefundedBy | 'sample' | 'parts' {
  return split && by !== 'test' && by !== 'sample' ? 'parts' : by
}

/**
 * Email after the full payment was returned.
 *
 * @param by `sample` if no money was received.
 * @param amount What the buyer paid, which may differ from the price.
 * @param isListed False if the book is no longer in the library, so that it has no preview.
 */
export function RefundMail({
  by,
  amount,
  parts,
  access,
  isListed,
  ...props
}: OrderMailProps & {
  by: RefundedBy | 'sample'
  amount: string
  parts?: SplitRefund | undefined
  access: AccessAfterRefund
  isListed: boolean
}) {
  const t = useTranslations('checkout.email')
  const { title } = props
  const { wasGiven, otherOrder } = access
  const code = otherOrder?.code
  const kind = refundKind(by, parts)
  const texts = [
    parts && kind === 'parts' ? t('refund.parts', parts) : t(`refund.${by}`),
    code ? t('refund.kept', { code }) : wasGiven ? t(otherOrder ? 'refund.orderEnded' : 'refund.ended') : '',
    code || !isListed ? '' : t('refund.freePreview'),
  ]
  return (
    <OrderMailLayout
      order={props}
      isRefund
      preview={t('refund.preview', { by, price: amount, title })}
      kicker={t('refund.kicker', { by: kind })}
      title={t('refund.title', { by: kind })}
    >
      <Paragraph>{texts.filter(Boolean).join(' ')}</Paragraph>
      <OrderFacts {...props} />
    </OrderMailLayout>
  )
}
