import { browserWallets } from './providers/find-wallets.ts'
import { createWalletStore } from './wallet-store.ts'

/* Wallet code that is loaded once a wallet is detected, as one script. */
export { WalletChooser } from './wallet-chooser.tsx'

/** Wallet store of this page. */
export const store = createWalletStore(browserWallets)
