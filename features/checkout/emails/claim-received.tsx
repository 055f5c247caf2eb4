import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

/** Email after the buyer marked a Cash App payment as sent. */
export function ClaimReceivedMail(props: OrderMailProps) {
  const t = useTranslations('checkout.email')
  return (
    <OrderMailLayout
      order={props}
      preview={t('claimReceived.preview')}
      kicker="Cash App"
      title={t('claimReceived.title')}
    >
      <Paragraph>{t('claimReceived.text')}</Paragraph>
      <OrderFacts {...props} />
      <Paragraph>{t('claimReceived.receipt', { supportEmail: props.supportEmail })}</Paragraph>
    </OrderMailLayout>
  )
}
