import { Link } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderState, OrderView } from '#features/checkout/contract.ts'
import { ActForm } from './act-form.tsx'

const unpaid: OrderState[] = ['created', 'pending', 'expired', 'declined']
const hasMoney: OrderState[] = ['paid', 'fulfilled', 'disputed']

/** What the owner may do with an order as it stands. Plain forms: each press is one post. */
export function OrderActs({ order, isAsking }: { order: OrderView; isAsking: boolean }) {
  const { id, provider, state, needsOwner, canResend, reopenUntil, mayClose, mayOpen } = order
  const isClaim = provider === 'cashapp' && unpaid.includes(state)
  const mayDecline = isClaim && (state === 'created' || state === 'pending')
  const mayRefund = hasMoney.includes(state) && !isAsking
  // A buyer who has withdrawn is not handed the book.
  const maySettle = state === 'paid' ? !needsOwner.includes('withdrawal') : needsOwner.length > 0 && !isClaim
  if (!isClaim && !mayRefund && !maySettle && !canResend && !mayOpen) return null
  return (
    <section aria-label="Actions" className="flex flex-wrap items-end gap-3">
      {isClaim ? (
        <ActForm order={id} act="confirm" variant="primary">
          Confirm payment
        </ActForm>
      ) : null}
      {maySettle ? (
        <ActForm order={id} act="settle" variant="primary" fields={{ seen: needsOwner.join(',') }}>
          {state === 'paid' ? 'Accept amount' : 'Mark as done'}
        </ActForm>
      ) : null}
      {reopenUntil ? (
        <ActForm order={id} act="reopen">
          Reopen (until {formatTimestamp(reopenUntil)})
        </ActForm>
      ) : null}
      {canResend ? (
        <ActForm order={id} act="resend">
          Resend access email
        </ActForm>
      ) : null}
      {mayClose ? (
        <ActForm order={id} act="close-book">
          Revoke access
        </ActForm>
      ) : null}
      {mayOpen ? (
        <ActForm order={id} act="open-book">
          Restore access
        </ActForm>
      ) : null}
      {mayRefund ? (
        <Link to="?ask=refund" preventScrollReset className={buttonClass('quiet')}>
          Refund payment
        </Link>
      ) : null}
      {mayDecline ? (
        <ActForm order={id} act="decline" label="Decline" className="basis-full">
          <Field label="Reason (sent to the buyer)" name="reason" maxLength={500} className="flex-1 basis-64" />
        </ActForm>
      ) : null}
    </section>
  )
}
