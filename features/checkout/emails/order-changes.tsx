import { useTranslations } from 'use-intl/react'
import { MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { OrderFacts, OrderMailLayout, type OrderMailProps } from './order-facts.tsx'

/** Email after the owner revoked access to a partly refunded book. */
export function AccessRevokedMail({ refunded, ...props }: OrderMailProps & { refunded: string }) {
  const t = useTranslations('checkout.email')
  const { title, supportEmail } = props
  return (
    <OrderMailLayout
      order={props}
      preview={t('revoked.preview', { title })}
      kicker={t('yourOrder')}
      title={t('revoked.title')}
    >
      <Paragraph>{t('revoked.text', { title, supportEmail })}</Paragraph>
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

/** Email after the owner declined a claim. `reason` is the owner’s text and may be empty. */
export function ClaimDeclinedMail({ reason, bookUrl, ...props }: OrderMailProps & { reason: string; bookUrl: string }) {
  const t = useTranslations('checkout.email')
  return (
    <OrderMailLayout
      order={props}
      preview={t('claimDeclined.preview')}
      kicker="Cash App"
      title={t('claimDeclined.title')}
    >
      <Paragraph>{t('claimDeclined.text', { supportEmail: props.supportEmail })}</Paragraph>
      {reason ? <Paragraph>{t('claimDeclined.reason', { reason })}</Paragraph> : null}
      <OrderFacts {...props} />
      <MailButton href={bookUrl}>{t('toBook')}</MailButton>
    </OrderMailLayout>
  )
}

/** Email after the buyer marked a Cash App payment as sent. */
export function ClaimReceivedMail({ bookId, ...props }: OrderMailProps & { bookId: string }) {
  const t = useTranslations('checkout.email')
  const { orderCode: code, supportEmail } = props
  return (
    <OrderMailLayout
      order={props}
      preview={t('claimReceived.preview')}
      kicker="Cash App"
      title={t('claimReceived.title')}
    >
      <Paragraph>{t('claimReceived.text')}</Paragraph>
      <OrderFacts {...props} />
      <Paragraph>{t('claimReceived.receipt', { bookId, code, supportEmail })}</Paragraph>
    </OrderMailLayout>
  )
}

/** Email after a pending payment failed. */
export function PaymentFailedMail({ bookUrl, ...props }: OrderMailProps & { bookUrl: string }) {
  const t = useTranslations('checkout.email')
  return (
    <OrderMailLayout
      order={props}
      preview={t('failed.preview', { title: props.title })}
      kicker={t('failed.kicker')}
      title={t('failed.title')}
    >
      <Paragraph>{t('failed.text')}</Paragraph>
      <MailButton href={bookUrl}>{t('toBook')}</MailButton>
      <OrderFacts {...props} />
    </OrderMailLayout>
  )
}

/** Party that returned the money: we for a card payment, the owner for Cash App, or the bank after a dispute. */
export type RefundedBy = 'card' | 'cashapp' | 'bank'

/** Email after the full payment was returned. */
export function RefundMail({
  by,
  parts,
  ...props
}: OrderMailProps & { by: RefundedBy; parts?: { ours: string; banks: string } | undefined }) {
  const t = useTranslations('checkout.email')
  const { title, price } = props
  return (
    <OrderMailLayout
      order={props}
      preview={t('refund.preview', { price, title })}
      kicker={t('refund.kicker', { by })}
      title={t('refund.title', { by })}
    >
      <Paragraph>
        {parts ? t('refund.parts', parts) : t(`refund.${by}`)} {t('refund.ended')}
      </Paragraph>
      <OrderFacts {...props} />
    </OrderMailLayout>
  )
}
