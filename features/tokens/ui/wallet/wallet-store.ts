import { createStore } from 'zustand'
import type { WalletRegistry } from './providers/find-wallets.ts'
import type { ReadOnlyWallet } from './providers/read-only-wallet.ts'
import { noWallet, type WalletView } from './wallet-view.ts'
import type { WalletFailure } from './wallet-failure.ts'

const rejectedByVisitor = 4001
const windowIsOpen = -32002

/** What a wallet threw, read by its code; wallets throw errors, plain objects and strings. */
function readFailure(thrown: unknown): WalletFailure {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  if (code === rejectedByVisitor) return 'rejected'
  return code === windowIsOpen ? 'busy' : 'failed'
}

/** One wallet for the whole page. It is remembered by the wallet itself and nowhere else. */
export type WalletStore = {
  getView(): WalletView
  /**
   * The first who listens starts the search for wallets and the silent reconnect; with the last one the search ends.
   * @returns stops it.
   */
  subscribe(onChange: (view: WalletView, before: WalletView) => void): () => void
  /** Looks for wallets again, for one that came a moment ago. */
  look(): WalletView['wallets']
  connect(id: string): void
  /** Gives up waiting; what the wallet answers after that is not listened to. */
  cancel(): void
  disconnect(): void
  /** There was no wallet to connect. */
  miss(): void
  /** Resolves when every wallet that was asked in silence has answered; some never do. */
  settled(): Promise<unknown>
}

/**
 * Puts the wallets of a registry behind one store. It calls nothing but `connect`, `connectSilently`, `disconnect` and
 * `follow`.
 */
export function createWalletStore(createRegistry: () => WalletRegistry): WalletStore {
  const store = createStore<WalletView>(() => noWallet)
  let registry: WalletRegistry | undefined
  let found: readonly ReadOnlyWallet[] = []
  let current: { wallet: ReadOnlyWallet; stopFollowing(): void } | undefined
  /** Counts what the visitor did: an answer to an earlier act comes too late. */
  let act = 0
  const asked = new Set<string>()
  let answered: Promise<unknown> = Promise.resolve()
  let listeners = 0
  let stopWatching: (() => void) | undefined

  function show(next: Omit<WalletView, 'wallets'>): void {
    store.setState({ ...next, wallets: store.getState().wallets }, true)
  }

  function look(): WalletView['wallets'] {
    registry ??= createRegistry()
    found = registry.look()
    const { wallets, failure } = store.getState()
    const isSame = found.length === wallets.length && found.every(({ id }, index) => id === wallets[index]?.id)
    if (!isSame) {
      store.setState({
        wallets: found.map(({ id, name, icon }) => ({ id, name, icon })),
        // A wallet came: that there was none is no longer true.
        ...(failure === 'not-found' && { failure: undefined }),
      })
    }
    return store.getState().wallets
  }

  /** Asks each wallet once whether it trusts this site already, as long as the visitor has not said anything. */
  function lookAndReconnect(): void {
    look()
    for (const wallet of found) {
      if (act > 0 || current || asked.has(wallet.id)) continue
      asked.add(wallet.id)
      const answer = wallet.connectSilently().then((address) => {
        if (address && act === 0 && !current) hold(wallet, address)
      }, ignore)
      answered = Promise.all([answered, answer])
    }
  }

  function hold(wallet: ReadOnlyWallet, address: string): void {
    letGo()
    current = { wallet, stopFollowing: ignore }
    show(connected(wallet, address))
    current.stopFollowing = wallet.follow((next) => {
      if (store.getState().state === 'connecting') return
      show(next ? connected(wallet, next) : { state: 'disconnected' })
    })
  }

  function letGo(): void {
    current?.stopFollowing()
    current = undefined
  }

  return {
    getView: store.getState,
    subscribe(onChange) {
      const unsubscribe = store.subscribe(onChange)
      listeners += 1
      if (!stopWatching) {
        registry ??= createRegistry()
        stopWatching = registry.watch(lookAndReconnect)
        lookAndReconnect()
      }
      return () => {
        unsubscribe()
        listeners -= 1
        if (listeners > 0) return
        stopWatching?.()
        stopWatching = undefined
      }
    },
    look,
    connect(id) {
      const wallet = found.find((candidate) => candidate.id === id)
      if (!wallet || store.getState().state !== 'disconnected') return
      const mine = ++act
      show({ state: 'connecting', walletName: wallet.name })
      void wallet.connect().then(
        (address) => mine === act && hold(wallet, address),
        (thrown: unknown) => mine === act && show({ state: 'disconnected', failure: readFailure(thrown) }),
      )
    },
    cancel() {
      if (store.getState().state !== 'connecting') return
      act++
      show({ state: 'disconnected' })
    },
    disconnect() {
      const wallet = current?.wallet
      act++
      letGo()
      show({ state: 'disconnected' })
      // The address is gone from this page whatever the wallet makes of it.
      if (wallet) void wallet.disconnect().catch(ignore)
    },
    miss() {
      if (store.getState().state === 'disconnected') show({ state: 'disconnected', failure: 'not-found' })
    },
    settled: () => answered,
  }
}

function connected(wallet: ReadOnlyWallet, address: string) {
  return { state: 'connected', walletName: wallet.name, address } as const
}

function ignore(): void {}
