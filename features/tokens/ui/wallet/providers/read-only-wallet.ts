/**
 * A wallet reduced to an address for display. Signing is left out on purpose. An `address` is a base58 public key of 32
 * to 44 characters.
 */
export type ReadOnlyWallet = {
  /** Unique among the wallets of a page and stable while the page lives. */
  id: string
  name: string
  /** Icon as a `data:` URL; no other host is contacted. */
  icon?: string
  /**
   * Opens the wallet’s window and waits for the visitor.
   *
   * @throws Any value that the wallet throws; see `readFailure`.
   */
  connect(): Promise<string>
  /** Returns the address if this site is trusted already, without a window. */
  connectSilently(): Promise<string | undefined>
  disconnect(): Promise<void>
  /**
   * Calls back on account changes in the wallet; `undefined` after a disconnect.
   *
   * @returns A function that stops it.
   */
  follow(onAccount: (address: string | undefined) => void): () => void
}
