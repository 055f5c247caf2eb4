import { dayInWords } from './withdrawal/moment.ts'

type GivenBackProps = { title: string; code: string; at: string; className?: string }

/** Tells a buyer why a book that was open is closed: the money went back, when, and of which order. */
export function GivenBack({ title, code, at, className }: GivenBackProps) {
  return (
    <p className={className}>
      Your payment for {title} was refunded on <time dateTime={at}>{dayInWords(at)}</time> (order{' '}
      <span className="figures text-[0.9em] whitespace-nowrap">{code}</span>).
    </p>
  )
}
