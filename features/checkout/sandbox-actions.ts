/** Actions on a payment of the test checkout. The page lists them in this order and loads no validator for them. */
export const sandboxActions = [
  'refund',
  'refund-part',
  'inquiry',
  'inquiry-closed',
  'dispute',
  'dispute-part',
  'dispute-won',
  'dispute-lost',
] as const

/** An action on a payment of the test checkout. */
export type TestPaymentAction = (typeof sandboxActions)[number]
