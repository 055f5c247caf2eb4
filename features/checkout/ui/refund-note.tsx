import { formatDay } from './format-date.ts'

type RefundNoteProps = { title: string; code: string; at: string; className?: string }

/** Notice that the payment for a book was refunded, with date and order code. */
export function RefundNote({ title, code, at, className }: RefundNoteProps) {
  return (
    <p className={className}>
      Your payment for {title} was refunded on <time dateTime={at}>{formatDay(at)}</time> (order{' '}
      <span className="figures text-[0.9em] whitespace-nowrap">{code}</span>).
    </p>
  )
}
