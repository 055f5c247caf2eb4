import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const admin = () => shop.site.services.orderAdmin
const textOf = async (address: string, subject: string) =>
  (await shop.mailTextsTo(address)).find((mail) => mail.subject.startsWith(subject))!.text.replaceAll(/\s+/g, ' ')

/** Moves orders to one browser, which the shop does not allow for a book that is already owned there. */
const shareBrowser = (from: { id: string }, to: { id: string }) =>
  shop.rows('update orders set library_id = (select library_id from orders where id = $1) where id = $2', [
    from.id,
    to.id,
  ])

test('a refund does not give a buyer the order code of another person who paid in the same browser', async () => {
  const host = await shop.buy('host@example.com')
  const guest = await shop.buy('guest@example.com')
  await shareBrowser(host, guest)
  expect(await admin().find(guest.id)).toMatchObject({ otherOrderCode: host.code })
  await admin().refund(guest.id)
  const text = await textOf('guest@example.com', 'Your refund')
  expect(text).toContain('This order no longer gives you access to the book. You can still read the free preview.')
  expect(text).not.toContain(host.code)
})

test('the page and the mail of a refund name the oldest other order, of the same address if there is one', async () => {
  const host = await shop.buy('elder@example.com')
  const oldest = await shop.buy('thrice@example.com')
  const second = await shop.buy('thrice@example.com')
  const third = await shop.buy('thrice@example.com')
  await shareBrowser(host, third)
  // A changed row may be read last.
  await shop.rows('update orders set checks = checks + 1 where id = any($1)', [[host.id, oldest.id]])
  expect(await admin().find(third.id)).toMatchObject({ otherOrderCode: oldest.code })
  await admin().refund(third.id)
  const text = await textOf('thrice@example.com', 'Your refund')
  expect(text).toContain(`You can still read the book with your order ${oldest.code}.`)
  expect(text).not.toContain(second.code)
})

/** Reports refunds, in total, and disputes about a payment, such as `refund 300` or `lost 699`, in cents. */
async function report(paymentId: string, reports: string[]) {
  const statuses: Record<string, string> = { open: 'needs_response', lost: 'lost' }
  for (const [what = '', amount] of reports.map((one) => one.split(' '))) {
    const about = { payment_intent: paymentId, metadata: {} }
    const cents = Number(amount)
    const event =
      what === 'refund'
        ? shop.stripe.event('charge.refunded', {
            ...about,
            id: `ch_${paymentId}`,
            object: 'charge',
            refunded: cents >= 999,
            amount_refunded: cents,
          })
        : shop.stripe.event('charge.dispute.updated', {
            ...about,
            id: `dp_${paymentId}_${cents}`,
            object: 'dispute',
            status: statuses[what],
            amount: cents,
            currency: 'usd',
          })
    expect((await shop.webhook(shop.stripe.sign(event))).statusCode).toBe(200)
  }
}

const byBank = 'You disputed this payment, and your bank is refunding it to you.'

test.each([
  ['one dispute', ['open 999', 'lost 999'], 'Your bank is refunding your payment', byBank],
  ['two disputes', ['open 400', 'lost 400', 'open 599', 'lost 599'], 'Your bank is refunding your payment', byBank],
  [
    'a refund and a dispute',
    ['refund 300', 'open 699', 'lost 699'],
    'Your payment was refunded',
    'Your bank refunded $6.99 of your payment, and we refunded the remaining $3.00.',
  ],
  [
    'a refund and a dispute of everything',
    ['refund 300', 'open 999', 'lost 999'],
    'Your payment was refunded',
    'Your bank refunded $9.99 of your payment, and we refunded $3.00.',
  ],
  ['a refund', ['refund 999'], 'Your refund is on its way', 'We refunded everything you paid for this book'],
])('the buyer reads who returned the money after %s', async (name, reports, subject, told) => {
  const address = `${name.replaceAll(' ', '-')}@example.com`
  const bought = await shop.buy(address)
  await report(bought.paymentId, reports)
  expect(await admin().find(bought.id)).toMatchObject({ state: 'refunded', refundedCents: 999 })
  expect(await shop.mailsTo(address)).toHaveLength(2)
  expect(await textOf(address, subject)).toContain(told)
})

test('a mail about revoked access says which access stays', async () => {
  const host = await shop.buy('revoked-host@example.com')
  const first = await shop.buy('revoked@example.com')
  const second = await shop.buy('revoked@example.com')
  const guest = await shop.buy('revoked-guest@example.com')
  await shareBrowser(host, guest)
  await shop.rows('update orders set refunded_cents = 300, given_back_cents = 300 where id = any($1)', [
    [first.id, second.id, guest.id],
  ])
  for (const { id } of [second, guest]) await admin().revokeAccess(id)
  const kept = await textOf('revoked@example.com', 'Your order no longer gives access: ')
  expect(kept).toContain(`You can still read the book with your order ${first.code}.`)
  expect(kept).not.toMatch(/ended|free preview/)
  const shared = await textOf('revoked-guest@example.com', 'Your order no longer gives access: ')
  expect(shared).toContain('so this order no longer gives you access to the book.')
  expect(shared).not.toContain(host.code)
  await admin().revokeAccess(first.id)
  expect(await textOf('revoked@example.com', 'Your access has ended: ')).toContain('we have ended your access')
})
