import { useLocale, useTranslations } from 'use-intl/react'
import { formatLongDay } from '#shared/long-timestamp.ts'

type RefundNoteProps = {
  title: string
  code: string
  at: string
  isTest: boolean
  /** True if no money was received, because the Cash App handle was a sample. */
  isSample: boolean
  className?: string
}

/** Notice that the payment for a book was refunded, with date and order code. Its texts are `checkout.refund`. */
export function RefundNote({ title, code, at, isTest, isSample, className }: RefundNoteProps) {
  const t = useTranslations('checkout.refund')
  const day = formatLongDay(new Date(at), useLocale())
  return (
    <p className={className}>
      {t.rich('note', {
        title,
        kind: isTest ? 'test' : isSample ? 'sample' : 'real',
        day,
        code,
        time: (words) => <time dateTime={at}>{words}</time>,
        exact: (words) => <span className="figures text-[0.9em] whitespace-nowrap">{words}</span>,
      })}
    </p>
  )
}
