/** Result of a connection request. */
export type FakeOutcome = 'approve' | 'reject' | 'unauthorised' | 'busy' | 'throw-text' | 'no-address' | 'hang'

/** A scripted wallet that records its calls. */
export type FakeWallet = {
  kind: 'phantom' | 'standard'
  name: string
  address: string
  /** True if the site is trusted initially. Approval makes it trusted for the tab session. */
  isTrusted?: boolean
  /** Results of successive connection requests; the last one repeats. Approved by default. */
  outcomes?: FakeOutcome[]
  /** Delay after which the wallet appears; `standard` wallets announce themselves. */
  lateMs?: number
  /** Supported chains; Solana by default. */
  chains?: string[]
}

/**
 * Control of a fake wallet in tests, with its recorded calls: `connect()`, `connect({"silent":true})`, `signMessage()`
 * …
 */
export type FakeWalletHandle = {
  calls: string[]
  changeAccount(address: string | null): void
  leave(): void
  remove(): void
}

type FakePage = EventTarget & {
  fakeWallets?: Record<string, FakeWalletHandle>
  phantom?: unknown
  solana?: unknown
  sessionStorage?: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
}

/** Returns an init script that installs the wallet in a page. */
export function fakeWalletScript(wallet: FakeWallet): string {
  return `(${installFakeWallet.toString()})(window, ${JSON.stringify(wallet)})`
}

/** Installs a wallet in a page. The function must not use outer scope, since it is sent to the browser as text. */
export function installFakeWallet(page: FakePage, wallet: FakeWallet): void {
  const calls: string[] = []
  const outcomes = [...(wallet.outcomes ?? [])]
  const trustKey = `trusted by ${wallet.name}`
  const listeners: [event: string, listener: (change?: unknown) => void][] = []
  const emit = (event: string, change?: unknown) => {
    for (const [name, listener] of Array.from(listeners)) if (name === event) listener(change)
  }
  let isTrusted = wallet.isTrusted === true || page.sessionStorage?.getItem(trustKey) === 'yes'
  let address: string | null = wallet.address

  function trust(next: boolean): void {
    isTrusted = next
    if (next) page.sessionStorage?.setItem(trustKey, 'yes')
    else page.sessionStorage?.removeItem(trustKey)
  }
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push(`${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)
    }
  /** Wallets may throw any value. */
  const refuse = (thrown: unknown) => Promise.reject<never>(thrown)
  /** Simulates the wallet's approval dialog. */
  async function ask(): Promise<string> {
    const outcome = (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? 'approve'
    if (outcome === 'hang') return new Promise(() => undefined)
    if (outcome === 'reject') return refuse({ code: 4001, message: 'User rejected the request.' })
    if (outcome === 'unauthorised') return refuse(Object.assign(new Error('not authorised'), { code: 4100 }))
    if (outcome === 'busy') return refuse({ code: -32002, message: 'A request is open already.' })
    if (outcome === 'throw-text') return refuse('something else')
    if (outcome === 'no-address') return '<img src=x onerror=alert(1)>'
    trust(true)
    return address ?? wallet.address
  }
  const off = (event: string, listener: (change?: unknown) => void) => {
    const at = listeners.findIndex(([name, registered]) => name === event && registered === listener)
    if (at >= 0) listeners.splice(at, 1)
  }
  const key = (of: string) => ({ toString: () => of })

  function phantomProvider() {
    return {
      isPhantom: true,
      async connect(...args: { onlyIfTrusted?: boolean }[]) {
        record('connect')(...args)
        if (!args[0]?.onlyIfTrusted) return { publicKey: key(await ask()) }
        if (!isTrusted) return refuse({ code: 4001, message: 'User rejected the request.' })
        return { publicKey: key(address ?? wallet.address) }
      },
      async disconnect(...args: unknown[]) {
        record('disconnect')(...args)
        trust(false)
        emit('disconnect')
      },
      on: (event: string, listener: (change?: unknown) => void) => void listeners.push([event, listener]),
      off,
      ...Object.fromEntries(
        ['request', 'signIn', 'signMessage', 'signTransaction', 'signAllTransactions', 'signAndSendTransaction'].map(
          (name) => [name, record(name)],
        ),
      ),
    }
  }

  const chains = wallet.chains ?? ['solana:mainnet', 'solana:devnet']
  const account = (of: string) => ({ address: of, publicKey: new Uint8Array(32), chains, features: [] })
  function standardWallet() {
    return {
      version: '1.0.0',
      name: wallet.name,
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxwYXRoIGZpbGw9IiNjYmI5OTQiIGQ9Ik0wIDBoOHY4SDB6Ii8+PC9zdmc+',
      chains,
      accounts: [],
      features: {
        'standard:connect': {
          version: '1.0.0',
          async connect(...args: { silent?: boolean }[]) {
            record('connect')(...args)
            if (args[0]?.silent) return { accounts: isTrusted ? [account(address ?? wallet.address)] : [] }
            return { accounts: [account(await ask())] }
          },
        },
        'standard:disconnect': {
          version: '1.0.0',
          async disconnect(...args: unknown[]) {
            record('disconnect')(...args)
            trust(false)
            emit('change', { accounts: [] })
          },
        },
        'standard:events': {
          version: '1.0.0',
          on(event: string, listener: (change?: unknown) => void) {
            listeners.push([event, listener])
            return () => off(event, listener)
          },
        },
        ...Object.fromEntries(
          ['signIn', 'signMessage', 'signTransaction', 'signAndSendTransaction'].map((name) => [
            `solana:${name}`,
            { version: '1.0.0', [name]: record(name) },
          ]),
        ),
      },
    }
  }

  let remove = () => undefined as void
  function come(): void {
    if (wallet.kind === 'phantom') {
      page.phantom = { solana: phantomProvider() }
      remove = () => delete page.phantom as unknown as void
      return
    }
    const own = standardWallet()
    // A page may have several registries; unregister from all.
    const unregister: (() => void)[] = []
    const register = (api: { register(wallet: unknown): () => void }) => void unregister.push(api.register(own))
    remove = () => {
      for (const leave of unregister) leave()
      page.removeEventListener('wallet-standard:app-ready', hearReady)
    }
    const hearReady = (event: Event) =>
      register((event as unknown as { detail: Parameters<typeof register>[0] }).detail)
    page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: register }))
    page.addEventListener('wallet-standard:app-ready', hearReady)
  }

  page.fakeWallets = {
    ...page.fakeWallets,
    [wallet.name]: {
      calls,
      changeAccount(next) {
        address = next
        if (wallet.kind === 'phantom') emit('accountChanged', next === null ? null : key(next))
        else emit('change', { accounts: next === null ? [] : [account(next)] })
      },
      leave() {
        trust(false)
        if (wallet.kind === 'phantom') emit('disconnect')
        else emit('change', { accounts: [] })
      },
      remove: () => remove(),
    },
  }
  if (wallet.lateMs === undefined) come()
  else setTimeout(come, wallet.lateMs)
}
