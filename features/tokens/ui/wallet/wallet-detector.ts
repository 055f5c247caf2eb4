import { findProvider, recheckDelaysMs } from './providers/phantom-provider.ts'

/** Detects wallets in a page with little code, because most visitors have none. */
export type WalletDetector = {
  /** Returns whether a wallet was detected. */
  seen(): boolean
  /**
   * Calls back on every detection, including earlier ones.
   *
   * @returns A function that stops it.
   */
  subscribe(onSign: () => void): () => void
}

/**
 * Creates a detector of Phantom’s provider and Wallet Standard registrations.
 *
 * @see https://github.com/wallet-standard/wallet-standard/blob/master/DESIGN.md
 */
export function createWalletDetector(): WalletDetector {
  let hasRegistered = false
  const seen = () => hasRegistered || findProvider(window) !== undefined
  return {
    seen,
    subscribe(onSign) {
      const checkSeen = () => seen() && onSign()
      const note = () => {
        hasRegistered = true
        onSign()
        return () => undefined
      }
      window.addEventListener('wallet-standard:register-wallet', note)
      window.addEventListener('load', checkSeen)
      window.addEventListener('focus', checkSeen)
      const timers = recheckDelaysMs.map((ms) => setTimeout(checkSeen, ms))
      checkSeen()
      // Earlier wallets announce themselves again; the registry repeats the request later.
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: note } }))
      return () => {
        window.removeEventListener('wallet-standard:register-wallet', note)
        window.removeEventListener('load', checkSeen)
        window.removeEventListener('focus', checkSeen)
        timers.forEach(clearTimeout)
      }
    },
  }
}
