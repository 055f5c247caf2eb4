import { useLocale, useTranslations } from 'use-intl/react'
import { EmailLayout, MailButton, Paragraph } from '#shared/mail/email-layout.tsx'
import type { MailSender } from '#shared/mail/mail-sender.ts'

/** Email with new links to every book bought with an address. */
export function MyBooksMail({
  books,
  supportEmail,
  sender,
}: {
  books: { title: string; orderCode: string; openUrl: string; isTest: boolean }[]
  supportEmail: string
  sender: MailSender
}) {
  const t = useTranslations('checkout.email')
  return (
    <EmailLayout
      locale={useLocale()}
      preview={t('myBooks.preview', { count: books.length })}
      kicker={t('myBooks.kicker')}
      title={t('myBooks.title', { count: books.length })}
      sender={sender}
      reason={t('myBooks.reason', { supportEmail })}
    >
      <Paragraph>{t('myBooks.text', { count: books.length })}</Paragraph>
      {books.map(({ title, orderCode, openUrl, isTest }) => (
        <div key={orderCode}>
          <Paragraph>{t('myBooks.bookOfOrder', { title, kind: isTest ? 'test' : 'real', code: orderCode })}</Paragraph>
          <MailButton href={openUrl}>{t('openBook')}</MailButton>
        </div>
      ))}
    </EmailLayout>
  )
}
