import { buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import type { AfterwardsAct } from '#features/checkout/contract.ts'

const acts: { act: AfterwardsAct; words: string; done: string }[] = [
  { act: 'refund', words: 'Refund', done: 'The money was given back.' },
  { act: 'refund-part', words: 'Refund 30 %', done: 'Part of the money was given back.' },
  { act: 'inquiry', words: 'Inquiry', done: 'The buyer’s bank has a question. No money was taken.' },
  { act: 'inquiry-closed', words: 'Inquiry closed', done: 'The bank has no more questions.' },
  { act: 'dispute', words: 'Dispute', done: 'The buyer’s bank asks for the money.' },
  { act: 'dispute-part', words: 'Dispute 30 %', done: 'The buyer’s bank asks for part of the money.' },
  { act: 'dispute-won', words: 'Dispute won', done: 'The bank decided for the shop.' },
  { act: 'dispute-lost', words: 'Dispute lost', done: 'The bank decided for the buyer.' },
]

/** What can happen to a payment later on, to be tried out. */
export function Afterwards(props: {
  session: { paymentStatus: string; refundable: boolean }
  refusal?: string
  done?: AfterwardsAct
}) {
  const { session, refusal, done } = props
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="text-lead">
        {acts.find(({ act }) => act === done)?.done ??
          (session.refundable ? 'This payment is complete.' : 'This payment is closed.')}
      </p>
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <form method="post" className="flex flex-wrap gap-3">
        {acts
          .filter(({ act }) => !act.startsWith('refund') || session.refundable)
          .map(({ act, words }) => (
            <button key={act} type="submit" name="act" value={act} className={buttonClass('quiet')}>
              {words}
            </button>
          ))}
      </form>
      <p className="text-small text-dust">Each press sends the shop the notice a provider would send.</p>
    </div>
  )
}
