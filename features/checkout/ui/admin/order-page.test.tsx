import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import type { OrderDetails } from '#features/checkout/contract.ts'
import OrderPage from './order-page.tsx'

const at = '2026-11-28T08:00:00.000Z'
const paid: OrderDetails = {
  id: '1',
  code: 'SW-AAAAAAAA',
  bookId: 'a-book',
  bookTitle: 'A Book',
  priceCents: 999,
  paidCents: 999,
  refundedCents: 0,
  lostCents: 0,
  currency: 'usd',
  provider: 'stripe',
  state: 'fulfilled',
  email: 'dan@example.com',
  paymentId: 'pi_1',
  actionItems: [],
  createdAt: at,
  paidAt: at,
  disputeDueAt: undefined,
  canResend: false,
  reopenUntil: undefined,
  hasAccess: true,
  otherOrderCode: undefined,
  canRevokeAccess: false,
  canRestoreAccess: false,
  isSample: false,
  disputes: [],
  events: [],
  withdrawalRight: { consentedAt: undefined, deliveredAt: at, boughtAt: at },
  withdrawnAt: undefined,
  isWithdrawalGuess: false,
}

function textOf(changed: Partial<OrderDetails>, isConfirmingRefund = false): string {
  const loaderData = { order: { ...paid, ...changed }, isConfirmingRefund }
  const Page = () => <OrderPage {...({ loaderData } as Parameters<typeof OrderPage>[0])} />
  const router = createMemoryRouter([{ path: '*', Component: Page }])
  return renderToStaticMarkup(inEnglish(<RouterProvider router={router} />, {}))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const refundNote = 'You cannot refund this payment while it is disputed. Respond to the dispute first.'
const dispute = { id: 'dp_1', amountCents: undefined, dueAt: undefined }

test('a payment that is disputed in full says why it cannot be refunded, instead of offering a refund', () => {
  for (const isAsking of [false, true]) {
    const held = textOf({ state: 'disputed', disputes: [{ ...dispute, status: 'open' }] }, isAsking)
    expect(held).toContain(refundNote)
    expect(held).not.toContain('Refund payment')
    expect(held).not.toContain('Refund $9.99')
  }
})

test.each(['open', 'inquiry'] as const)(
  'a payment with a partial dispute or an inquiry can be refunded: %s',
  (status) => {
    const shown = textOf({ disputes: [{ ...dispute, amountCents: status === 'open' ? 300 : undefined, status }] })
    expect(shown).toContain('Refund payment')
    expect(shown).not.toContain(refundNote)
  },
)

test('money that a bank returned after a lost dispute is not called a refund', () => {
  const lost = { ...dispute, status: 'lost' as const }
  const event = (detail: string) => ({
    from: 'disputed' as const,
    to: 'refunded' as const,
    actor: 'webhook',
    detail,
    at,
  })
  const full = textOf({
    state: 'refunded',
    refundedCents: 999,
    lostCents: 999,
    disputes: [lost],
    events: [event('dispute dp_1 lost')],
  })
  expect(full).toContain('Dispute lost · A Book')
  expect(full).toContain('$9.99 , lost, returned to the buyer')
  expect(full).not.toContain('Refunded')

  // The detail of a partial dispute was stored in another form before.
  for (const detail of ['dispute dp_1 lost ($3.00 of $9.99)', 'dispute dp_1 over $3.00 of $9.99 lost']) {
    const byBanks = { state: 'refunded' as const, refundedCents: 999, lostCents: 999, events: [event(detail)] }
    const disputes = [699, 300].map((amountCents) => ({ ...lost, id: `dp_${amountCents}`, amountCents }))
    const shown = textOf({ ...byBanks, disputes })
    expect(shown).toContain('Dispute lost · A Book')
    expect(shown).toContain('Event Dispute lost By')
    expect(shown).not.toContain('Refunded')

    const mixed = textOf({ ...byBanks, lostCents: 300, disputes: [{ ...lost, amountCents: 300 }] })
    expect(mixed).toContain('Refunded · A Book')
    expect(mixed).toContain('Refunded $6.99')
    expect(mixed).toContain('$3.00 , lost, returned to the buyer')
    expect(mixed).toContain('Event Refunded By')
    expect(mixed).not.toContain('Dispute lost')

    const appealed = textOf({ state: 'fulfilled', events: [event(detail)] })
    expect(appealed).toContain('Event Dispute lost By')
    expect(appealed).not.toContain('Refunded')
  }
})

test('for an order with the sample Cash App handle, neither a claim nor a refund asks for real money', () => {
  const claim: Partial<OrderDetails> = {
    provider: 'cashapp',
    state: 'pending',
    paidCents: undefined,
    actionItems: ['claim'],
  }
  expect(textOf(claim)).toContain('Look for the payment in Cash App by its note')
  const sample = textOf({ ...claim, isSample: true })
  expect(sample).toContain('This order uses the sample Cash App handle, so there is no payment to look for.')
  expect(sample).not.toContain('Look for the payment')
  const sendMoney = 'send the money in Cash App first'
  expect(textOf({ provider: 'cashapp' }, true)).toContain(sendMoney)
  const refund = textOf({ provider: 'cashapp', isSample: true }, true)
  expect(refund).toContain('This order uses the sample Cash App handle, so there is no payment to return.')
  expect(refund).not.toContain(sendMoney)
})
