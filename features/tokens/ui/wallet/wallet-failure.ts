/** Reason why no wallet is connected. `busy` means that a wallet window is already open. */
export type WalletFailure = 'rejected' | 'failed' | 'busy' | 'not-found'

/** Messages by failure. */
export const failureTexts: Record<WalletFailure, string> = {
  'rejected': 'Connection request rejected. Please try again.',
  'failed': 'Failed to connect wallet. Please try again.',
  'busy': 'Failed to connect wallet. Please try again.',
  'not-found': 'Phantom wallet not detected. Please install Phantom and refresh the page.',
}
