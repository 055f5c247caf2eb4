import { onTestFinished, vi } from 'vitest'
import { type FakeWallet, type FakeWalletHandle, installFakeWallet } from '#tests/support/fake-wallet.ts'
import { browserWallets } from './providers/find-wallets.ts'
import { createLazyWallet } from './lazy-wallet.ts'
import { createWalletDetector } from './wallet-detector.ts'
import { createWalletStore, type WalletStore } from './wallet-store.ts'

/**
 * Fake window in which wallets announce themselves. The registry listens to the first window that it sees, so there is
 * only one.
 */
const page = new EventTarget() as EventTarget & { fakeWallets?: Record<string, FakeWalletHandle> }

export const firstAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
export const secondAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

/** A newly opened page with a subscriber to its wallet. */
export type WalletPage = {
  store: WalletStore
  /** Installs a wallet; one like Phantom sends no event, so the page must check again. */
  install(wallet: Partial<FakeWallet> & Pick<FakeWallet, 'kind'>): FakeWalletHandle
  /** Simulates the return of the visitor to the window. */
  focus(): void
  /** Waits for all pending promises. */
  settle(): Promise<void>
  close(): void
}

/** Creates a page with the given wallets; it is closed when the test ends. */
export function createWalletPage(
  ...wallets: Parameters<WalletPage['install']>[0][]
): WalletPage & { handles: FakeWalletHandle[] } {
  stubWindow()
  const store = createWalletStore(browserWallets)
  const window = openWindow(wallets, () => store.subscribe(() => undefined))
  return { store, ...window }
}

/** Creates a page that loads the wallet code on demand; `refuseNext` makes the next load fail. */
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

/** Stubs the window for one test. */
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
