import { CircleAlert } from 'lucide-react'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderView } from '#features/checkout/contract.ts'
import { needTitle, needTodo } from '#features/checkout/need-words.ts'

/** A bank waits for an answer. */
const bankNeeds = new Set(['disputed', 'partly-disputed', 'inquiry'])

/** What of an order waits for the owner, and what there is to do about it. */
export function OrderNeeds({ order: { needsOwner, disputeDueAt, isBookOpen } }: { order: OrderView }) {
  if (needsOwner.length === 0) return null
  return (
    <ul aria-label="What waits for you" className="flex flex-col divide-y divide-groove border border-live bg-plate-raised">
      {needsOwner.map((need) => (
        <li key={need} className="flex items-start gap-3 p-4">
          <CircleAlert size={18} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0 text-live" />
          <div className="flex min-w-0 flex-col gap-1">
            <p>{needTitle(need)}</p>
            <p className="measure text-small text-dust">{needTodo(need, isBookOpen)}</p>
            {bankNeeds.has(need) && disputeDueAt ? (
              <p className="figures text-small text-live">
                Answer by <time dateTime={disputeDueAt}>{formatTimestamp(disputeDueAt, 'second')}</time>
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
