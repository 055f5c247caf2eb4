import { createStore } from 'zustand'
import { lazyLoader } from '#ui/lazy-loader.ts'
import type { WalletDetector } from './wallet-detector.ts'
import type { WalletStore } from './wallet-store.ts'
import { noWallet, type WalletView } from './wallet-view.ts'

/** Wallet of a page before and after the wallet code is loaded. */
type LazyWallet = Pick<WalletStore, 'getView' | 'subscribe' | 'connect' | 'cancel' | 'disconnect' | 'reportMissing'> & {
  /**
   * Connects the only wallet or opens the choice.
   *
   * @returns Whether there is a wallet.
   */
  connectOrChoose(choose: () => void): boolean
}

/** Maximum time a click waits for a silent reconnect, in milliseconds. */
const silentReconnectMs = 1_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Creates a proxy of a {@link WalletStore} that is loaded at the first sign of a wallet. */
export function createLazyWallet(load: () => Promise<WalletStore>, createDetector: () => WalletDetector): LazyWallet {
  const code = lazyLoader(load)
  let alone = noWallet
  let detector: WalletDetector | undefined
  /** Choice callback of a click that waits for the code. */
  let pendingChoice: (() => void) | undefined
  const shown = createStore<WalletView>(() => noWallet)
  let listeners = 0
  let stop: (() => void) | undefined

  const getView = () => (pendingChoice ? alone : (code.get()?.getView() ?? alone))
  const publish = () => shown.setState(getView(), true)
  const show = (view: WalletView) => {
    alone = view
    publish()
  }

  async function open(): Promise<void> {
    if (!alone.isAwaited) show({ ...alone, isAwaited: true })
    const hasCome = await code.fetch()
    // A wallet window must not open over a page without wallet controls.
    if (listeners === 0) return
    if (hasCome) follow()
    if (!pendingChoice) return
    // A trusted site reconnects silently, and a wallet may handle only one request at a time.
    if (hasCome) await Promise.race([code.get()?.settled(), sleep(silentReconnectMs)])
    const choose = pendingChoice
    pendingChoice = undefined
    if (!choose) return
    show(hasCome ? noWallet : { ...noWallet, isAwaited: true, failure: 'failed' })
    const store = code.get()
    if (store?.getView().state === 'disconnected' && !connectOrChoose(choose)) store.reportMissing()
  }

  let isFollowing = false
  function follow(): void {
    const store = code.get()
    if (!store || isFollowing) return
    stop?.()
    isFollowing = true
    stop = store.subscribe(publish)
    if (!pendingChoice) show(noWallet)
  }

  function connectOrChoose(choose: () => void): boolean {
    const store = code.get()
    if (!store) {
      detector ??= createDetector()
      if (!detector.seen()) return false
      pendingChoice = choose
      show({ ...noWallet, state: 'connecting', isAwaited: true })
      void open()
      return true
    }
    // A wallet that was added later without an event is found now.
    const [first, second] = store.detectWallets()
    if (second) choose()
    else if (first) store.connect(first.id)
    return first !== undefined
  }

  return {
    getView,
    subscribe(onChange) {
      const unsubscribe = shown.subscribe(onChange)
      listeners += 1
      if (listeners === 1) {
        if (code.get()) follow()
        else {
          detector ??= createDetector()
          stop = detector.subscribe(() => void open())
        }
      }
      return () => {
        unsubscribe()
        listeners -= 1
        if (listeners > 0) return
        stop?.()
        stop = undefined
        isFollowing = false
        pendingChoice = undefined
        if (alone.state === 'connecting') alone = noWallet
      }
    },
    connectOrChoose,
    connect: (id) => code.get()?.connect(id),
    cancel() {
      if (!pendingChoice) return code.get()?.cancel()
      pendingChoice = undefined
      show({ ...noWallet, isAwaited: true })
    },
    disconnect: () => code.get()?.disconnect(),
    reportMissing() {
      const store = code.get()
      if (store) store.reportMissing()
      else show({ ...noWallet, failure: 'not-found' })
    },
  }
}
