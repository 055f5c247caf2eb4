import { Facts } from '#shared/mail/letter.tsx'

/** What every mail about an order is told. `price` is renderMail out, `$9.99`. */
export type OrderMailProps = {
  orderCode: string
  title: string
  price: string
  supportEmail: string
  postalAddress: string
}

/** The order in a few lines. */
export function OrderFacts({ orderCode, title, price, more = [] }: OrderMailProps & { more?: [string, string][] }) {
  return <Facts facts={[['Order', orderCode], ['Book', title], ['Price', price], ...more]} />
}

/** Why a mail about an order comes, and whom to ask. */
export function mailReason({ orderCode, supportEmail }: Pick<OrderMailProps, 'orderCode' | 'supportEmail'>): string {
  return `You received this email because of order ${orderCode} on our site. Questions: ${supportEmail}.`
}
