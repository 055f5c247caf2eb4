import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '#shared/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import type { OrderView } from '#features/checkout/contract.ts'
import { leftCents } from './left-cents.ts'
import { ActForm } from './act-form.tsx'

/** The step before money goes back: how much, to whom, and what comes of it. */
export function RefundQuestion({ order }: { order: OrderView }) {
  const { id, state, provider, email, bookTitle, refundedCents } = order
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusInView(heading.current), [])
  if (state !== 'paid' && state !== 'fulfilled' && state !== 'disputed') return null
  const money = formatUsd(leftCents(order))
  const buyer = email || 'the buyer, who left no address'
  const isByHand = provider === 'cashapp'
  return (
    <section aria-labelledby="refund-heading" className="flex flex-col gap-4 border border-live bg-plate-raised p-5 md:p-6">
      <h2 id="refund-heading" ref={heading} tabIndex={-1} className="title outline-none">
        Give back {money} to {buyer}?
      </h2>
      <p className="measure text-dust">
        {isByHand
          ? 'Cash App gives nothing back by itself: send the money there first, then say so here. '
          : refundedCents > 0
            ? `${formatUsd(refundedCents)} went back already. The rest goes back through the provider. `
            : 'All of the payment goes back through the provider. '}
        {bookTitle} closes for the buyer{email ? ', who is told by mail' : ''}. This cannot be undone.
      </p>
      <div className="flex flex-wrap gap-3">
        <ActForm order={id} act="refund" variant="primary">
          {isByHand ? `I have sent ${money} back in Cash App` : `Give back ${money}`}
        </ActForm>
        <Link to={`/admin/orders/${id}`} preventScrollReset className={buttonClass('quiet')}>
          Keep the money
        </Link>
      </div>
    </section>
  )
}
