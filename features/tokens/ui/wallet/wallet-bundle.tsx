import { browserWallets } from './providers/find-wallets.ts'
import { createWalletStore } from './wallet-store.ts'

/* What a page needs once a wallet has shown itself, as one script. */
export { WalletChooser } from './wallet-chooser.tsx'

/** The store of this page. */
export const store = createWalletStore(browserWallets)
