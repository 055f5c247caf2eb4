import { useLocale, useTranslations } from 'use-intl/react'
import { DetailsTable, EmailLayout, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

type WithdrawnOrder = { code: string; title: string; isGuess: boolean; kind: 'real' | 'test' | 'sample' }

/** Confirms a declaration of withdrawal on a durable medium: what was declared, and when it was received. */
export function WithdrawalMail({
  name,
  email,
  contract,
  order,
  receivedAt,
  supportEmail,
  sender,
}: {
  name: string
  email: string
  contract: string
  /**
   * Undefined when no order matches; `isGuess` is true if the declaration names neither the order nor its book. No
   * money was received for a test order or a sample order.
   */
  order: WithdrawnOrder | undefined
  receivedAt: string
  supportEmail: string
  sender: MailSender
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
      {order?.kind === 'test' && !order.isGuess ? <Paragraph>{t('testOrder', { kind: 'other' })}</Paragraph> : null}
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
      {order?.isGuess && order.kind !== 'real' ? (
        <Paragraph>
          {t(order.kind === 'test' ? 'withdrawal.onlyTestOrder' : 'withdrawal.onlySampleOrder', { code: order.code })}
        </Paragraph>
      ) : null}
      {order?.isGuess ? <Paragraph>{t('withdrawal.otherOrder', { supportEmail })}</Paragraph> : null}
      <Paragraph>{t(refundTextOf(order))}</Paragraph>
    </EmailLayout>
  )
}

/** Returns the key of the text about the refund. Instead of a guessed unpaid order, the buyer may mean another one. */
function refundTextOf(order: WithdrawnOrder | undefined) {
  if (!order) return 'withdrawal.unmatchedRefund'
  if (order.kind === 'real') return 'withdrawal.refund'
  if (order.isGuess) return 'withdrawal.otherRefund'
  return order.kind === 'test' ? 'withdrawal.testRefund' : 'withdrawal.sampleRefund'
}
