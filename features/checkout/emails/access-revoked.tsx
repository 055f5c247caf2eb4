import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

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
