/** Why there is no address. `busy` is a window of the wallet that is open already. */
export type WalletFailure = 'rejected' | 'failed' | 'busy' | 'not-found'

const rejectedByVisitor = 4001
const windowIsOpen = -32002

/** What a wallet threw, read by its code; wallets throw errors, plain objects and strings. */
export function readFailure(thrown: unknown): WalletFailure {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  if (code === rejectedByVisitor) return 'rejected'
  return code === windowIsOpen ? 'busy' : 'failed'
}

/** What is said about each. */
export const failureTexts: Record<WalletFailure, string> = {
  'rejected': 'Connection request rejected. Please try again.',
  'failed': 'Failed to connect wallet. Please try again.',
  'busy': 'Failed to connect wallet. Please try again.',
  'not-found': 'Phantom wallet not detected. Please install Phantom and refresh the page.',
}
