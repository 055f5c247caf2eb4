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
