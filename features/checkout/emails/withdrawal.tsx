import { useLocale, useTranslations } from 'use-intl/react'
import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Acknowledges a declaration of withdrawal on a durable medium: what was declared, and when it was received. */
export function WithdrawalMail({
  name,
  email,
  contract,
  order,
  receivedAt,
  supportEmail,
  sender,
  isTest,
}: {
  name: string
  email: string
  contract: string
  /** Undefined when no order matches; `isGuess` is true if the declaration names neither the order nor its book. */
  order: { code: string; title: string; isGuess: boolean } | undefined
  receivedAt: string
  supportEmail: string
  sender: MailSender
  /** True if the declaration names an order of the test checkout. */
  isTest: boolean
}) {
  const t = useTranslations('checkout.email')
  return (
    <EmailLayout
      locale={useLocale()}
      preview={t('withdrawal.preview', { moment: receivedAt })}
      kicker={t('withdrawal.kicker')}
      title={t('withdrawal.title')}
      sender={sender}
      reason={t('withdrawal.reason', { supportEmail })}
    >
      {isTest ? <Paragraph>{t('testOrder', { kind: 'other' })}</Paragraph> : null}
      <Paragraph>{t('withdrawal.text')}</Paragraph>
      <Paragraph>{t('withdrawal.declaration')}</Paragraph>
      <DetailsTable
        facts={[
          [t('withdrawal.received'), receivedAt],
          [t('withdrawal.name'), name],
          [t('withdrawal.email'), email],
          [t('withdrawal.contract'), contract],
          ...(order
            ? ([
                [t(order.isGuess ? 'withdrawal.onlyOrder' : 'withdrawal.matching'), `${order.code}, ${order.title}`],
              ] as [string, string][])
            : []),
        ]}
      />
      {order?.isGuess ? <Paragraph>{t('withdrawal.otherOrder', { supportEmail })}</Paragraph> : null}
      <Paragraph>{t(isTest ? 'withdrawal.testRefund' : 'withdrawal.refund')}</Paragraph>
    </EmailLayout>
  )
}
