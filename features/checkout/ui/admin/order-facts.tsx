import type { ReactNode } from 'react'
import { formatUsd } from '#shared/money.ts'
import { BreakableText } from '#ui/breakable-text.tsx'
import { Timestamp } from '#ui/timestamp.tsx'
import type { OrderDetails } from '#features/checkout/contract.ts'
import { orderStateLabel, paymentMethodLabel } from '#features/checkout/order-filter.ts'
import { summarizeWithdrawalRight } from '#features/checkout/withdrawal-right.ts'
import { amountPaid } from './amount-paid.ts'

const disputeLabels: Record<OrderDetails['disputes'][number]['status'], string> = {
  inquiry: 'no money taken',
  closed: 'closed, no money taken',
  open: 'held by the bank',
  won: 'won',
  lost: 'lost, returned to the buyer',
}

/** Details of an order. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  const {
    code,
    bookId,
    bookTitle,
    priceCents,
    paidCents,
    refundedCents,
    lostCents,
    provider,
    state,
    email,
    paymentId,
    createdAt,
    paidAt,
    hasAccess,
    withdrawalRight,
    withdrawnAt,
    disputes,
  } = order
  const right =
    provider === 'test'
      ? 'None (no contract was made)'
      : summarizeWithdrawalRight(withdrawalRight, { withdrawnAt, isRefunded: state === 'refunded' })
  return (
    <section aria-labelledby="facts-heading" className="flex flex-col gap-4">
      <h2 id="facts-heading" className="label text-dust">
        Details
      </h2>
      <dl className="grid gap-x-8 border-t border-groove sm:grid-cols-2">
        <Fact name="Status">{orderStateLabel(order)}</Fact>
        <Fact name="Buyer">
          <BreakableText>{email || 'No email address'}</BreakableText>
        </Fact>
        <Fact name="Book">{bookTitle}</Fact>
        {provider === 'cashapp' ? (
          <Fact name="Payment note">
            <span className="figures text-[0.9em]">
              {bookId} {code}
            </span>
          </Fact>
        ) : null}
        <Fact name="Price">
          <span className="figures text-[0.9em]">{formatUsd(priceCents)}</span>, {paymentMethodLabel(order)}
        </Fact>
        <Fact name="Amount paid">
          <span className="figures text-[0.9em]">{amountPaid(order)}</span>
        </Fact>
        {hasAccess === undefined ? null : <Fact name="Book access">{hasAccess ? 'Yes' : 'No'}</Fact>}
        {refundedCents > lostCents ? (
          <Fact name="Refunded">
            <span className="figures text-[0.9em]">{formatUsd(refundedCents - lostCents)}</span>
          </Fact>
        ) : null}
        {disputes.map(({ id, status, amountCents }) => (
          <Fact key={id} name={status === 'inquiry' || status === 'closed' ? 'Inquiry' : 'Dispute'}>
            <span className="figures text-[0.9em]">{formatUsd(amountCents ?? paidCents ?? priceCents)}</span>,{' '}
            {disputeLabels[status]}
          </Fact>
        ))}
        <Fact name="Ordered">
          <Timestamp at={createdAt} precision="second" />
        </Fact>
        {paidAt ? (
          <Fact name="Paid">
            <Timestamp at={paidAt} precision="second" />
          </Fact>
        ) : null}
        {paidAt && right ? <Fact name="Right of withdrawal">{right}</Fact> : null}
        {paymentId ? (
          <Fact name="Payment ID">
            <span className="figures text-[0.9em]">{paymentId}</span>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline sm:grid-cols-[9rem_minmax(0,1fr)] gap-3 border-b border-groove py-3 text-small">
      <dt className="label text-dust">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
