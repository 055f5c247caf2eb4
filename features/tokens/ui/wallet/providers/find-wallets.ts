import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { recheckDelaysMs, findProvider, type PhantomProvider, type PublicKey } from './phantom-provider.ts'
import type { ReadOnlyWallet } from './read-only-wallet.ts'
import { standardWallet } from './standard-wallet.ts'
import { isAddress } from './address.ts'

/** Name of Phantom in wallet lists. */
const phantomName = 'Phantom'

/** Returns the wallet of Phantom’s provider, if present. */
function findPhantom(page: object): ReadOnlyWallet | undefined {
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
        // An untrusted site is not an error.
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
  if (!address) throw new TypeError('the wallet returned no address')
  return address
}

/** Registry of the wallets in a page. */
export type WalletRegistry = {
  /** Returns the current wallets. */
  detectWallets(): readonly ReadOnlyWallet[]
  /**
   * Calls back when wallets may have changed.
   *
   * @returns A function that stops it.
   */
  subscribe(onChange: () => void): () => void
}

/**
 * Creates the registry of Phantom’s provider and every Wallet Standard wallet in this browser; Phantom is listed once.
 */
export function browserWallets(): WalletRegistry {
  const registered = getWallets()
  const known = new Map<Wallet, ReadOnlyWallet | undefined>()
  let phantom: ReadOnlyWallet | undefined

  function readStandard(wallet: Wallet): ReadOnlyWallet | undefined {
    if (!known.has(wallet))
      known.set(
        wallet,
        readSafely(() => standardWallet(wallet, `standard-${known.size}`)),
      )
    return known.get(wallet)
  }
  return {
    detectWallets() {
      phantom ??= findPhantom(window)
      const standard = registered.get().flatMap((wallet) => readStandard(wallet) ?? [])
      return phantom ? [phantom, ...standard.filter(({ name }) => name !== phantomName)] : standard
    },
    subscribe(onChange) {
      const stops = [registered.on('register', onChange), registered.on('unregister', onChange)]
      const timers = recheckDelaysMs.map((ms) => setTimeout(onChange, ms))
      window.addEventListener('load', onChange)
      window.addEventListener('focus', onChange)
      return () => {
        for (const stop of stops) stop()
        timers.forEach(clearTimeout)
        window.removeEventListener('load', onChange)
        window.removeEventListener('focus', onChange)
      }
    },
  }
}

/** Objects of extensions may throw on any access; such errors are ignored. */
function readSafely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
