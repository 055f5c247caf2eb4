/**
 * All this site ever asks of a wallet: who the visitor is, by an address. There is nothing here to sign with, on
 * purpose.
 *
 * An `address` is a base58 public key of 32 to 44 characters.
 */
export type ReadOnlyWallet = {
  /** Unique among the wallets of a page, and the same as long as the page lives. */
  id: string
  name: string
  /** A picture as a `data:` address; no other host is asked for one. */
  icon?: string
  /** Asks the visitor in the wallet's own window. @throws what the wallet throws; see `readFailure`. */
  connect(): Promise<string>
  /** Without a window: the address if this site is trusted already, `undefined` if it is not. */
  connectSilently(): Promise<string | undefined>
  disconnect(): Promise<void>
  /** Told of every change of the account from the wallet's side; `undefined` is none any more. @returns stops it. */
  follow(onAccount: (address: string | undefined) => void): () => void
}
