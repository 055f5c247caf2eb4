import { Link } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderState, OrderDetails } from '#features/checkout/contract.ts'
import { ActionForm } from './action-form.tsx'

const unpaid: OrderState[] = ['created', 'pending', 'expired', 'declined']
const refundable: OrderState[] = ['paid', 'fulfilled']

/** Actions available for an order. Each one is a plain form post. */
export function OrderActions({ order, isConfirmingRefund }: { order: OrderDetails; isConfirmingRefund: boolean }) {
  const { id, provider, state, email, actionItems, canResend, reopenUntil, canRevokeAccess, canRestoreAccess } = order
  const isClaim = provider === 'cashapp' && unpaid.includes(state)
  const mayDecline = isClaim && (state === 'created' || state === 'pending')
  const mayRefund = refundable.includes(state) && !isConfirmingRefund
  const isDisputed = state === 'disputed'
  // After a withdrawal the book is not delivered.
  const maySettle = state === 'paid' ? !actionItems.includes('withdrawal') : actionItems.length > 0 && !isClaim
  if (!isClaim && !mayRefund && !maySettle && !canResend && !canRestoreAccess && !isDisputed) return null
  return (
    <section aria-label="Actions" className="flex flex-wrap items-end gap-3">
      {isClaim ? (
        <ActionForm order={id} action="confirm" variant="primary">
          Confirm payment
        </ActionForm>
      ) : null}
      {maySettle ? (
        <ActionForm order={id} action="resolve" variant="primary" fields={{ seen: actionItems.join(',') }}>
          {state === 'paid' ? 'Accept amount' : 'Mark as done'}
        </ActionForm>
      ) : null}
      {reopenUntil ? (
        <ActionForm order={id} action="reopen">
          Reopen (until {formatTimestamp(reopenUntil)})
        </ActionForm>
      ) : null}
      {canResend ? (
        <ActionForm order={id} action="resend">
          Resend access email
        </ActionForm>
      ) : null}
      {canRevokeAccess ? (
        <ActionForm order={id} action="revoke-access">
          Revoke access
        </ActionForm>
      ) : null}
      {canRestoreAccess ? (
        <ActionForm order={id} action="restore-access">
          Restore access
        </ActionForm>
      ) : null}
      {mayRefund ? (
        <Link to="?ask=refund" preventScrollReset className={buttonClass('quiet')}>
          Refund payment
        </Link>
      ) : null}
      {isDisputed ? (
        <p className="measure basis-full text-small text-dust">
          You cannot refund this payment while it is disputed. Respond to the dispute first.
        </p>
      ) : null}
      {mayDecline ? (
        <ActionForm order={id} action="decline" label="Decline" className="basis-full">
          <Field
            label={`Reason for declining (${email ? 'sent' : 'shown'} to the buyer)`}
            name="reason"
            maxLength={500}
            className="flex-1 basis-64"
          />
        </ActionForm>
      ) : null}
    </section>
  )
}
