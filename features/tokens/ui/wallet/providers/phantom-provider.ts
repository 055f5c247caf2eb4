export type PublicKey = { toString(): string }

/**
 * As much of the provider that Phantom puts into a page as is used; what it detector with is left out, so that nobody
 * calls it.
 */
export type PhantomProvider = {
  isPhantom?: boolean
  connect(options?: { onlyIfTrusted: true }): Promise<{ publicKey: PublicKey }>
  disconnect(): Promise<void>
  on?(event: string, listener: (publicKey?: PublicKey | null) => void): void
  off?(event: string, listener: (publicKey?: PublicKey | null) => void): void
}

/** Phantom's provider in this page, by its address of today or of old; it may come long after the page. */
export function findProvider(page: object): PhantomProvider | undefined {
  try {
    const { phantom, solana } = page as { phantom?: { solana?: PhantomProvider }; solana?: PhantomProvider }
    return [phantom?.solana, solana].find((candidate) => candidate?.isPhantom === true)
  } catch {
    // An extension's half-built object is no wallet yet.
    return undefined
  }
}

/**
 * Extensions may be slower than the page: when it is looked for a provider again, in milliseconds after the first look.
 */
export const recheckDelaysMs = [250, 1000, 3000]
