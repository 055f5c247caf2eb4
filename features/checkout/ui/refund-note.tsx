import { formatDay } from './format-date.ts'

type RefundNoteProps = { title: string; code: string; at: string; className?: string }

/** Tells a buyer why a book that was open is closed: the money went back, when, and of which order. */
export function RefundNote({ title, code, at, className }: RefundNoteProps) {
  return (
    <p className={className}>
      Your payment for {title} was refunded on <time dateTime={at}>{formatDay(at)}</time> (order{' '}
      <span className="figures text-[0.9em] whitespace-nowrap">{code}</span>).
    </p>
  )
}
