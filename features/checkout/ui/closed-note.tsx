import type { Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ClosedBook } from '#features/checkout/contract.ts'

type ClosedNoteProps = Pick<ClosedBook, 'title' | 'orderCode' | 'closedBy' | 'isTest'> & {
  supportEmail: string
  className?: string
  /** Makes the notice focusable by script. */
  ref?: Ref<HTMLParagraphElement>
}

/** Notice why a paid order does not open its book. Its texts are `checkout.closed`. */
export function ClosedNote({ title, orderCode, closedBy, isTest, supportEmail, className, ref }: ClosedNoteProps) {
  const t = useTranslations('checkout.closed')
  return (
    <p ref={ref} tabIndex={ref ? -1 : undefined} className={className}>
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
