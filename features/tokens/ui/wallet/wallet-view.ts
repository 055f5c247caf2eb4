import type { ReadOnlyWallet } from './providers/read-only-wallet.ts'
import type { WalletFailure } from './wallet-failure.ts'

/** What every place on a page knows of the visitor's wallet. */
export type WalletView = {
  state: 'disconnected' | 'connecting' | 'connected'
  /** What there is to choose from. */
  wallets: readonly Pick<ReadOnlyWallet, 'id' | 'name' | 'icon'>[]
  /** The one that is connected or being connected. */
  walletName?: string
  /** While connected. */
  address?: string
  failure?: WalletFailure
  /** One has shown itself, and what speaks with it is on its way. */
  isAwaited?: true
}

/** The view on the server, and until the browser has looked. */
export const noWallet: WalletView = { state: 'disconnected', wallets: [] }
