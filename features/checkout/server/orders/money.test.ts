import { expect, test } from 'vitest'
import {
  actionItemCents,
  isFullyReturned,
  isFullyReturnedOrDisputed,
  isPartlyReturnedOrDisputed,
  isNewerReport,
  moneyOf,
} from './money.ts'

const order = { paidCents: 999, priceCents: 999, givenBackCents: 0 }
const dispute = (status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost', amountCents: number | null = null) => ({
  status,
  amountCents,
})

test.each<[string, Partial<typeof order>, ReturnType<typeof dispute>[], { back: number; held: number; is: string }]>([
  ['without refunds and disputes', {}, [], { back: 0, held: 0, is: 'ours' }],
  ['an inquiry takes no money', {}, [dispute('inquiry'), dispute('closed')], { back: 0, held: 0, is: 'ours' }],
  ['a won dispute takes no money', {}, [dispute('won')], { back: 0, held: 0, is: 'ours' }],
  ['a partial refund', { givenBackCents: 300 }, [], { back: 300, held: 0, is: 'in part' }],
  ['a lost partial dispute', {}, [dispute('lost', 300)], { back: 300, held: 0, is: 'in part' }],
  ['an open partial dispute', {}, [dispute('open', 300)], { back: 0, held: 300, is: 'in part' }],
  ['an open dispute', {}, [dispute('open')], { back: 0, held: 999, is: 'held' }],
  ['a lost dispute', {}, [dispute('lost')], { back: 999, held: 0, is: 'back' }],
  [
    'a partial refund and a lost dispute over the rest',
    { givenBackCents: 699 },
    [dispute('lost', 300)],
    { back: 999, held: 0, is: 'back' },
  ],
  [
    'a partial refund and an open dispute over the rest',
    { givenBackCents: 699 },
    [dispute('open', 300)],
    { back: 699, held: 300, is: 'held' },
  ],
  ['two lost partial disputes', {}, [dispute('lost', 400), dispute('lost', 599)], { back: 999, held: 0, is: 'back' }],
  ['one cent less than the full payment', { givenBackCents: 998 }, [], { back: 998, held: 0, is: 'in part' }],
  ['a dispute over more than the payment', {}, [dispute('lost', 1_010)], { back: 999, held: 0, is: 'back' }],
  [
    'money returned twice counts once',
    { givenBackCents: 999 },
    [dispute('lost')],
    { back: 999, held: 0, is: 'back twice' },
  ],
  ['a payment below the price', { paidCents: 100 }, [dispute('lost', 100)], { back: 100, held: 0, is: 'back' }],
])('%s', (_what, change, disputes, { back, held, is }) => {
  const money = moneyOf({ ...order, ...change }, disputes)
  const state = isFullyReturned(money)
    ? 'back'
    : isFullyReturnedOrDisputed(money)
      ? 'held'
      : isPartlyReturnedOrDisputed(money)
        ? 'in part'
        : 'ours'
  expect({
    back: money.returnedCents,
    held: money.disputedCents,
    is: state + (money.isReturnedTwice ? ' twice' : ''),
  }).toEqual({
    back,
    held,
    is,
  })
})

test('the price is used while the amount is unknown', () => {
  expect(moneyOf({ paidCents: null, priceCents: 500, givenBackCents: 0 }, [dispute('open')])).toMatchObject({
    paidCents: 500,
    disputedCents: 500,
  })
})

test('reports about a dispute are ordered by time, and within clock skew by their natural sequence', () => {
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000)
  const report = (status: 'inquiry' | 'closed' | 'open' | 'won' | 'lost', seconds: number) => ({
    status,
    reportedAt: at(seconds),
  })
  expect(isNewerReport(report('inquiry', 0), report('open', 0))).toBe(true)
  expect(isNewerReport(report('open', 0), report('inquiry', 0))).toBe(false)
  expect(isNewerReport(report('open', 0), report('lost', 0))).toBe(true)
  expect(isNewerReport(report('lost', 0), report('open', 0))).toBe(false)
  expect(isNewerReport(report('lost', 0), report('won', 0))).toBe(false)
  // A dispute that was won on appeal.
  expect(isNewerReport(report('lost', 0), report('open', 1))).toBe(true)
  expect(isNewerReport(report('lost', 1), report('open', 0))).toBe(false)
  // Checked by a clock that is ahead, and reported afterwards.
  expect(isNewerReport(report('open', 60), report('lost', 0))).toBe(true)
  expect(isNewerReport(report('open', 86_400), report('lost', 0))).toBe(false)
  expect(isNewerReport(report('open', 1), report('open', 1))).toBe(false)
})

test('an action item has its own amount', () => {
  const disputes = [
    dispute('open', 300),
    dispute('open', 100),
    dispute('lost', 250),
    dispute('inquiry'),
    dispute('won', 50),
  ]
  const about = (need: string, change: Partial<typeof order> = {}) =>
    actionItemCents(need, { ...order, ...change }, disputes)
  expect(about('partly-refunded', { givenBackCents: 299 })).toBe(299)
  expect(['partly-disputed', 'disputed', 'dispute-partly-lost', 'inquiry'].map((need) => about(need))).toEqual([
    400, 400, 250, 999,
  ])
  expect(['claim', 'paid-twice', 'constructor'].map((need) => about(need))).toEqual([undefined, undefined, undefined])
  expect(actionItemCents('disputed', order, [dispute('open', 600), dispute('open', 600)])).toBe(999)
})
