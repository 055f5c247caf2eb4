/** Reason why no wallet is connected. `busy` means that a wallet window is already open. */
export type WalletFailure = 'rejected' | 'failed' | 'busy' | 'not-found'
