import { useSyncExternalStore } from 'react'
import { browserWallets } from './providers/find-wallets.ts'
import { createWalletStore, noWallet, type WalletView } from './wallet-store.ts'
import { browseLink, isPhone } from './wallet-site.ts'

/** The wallet of this page; every place that shows it shows the same. */
export const wallet = createWalletStore(browserWallets)

/** What is known of it, kept up to date. */
export function useWallet(): WalletView {
  return useSyncExternalStore(wallet.subscribe, wallet.getView, () => noWallet)
}

/** Where a tap on a phone leads that has no wallet in this browser; `undefined` on computers. */
export function useAppLink(): string | undefined {
  return useSyncExternalStore(subscribeToAddress, readAppLink, () => undefined)
}

function readAppLink(): string | undefined {
  return isPhone(navigator) ? browseLink(location) : undefined
}

function subscribeToAddress(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
