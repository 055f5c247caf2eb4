import { useTranslations } from 'use-intl/react'
import { Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

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
