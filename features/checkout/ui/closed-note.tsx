import { useTranslations } from 'use-intl/react'
import type { ClosedBook } from '#features/checkout/contract.ts'

type ClosedNoteProps = Pick<ClosedBook, 'title' | 'orderCode' | 'closedBy' | 'isTest'> & {
  supportEmail: string
  className?: string
}

/** Notice why a paid order does not open its book. Its texts are `checkout.closed`. */
export function ClosedNote({ title, orderCode, closedBy, isTest, supportEmail, className }: ClosedNoteProps) {
  const t = useTranslations('checkout.closed')
  return (
    <p className={className}>
      {t.rich(closedBy, {
        kind: isTest ? 'test' : 'real',
        title,
        code: orderCode,
        supportEmail,
        exact: (words) => <span className="figures text-[0.9em] whitespace-nowrap">{words}</span>,
      })}
    </p>
  )
}
