import { isAddress } from './address.ts'
import { findProvider, type PhantomProvider, type PublicKey } from './phantom-provider.ts'
import type { ReadOnlyWallet } from './read-only-wallet.ts'

/** The name Phantom goes by in every list of wallets. */
export const phantomName = 'Phantom'

/** The wallet behind the provider that Phantom puts into a page, once it has. */
export function findPhantom(page: object): ReadOnlyWallet | undefined {
  const provider = findProvider(page)
  return provider && phantomWallet(provider)
}

function phantomWallet(provider: PhantomProvider): ReadOnlyWallet {
  return {
    id: 'phantom',
    name: phantomName,
    connect: async () => readAddress((await provider.connect()).publicKey),
    async connectSilently() {
      try {
        return readAddress((await provider.connect({ onlyIfTrusted: true })).publicKey)
      } catch {
        // Not trusted yet, which nobody asked to hear of.
        return undefined
      }
    },
    disconnect: async () => provider.disconnect(),
    follow(onAccount) {
      const change = (publicKey?: PublicKey | null) => onAccount(findAddress(publicKey))
      const gone = () => onAccount(undefined)
      provider.on?.('accountChanged', change)
      provider.on?.('disconnect', gone)
      return () => {
        provider.off?.('accountChanged', change)
        provider.off?.('disconnect', gone)
      }
    },
  }
}

function findAddress(publicKey: PublicKey | null | undefined): string | undefined {
  const address = publicKey?.toString()
  return isAddress(address) ? address : undefined
}

function readAddress(publicKey: PublicKey): string {
  const address = findAddress(publicKey)
  if (!address) throw new TypeError('the wallet answered with no address')
  return address
}
