import { lazy, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createWalletDoor } from './wallet-door.ts'
import { walletSigns } from './wallet-signs.ts'
import { browseLink, isPhone } from './wallet-site.ts'
import { noWallet, type WalletView } from './wallet-view.ts'

const loadDesk = () => import('./wallet-desk.tsx')

/** The wallet of this page; every place that shows it shows the same. */
export const wallet = createWalletDoor(async () => (await loadDesk()).store, walletSigns)

/** Comes with the code of the wallet, so it is there whenever there is a wallet to choose. */
export const WalletChooser = lazy(async () => ({ default: (await loadDesk()).WalletChooser }))

const shown = { getState: wallet.getView, getInitialState: () => noWallet, subscribe: wallet.subscribe }

/** What is known of it, kept up to date. */
export function useWallet(): WalletView {
  return useStore(shown)
}

/** Where a tap on a phone leads that has no wallet in this browser; `undefined` on computers. */
export function useAppLink(): string | undefined {
  return useSyncExternalStore(subscribeToAddress, readAppLink, () => undefined)
}

/** The same as it is at this moment: a press may come before the page has learned what it runs on. */
export function readAppLink(): string | undefined {
  return isPhone(navigator) ? browseLink(location) : undefined
}

function subscribeToAddress(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
