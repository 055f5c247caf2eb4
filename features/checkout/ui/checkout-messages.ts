/** Texts of the checkout on a book’s page, for `pageMessages`. */
export const checkoutMessages = [
  'checkout.payment',
  'checkout.owned',
  'checkout.returned',
  'checkout.cashApp',
  'checkout.closed',
  'checkout.refund',
  'checkout.request',
] as const
