import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Properties of every email about an order. `price` is formatted, `$9.99`. */
export type OrderMailProps = {
  orderCode: string
  title: string
  price: string
  supportEmail: string
  sender: MailSender
  /** True for an order of the test checkout. */
  isTest: boolean
  /** True for a Cash App order that was opened with the sample handle, which belongs to no one. */
  isSample: boolean
}

/**
 * Layout of an email about an order, in the language of the provider around it.
 *
 * @param isRefund Whether the email says that money was returned, which the note about a test order then denies.
 */
export function OrderMailLayout({
  order,
  isRefund = false,
  children,
  ...texts
}: {
  order: OrderMailProps
  isRefund?: boolean
  preview: string
  kicker: string
  title: string
  children: ReactNode
}) {
  const t = useTranslations('checkout.email')
  const { orderCode: code, supportEmail, sender, isTest } = order
  return (
    <EmailLayout {...texts} locale={useLocale()} sender={sender} reason={t('reason', { code, supportEmail })}>
      {isTest ? <Paragraph>{t('testOrder', { kind: isRefund ? 'refund' : 'other' })}</Paragraph> : null}
      {children}
    </EmailLayout>
  )
}

/** Lists the facts of an order. */
export function OrderFacts({ orderCode, title, price, more = [] }: OrderMailProps & { more?: [string, string][] }) {
  const t = useTranslations('checkout.email')
  return <DetailsTable facts={[[t('order'), orderCode], [t('book'), title], [t('price'), price], ...more]} />
}
