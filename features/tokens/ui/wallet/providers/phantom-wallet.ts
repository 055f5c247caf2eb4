import { isAddress } from './address.ts'
import type { ReadOnlyWallet } from './read-only-wallet.ts'

type PublicKey = { toString(): string }

/** As much of the provider that Phantom puts into a page as is used; what it signs with is left out, so that nobody calls it. */
type PhantomProvider = {
  isPhantom?: boolean
  connect(options?: { onlyIfTrusted: true }): Promise<{ publicKey: PublicKey }>
  disconnect(): Promise<void>
  on?(event: string, listener: (publicKey?: PublicKey | null) => void): void
  off?(event: string, listener: (publicKey?: PublicKey | null) => void): void
}

/** The name Phantom goes by in every list of wallets. */
export const phantomName = 'Phantom'

/** Phantom's provider in this page, by its address of today or of old; it may come long after the page. */
export function findPhantom(page: object): ReadOnlyWallet | undefined {
  try {
    const { phantom, solana } = page as { phantom?: { solana?: PhantomProvider }; solana?: PhantomProvider }
    const provider = [phantom?.solana, solana].find((candidate) => candidate?.isPhantom === true)
    return provider && phantomWallet(provider)
  } catch {
    // An extension's half-built object is no wallet yet.
    return undefined
  }
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
