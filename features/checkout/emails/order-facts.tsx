import { Facts } from '#shared/mail/letter.tsx'

/** What every mail about an order is told. `price` is written out, `$9.99`. */
export type AboutOrder = {
  orderCode: string
  title: string
  price: string
  supportEmail: string
  postalAddress: string
}

/** The order in a few lines. */
export function OrderFacts({ orderCode, title, price, more = [] }: AboutOrder & { more?: [string, string][] }) {
  return <Facts facts={[['Order', orderCode], ['Book', title], ['Price', price], ...more]} />
}

/** Why a mail about an order comes, and whom to ask. */
export function reasonOf({ orderCode, supportEmail }: Pick<AboutOrder, 'orderCode' | 'supportEmail'>): string {
  return `You received this email because of order ${orderCode} on our site. Questions: ${supportEmail}.`
}
