import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

/** Party that returned the money: we by card, the owner by Cash App, or the bank after a dispute. */
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
