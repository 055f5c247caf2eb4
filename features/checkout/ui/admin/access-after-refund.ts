import type { OrderDetails } from '#features/checkout/contract.ts'

/** Returns what a refund or revoking access does for the buyer, as the end of a sentence before and after it. */
export function accessAfterRefund({
  hasAccess,
  otherOrderCode,
  bookTitle,
}: Pick<OrderDetails, 'hasAccess' | 'otherOrderCode' | 'bookTitle'>): { planned: string; done: string } {
  if (otherOrderCode) {
    const otherAccess = `keeps access to ${bookTitle} through order ${otherOrderCode}`
    return { planned: otherAccess, done: otherAccess }
  }
  if (hasAccess === undefined) return { planned: `does not get ${bookTitle}`, done: `does not get ${bookTitle}` }
  const done = `no longer has access to ${bookTitle}`
  return { planned: hasAccess ? `loses access to ${bookTitle}` : done, done }
}
