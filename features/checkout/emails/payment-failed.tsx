import { useTranslations } from 'use-intl/react'
import { MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

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
