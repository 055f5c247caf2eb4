import { findProvider, recheckDelaysMs } from './providers/phantom-provider.ts'

/** Tells of the first sign of a wallet in a page, by little code: nearly nobody has one. */
export type WalletDetector = {
  /** Whether there has been one. */
  seen(): boolean
  /** Told of every sign, also of those that were before. @returns stops it. */
  watch(onSign: () => void): () => void
}

/**
 * Phantom's provider, and whoever registers by the Wallet Standard.
 *
 * @see https://github.com/wallet-standard/wallet-standard/blob/master/DESIGN.md
 */
export function createWalletDetector(): WalletDetector {
  let hasRegistered = false
  const seen = () => hasRegistered || findProvider(window) !== undefined
  return {
    seen,
    watch(onSign) {
      const look = () => seen() && onSign()
      const note = () => {
        hasRegistered = true
        onSign()
        return () => undefined
      }
      window.addEventListener('wallet-standard:register-wallet', note)
      window.addEventListener('load', look)
      window.addEventListener('focus', look)
      const timers = recheckDelaysMs.map((ms) => setTimeout(look, ms))
      look()
      // Wallets that were here before this page say so again; what registers them for good asks once more.
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: note } }))
      return () => {
        window.removeEventListener('wallet-standard:register-wallet', note)
        window.removeEventListener('load', look)
        window.removeEventListener('focus', look)
        timers.forEach(clearTimeout)
      }
    },
  }
}
