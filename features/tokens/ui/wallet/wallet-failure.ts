/** Why there is no address. `busy` is a window of the wallet that is open already. */
export type WalletFailure = 'rejected' | 'failed' | 'busy' | 'not-found'

/** What is said about each. */
export const failureTexts: Record<WalletFailure, string> = {
  'rejected': 'Connection request rejected. Please try again.',
  'failed': 'Failed to connect wallet. Please try again.',
  'busy': 'Failed to connect wallet. Please try again.',
  'not-found': 'Phantom wallet not detected. Please install Phantom and refresh the page.',
}
