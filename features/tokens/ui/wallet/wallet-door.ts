import { createStore } from 'zustand'
import { lazyLoader } from '#ui/lazy-loader.ts'
import type { WalletSigns } from './wallet-signs.ts'
import type { WalletStore } from './wallet-store.ts'
import { noWallet, type WalletView } from './wallet-view.ts'

/** A page's wallet as its places know it, before and after what speaks with wallets is here. */
export type WalletDoor = Pick<WalletStore, 'getView' | 'subscribe' | 'connect' | 'cancel' | 'disconnect' | 'miss'> & {
  /** Connects the wallet there is, or lets the visitor choose among several. @returns whether there is any. */
  reach(choose: () => void): boolean
}

/** How long a press waits for a wallet that was asked in silence, in milliseconds. */
const silenceMs = 1_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Stands before a {@link WalletStore} and loads it at the first sign of a wallet. */
export function createWalletDoor(load: () => Promise<WalletStore>, openSigns: () => WalletSigns): WalletDoor {
  const code = lazyLoader(load)
  let alone = noWallet
  let signs: WalletSigns | undefined
  /** Of a press that waits for the code. */
  let wish: (() => void) | undefined
  const shown = createStore<WalletView>(() => noWallet)
  let listeners = 0
  let stop: (() => void) | undefined

  const getView = () => (wish ? alone : (code.get()?.getView() ?? alone))
  const tell = () => shown.setState(getView(), true)
  const show = (view: WalletView) => {
    alone = view
    tell()
  }

  async function open(): Promise<void> {
    if (!alone.isAwaited) show({ ...alone, isAwaited: true })
    const hasCome = await code.fetch()
    // A wallet's window over a page that shows no wallet would be nobody's wish.
    if (listeners === 0) return
    if (hasCome) follow()
    if (!wish) return
    // One that trusts this site is connected without its window, and may answer one question at a time.
    if (hasCome) await Promise.race([code.get()?.settled(), sleep(silenceMs)])
    const choose = wish
    wish = undefined
    if (!choose) return
    show(hasCome ? noWallet : { ...noWallet, isAwaited: true, failure: 'failed' })
    const store = code.get()
    if (store?.getView().state === 'disconnected' && !reach(choose)) store.miss()
  }

  let isFollowing = false
  function follow(): void {
    const store = code.get()
    if (!store || isFollowing) return
    stop?.()
    isFollowing = true
    stop = store.subscribe(tell)
    if (!wish) show(noWallet)
  }

  function reach(choose: () => void): boolean {
    const store = code.get()
    if (!store) {
      signs ??= openSigns()
      if (!signs.seen()) return false
      wish = choose
      show({ ...noWallet, state: 'connecting', isAwaited: true })
      void open()
      return true
    }
    // One that came after the page, and said nothing, is found now.
    const [first, second] = store.look()
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
          signs ??= openSigns()
          stop = signs.watch(() => void open())
        }
      }
      return () => {
        unsubscribe()
        listeners -= 1
        if (listeners > 0) return
        stop?.()
        stop = undefined
        isFollowing = false
        wish = undefined
        if (alone.state === 'connecting') alone = noWallet
      }
    },
    reach,
    connect: (id) => code.get()?.connect(id),
    cancel() {
      if (!wish) return code.get()?.cancel()
      wish = undefined
      show({ ...noWallet, isAwaited: true })
    },
    disconnect: () => code.get()?.disconnect(),
    miss() {
      const store = code.get()
      if (store) store.miss()
      else show({ ...noWallet, failure: 'not-found' })
    },
  }
}
