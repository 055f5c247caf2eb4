import type { PaymentProvider } from '#platform/payments/provider.ts'
import type { Order } from '../orders/queries.ts'

/** Who takes cards here. Orders stay with the one they were made with. */
export type CardProviders = {
  /** Takes new orders; absent where only Cash App is open. */
  current: { kind: 'stripe' | 'test'; provider: PaymentProvider } | undefined
}

/** @returns undefined when the order is not a card's, or its provider is not connected any more. */
export function providerOf(
  { current }: CardProviders,
  { provider }: Pick<Order, 'provider'>,
): PaymentProvider | undefined {
  return current?.kind === provider ? current.provider : undefined
}
