import { onTestFinished, vi } from 'vitest'
import { type FakeWallet, type FakeWalletHandle, installFakeWallet } from '#tests/support/fake-wallet.ts'
import { browserWallets } from './providers/find-wallets.ts'
import { createLazyWallet } from './lazy-wallet.ts'
import { createWalletDetector } from './wallet-detector.ts'
import { createWalletStore, type WalletStore } from './wallet-store.ts'

/**
 * A window without a browser: what wallets announce themselves at. The registry listens to the first one it sees, so
 * there is one for all.
 */
const page = new EventTarget() as EventTarget & { fakeWallets?: Record<string, FakeWalletHandle> }

export const firstAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
export const secondAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

/** A page that was just opened, with a place on it that shows the wallet. */
export type WalletPage = {
  store: WalletStore
  /** Puts a wallet into the page, now; one of Phantom's own kind says nothing until the page looks again. */
  install(wallet: Partial<FakeWallet> & Pick<FakeWallet, 'kind'>): FakeWalletHandle
  /** What happens when the visitor comes back to the window. */
  focus(): void
  /** Until everything that was answered has been heard. */
  settle(): Promise<void>
  close(): void
}

/** Opens a page with the given wallets in it already; it is closed when the test ends. */
export function createWalletPage(
  ...wallets: Parameters<WalletPage['install']>[0][]
): WalletPage & { handles: FakeWalletHandle[] } {
  stubWindow()
  const store = createWalletStore(browserWallets)
  const window = openWindow(wallets, () => store.subscribe(() => undefined))
  return { store, ...window }
}

/** A page whose code of the wallet is loaded when it is needed; `refuseNext` makes the next load fail. */
export function createLazyWalletPage(...wallets: Parameters<WalletPage['install']>[0][]) {
  stubWindow()
  let loads = 0
  let isRefused = false
  const load = async () => {
    loads += 1
    if (!isRefused) return createWalletStore(browserWallets)
    isRefused = false
    throw new Error('no line')
  }
  const wallet = createLazyWallet(load, createWalletDetector)
  const window = openWindow(wallets, () => wallet.subscribe(() => undefined))
  return { wallet, loads: () => loads, refuseNext: () => void (isRefused = true), ...window }
}

/** Gives the test a window; Vitest takes it away after it, and other files have none. */
const stubWindow = () => vi.stubGlobal('window', page)

function openWindow(wallets: Parameters<WalletPage['install']>[0][], subscribe: () => () => void) {
  const handles: FakeWalletHandle[] = []
  const install: WalletPage['install'] = (wallet) => {
    const name = wallet.name ?? (wallet.kind === 'phantom' ? 'Phantom' : 'Second')
    installFakeWallet(page, { address: firstAddress, ...wallet, name })
    const handle = page.fakeWallets![name]!
    handles.push(handle)
    return handle
  }
  wallets.forEach(install)
  const unsubscribe = subscribe()
  const opened = {
    handles,
    install,
    focus: () => void page.dispatchEvent(new Event('focus')),
    async settle() {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    },
    close() {
      unsubscribe()
      for (const handle of handles.splice(0)) handle.remove()
    },
  }
  onTestFinished(opened.close)
  return opened
}
