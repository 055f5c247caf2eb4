import { DetailsTable } from '#shared/mail/email-layout.tsx'

/** Properties of every email about an order. `price` is formatted, `$9.99`. */
export type OrderMailProps = {
  orderCode: string
  title: string
  price: string
  supportEmail: string
  postalAddress: string
}

/** Lists the facts of an order. */
export function OrderFacts({ orderCode, title, price, more = [] }: OrderMailProps & { more?: [string, string][] }) {
  return <DetailsTable facts={[['Order', orderCode], ['Book', title], ['Price', price], ...more]} />
}

/** Returns why the email was sent and where to ask questions. */
export function mailReason({ orderCode, supportEmail }: Pick<OrderMailProps, 'orderCode' | 'supportEmail'>): string {
  return `You received this email because of order ${orderCode} on our site. Questions: ${supportEmail}.`
}
