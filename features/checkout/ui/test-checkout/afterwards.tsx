import { buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'

type Act = 'refund' | 'dispute' | 'dispute-won' | 'dispute-lost'

const acts: { act: Act; words: string; done: string }[] = [
  { act: 'refund', words: 'Refund', done: 'The money was given back.' },
  { act: 'dispute', words: 'Dispute', done: 'The buyer’s bank asks for the money.' },
  { act: 'dispute-won', words: 'Dispute won', done: 'The bank decided for the shop.' },
  { act: 'dispute-lost', words: 'Dispute lost', done: 'The bank decided for the buyer.' },
]

/** What can happen to a payment later on, to be tried out. */
export function Afterwards(props: { session: { paymentStatus: string; refundable: boolean }; refusal?: string; done?: Act }) {
  const { session, refusal, done } = props
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="text-lead">
        {acts.find(({ act }) => act === done)?.done ?? (session.refundable ? 'This payment is complete.' : 'This payment is closed.')}
      </p>
      <div role="alert" className="empty:hidden">
        {refusal ? <FieldError>{refusal}</FieldError> : null}
      </div>
      <form method="post" className="flex flex-wrap gap-3">
        {acts
          .filter(({ act }) => act !== 'refund' || session.refundable)
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
