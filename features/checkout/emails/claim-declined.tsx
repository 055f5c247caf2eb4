import { useTranslations } from 'use-intl/react'
import { MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

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
