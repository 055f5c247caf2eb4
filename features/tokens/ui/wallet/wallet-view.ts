import type { ReadOnlyWallet } from './providers/read-only-wallet.ts'
import type { WalletFailure } from './wallet-failure.ts'

/** State of the visitor’s wallet in all controls of a page. */
export type WalletView = {
  state: 'disconnected' | 'connecting' | 'connected'
  /** Available wallets. */
  wallets: readonly Pick<ReadOnlyWallet, 'id' | 'name' | 'icon'>[]
  /** Wallet that is connected or connecting. */
  walletName?: string
  /** Set while connected. */
  address?: string
  failure?: WalletFailure
  /** A wallet was detected and its code is loading. */
  isAwaited?: true
}

/** Initial view on the server and until detection. */
export const noWallet: WalletView = { state: 'disconnected', wallets: [] }
