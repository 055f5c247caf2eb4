import { createStore } from 'zustand'
import type { WalletRegistry } from './providers/find-wallets.ts'
import type { ReadOnlyWallet } from './providers/read-only-wallet.ts'
import { noWallet, type WalletView } from './wallet-view.ts'
import type { WalletFailure } from './wallet-failure.ts'

const rejectedByVisitor = 4001
const windowIsOpen = -32002

/** Reads the code of a failure; wallets throw errors, plain objects and strings. */
function readFailure(thrown: unknown): WalletFailure {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  if (code === rejectedByVisitor) return 'rejected'
  return code === windowIsOpen ? 'busy' : 'failed'
}

/** Wallet store of a page. Only the wallet itself stores the connection. */
export type WalletStore = {
  getView(): WalletView
  /**
   * The first subscriber starts wallet detection and the silent reconnect; the last one stops detection.
   *
   * @returns A function that unsubscribes.
   */
  subscribe(onChange: (view: WalletView, before: WalletView) => void): () => void
  /** Checks for wallets that were added recently. */
  detectWallets(): WalletView['wallets']
  connect(id: string): void
  /** Cancels a pending connection; a late response is ignored. */
  cancel(): void
  disconnect(): void
  /** Records that there is no wallet to connect. */
  reportMissing(): void
  /** Resolves when every silent request has settled; some requests never do. */
  settled(): Promise<unknown>
}

/**
 * Creates a store of the wallets of a registry. It calls only `connect`, `connectSilently`, `disconnect` and `follow`.
 */
export function createWalletStore(createRegistry: () => WalletRegistry): WalletStore {
  const store = createStore<WalletView>(() => noWallet)
  let registry: WalletRegistry | undefined
  let found: readonly ReadOnlyWallet[] = []
  let current: { wallet: ReadOnlyWallet; stopFollowing(): void } | undefined
  /** Counts actions of the visitor, so that responses to earlier ones are ignored. */
  let actionCount = 0
  const requested = new Set<string>()
  let answered: Promise<unknown> = Promise.resolve()
  let listeners = 0
  let stopDetection: (() => void) | undefined

  function show(next: Omit<WalletView, 'wallets'>): void {
    store.setState({ ...next, wallets: store.getState().wallets }, true)
  }

  function detectWallets(): WalletView['wallets'] {
    registry ??= createRegistry()
    found = registry.detectWallets()
    const { wallets, failure } = store.getState()
    const isSame = found.length === wallets.length && found.every(({ id }, index) => id === wallets[index]?.id)
    if (!isSame) {
      store.setState({
        wallets: found.map(({ id, name, icon }) => ({ id, name, icon })),
        // A wallet was added, so ‘not found’ is outdated.
        ...(failure === 'not-found' && { failure: undefined }),
      })
    }
    return store.getState().wallets
  }

  /** Requests each wallet once silently, which succeeds if it trusts this site, until the visitor acts. */
  function detectAndReconnect(): void {
    detectWallets()
    for (const wallet of found) {
      if (actionCount > 0 || current || requested.has(wallet.id)) continue
      requested.add(wallet.id)
      const answer = wallet.connectSilently().then((address) => {
        if (address && actionCount === 0 && !current) setCurrent(wallet, address)
      }, ignore)
      answered = Promise.all([answered, answer])
    }
  }

  function setCurrent(wallet: ReadOnlyWallet, address: string): void {
    clearCurrent()
    current = { wallet, stopFollowing: ignore }
    show(connected(wallet, address))
    current.stopFollowing = wallet.follow((next) => {
      if (store.getState().state === 'connecting') return
      show(next ? connected(wallet, next) : { state: 'disconnected' })
    })
  }

  function clearCurrent(): void {
    current?.stopFollowing()
    current = undefined
  }

  return {
    getView: store.getState,
    subscribe(onChange) {
      const unsubscribe = store.subscribe(onChange)
      listeners += 1
      if (!stopDetection) {
        registry ??= createRegistry()
        stopDetection = registry.subscribe(detectAndReconnect)
        detectAndReconnect()
      }
      return () => {
        unsubscribe()
        listeners -= 1
        if (listeners > 0) return
        stopDetection?.()
        stopDetection = undefined
      }
    },
    detectWallets,
    connect(id) {
      const wallet = found.find((candidate) => candidate.id === id)
      if (!wallet || store.getState().state !== 'disconnected') return
      const mine = ++actionCount
      show({ state: 'connecting', walletName: wallet.name })
      void wallet.connect().then(
        (address) => mine === actionCount && setCurrent(wallet, address),
        (thrown: unknown) => mine === actionCount && show({ state: 'disconnected', failure: readFailure(thrown) }),
      )
    },
    cancel() {
      if (store.getState().state !== 'connecting') return
      actionCount++
      show({ state: 'disconnected' })
    },
    disconnect() {
      const wallet = current?.wallet
      actionCount++
      clearCurrent()
      show({ state: 'disconnected' })
      // The address is removed from this page regardless of the wallet’s response.
      if (wallet) void wallet.disconnect().catch(ignore)
    },
    reportMissing() {
      if (store.getState().state === 'disconnected') show({ state: 'disconnected', failure: 'not-found' })
    },
    settled: () => answered,
  }
}

function connected(wallet: ReadOnlyWallet, address: string) {
  return { state: 'connected', walletName: wallet.name, address } as const
}

function ignore(): void {}
