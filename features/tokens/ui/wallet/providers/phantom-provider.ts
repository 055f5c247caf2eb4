export type PublicKey = { toString(): string }

/** The used part of Phantom’s provider. Signing is left out, so that it cannot be called. */
export type PhantomProvider = {
  isPhantom?: boolean
  connect(options?: { onlyIfTrusted: true }): Promise<{ publicKey: PublicKey }>
  disconnect(): Promise<void>
  on?(event: string, listener: (publicKey?: PublicKey | null) => void): void
  off?(event: string, listener: (publicKey?: PublicKey | null) => void): void
}

/** Returns Phantom’s provider at its current or legacy location; it may appear long after the page has loaded. */
export function findProvider(page: object): PhantomProvider | undefined {
  try {
    const { phantom, solana } = page as { phantom?: { solana?: PhantomProvider }; solana?: PhantomProvider }
    return [phantom?.solana, solana].find((candidate) => candidate?.isPhantom === true)
  } catch {
    // A partly initialized extension is not a wallet yet.
    return undefined
  }
}

/** Delays of further checks for a provider in milliseconds, because extensions may load late. */
export const recheckDelaysMs = [250, 1000, 3000]
