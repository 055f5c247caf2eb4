import type { PaymentProvider } from '#platform/payments/provider.ts'
import type { Order } from '../orders/queries.ts'

/** Card providers. An order stays with the provider it was created with. */
export type CardProviders = {
  /** Provider of new orders; absent where only Cash App is available. */
  current: { kind: 'stripe' | 'test'; provider: PaymentProvider } | undefined
}

/**
 * @returns undefined when the order was not paid by card or its provider is no longer connected.
 */
export function providerOf(
  { current }: CardProviders,
  { provider }: Pick<Order, 'provider'>,
): PaymentProvider | undefined {
  return current?.kind === provider ? current.provider : undefined
}
