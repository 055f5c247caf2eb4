import { buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import type { TestPaymentAction } from '#features/checkout/contract.ts'

const actions: { action: TestPaymentAction; label: string; done: string }[] = [
  { action: 'refund', label: 'Refund', done: 'The payment was refunded.' },
  { action: 'refund-part', label: 'Refund 30%', done: 'Part of the payment was refunded.' },
  { action: 'inquiry', label: 'Inquiry', done: 'The bank opened an inquiry. No money was taken.' },
  { action: 'inquiry-closed', label: 'Inquiry closed', done: 'The bank closed the inquiry.' },
  { action: 'dispute', label: 'Dispute', done: 'The buyer disputed the payment.' },
  { action: 'dispute-part', label: 'Dispute 30%', done: 'The buyer disputed part of the payment.' },
  { action: 'dispute-won', label: 'Dispute won', done: 'The shop won the dispute.' },
  { action: 'dispute-lost', label: 'Dispute lost', done: 'The shop lost the dispute.' },
]

/** Actions that simulate refunds and disputes of a payment. */
export function TestPaymentActions(props: {
  session: { paymentStatus: string; refundable: boolean }
  refusal?: string
  done?: TestPaymentAction
}) {
  const { session, refusal, done } = props
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="text-lead">
        {actions.find(({ action }) => action === done)?.done ??
          (session.refundable ? 'This payment is complete.' : 'This payment is closed.')}
      </p>
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <form method="post" className="flex flex-wrap gap-3">
        {actions
          .filter(({ action }) => !action.startsWith('refund') || session.refundable)
          .map(({ action, label }) => (
            <button key={action} type="submit" name="act" value={action} className={buttonClass('quiet')}>
              {label}
            </button>
          ))}
      </form>
      <p className="text-small text-dust">Each button sends the shop the webhook that a real provider would send.</p>
    </div>
  )
}
