import { useTranslations } from 'use-intl/react'
import { MailButton, MailLink, Paragraph } from '#shared/mail/email-layout.tsx'
import { type OrderMailProps, OrderFacts, OrderMailLayout } from './order-facts.tsx'

/**
 * Email with the book and its receipt, the durable record of the purchase and the consent. A test order makes no
 * contract, so its email says nothing about withdrawing from one.
 */
export function AccessMail(
  props: OrderMailProps & {
    openUrl: string
    pdfUrl: string
    findUrl: string
    withdrawUrl: string
    paidOn: string
    /** Text as it was shown; empty without consent, in which case the right of withdrawal remains. */
    consentText: string
    consentedAt: string
  },
) {
  const t = useTranslations('checkout.email')
  const { title, openUrl, pdfUrl, findUrl, withdrawUrl, paidOn, consentText, consentedAt, isTest, isSample } = props
  const kind = isTest ? 'test' : isSample ? 'sample' : 'real'
  return (
    <OrderMailLayout
      order={props}
      preview={t('access.preview', { kind, title })}
      kicker={t('access.kicker', { kind })}
      title={title}
    >
      <Paragraph>{t('access.thanks', { kind })}</Paragraph>
      <MailButton href={openUrl}>{t('openBook')}</MailButton>
      <Paragraph>{t.rich('access.personal', { pdf: (words) => <MailLink href={pdfUrl}>{words}</MailLink> })}</Paragraph>
      <OrderFacts {...props} more={[[t('paid'), paidOn]]} />
      {isTest ? null : (
        <Paragraph>
          {consentText
            ? t('access.consent', { moment: consentedAt, text: consentText })
            : t.rich('access.withdrawal', {
                kind,
                withdraw: (words) => <MailLink href={withdrawUrl}>{words}</MailLink>,
              })}
        </Paragraph>
      )}
      <Paragraph>{t.rich('access.lost', { find: (words) => <MailLink href={findUrl}>{words}</MailLink> })}</Paragraph>
    </OrderMailLayout>
  )
}
