import { expect, test } from 'vitest'
import { firstAddress, createLazyWalletPage } from './test-wallet-page.ts'

const neverChooses = () => expect.unreachable('there is nothing to choose from')

test('a page without a wallet loads no wallet code, and a click finds no wallet', async () => {
  const { wallet, loads, focus, settle } = createLazyWalletPage()
  focus()
  await settle()
  expect(wallet.connectOrChoose(neverChooses)).toBe(false)
  wallet.reportMissing()
  expect(wallet.getView()).toEqual({ state: 'disconnected', wallets: [], failure: 'not-found' })
  expect(loads()).toBe(0)
})

test('a present or later wallet loads the code, and reconnects silently if it trusts the site', async () => {
  for (const kind of ['phantom', 'standard'] as const) {
    const there = createLazyWalletPage({ kind, isTrusted: true })
    await there.settle()
    expect(there.wallet.getView(), `${kind}, there`).toMatchObject({ state: 'connected', address: firstAddress })
    there.close()

    const late = createLazyWalletPage()
    late.wallet.reportMissing()
    late.install({ kind, isTrusted: true })
    // Phantom sends no event when it is added.
    if (kind === 'phantom') late.focus()
    await late.settle()
    expect(late.wallet.getView(), `${kind}, late`).toMatchObject({ state: 'connected', address: firstAddress })
    expect(late.wallet.getView().failure, kind).toBeUndefined()
    expect(late.loads(), kind).toBe(1)
    late.close()
  }
})

test('a wallet added without an event is found by a click, which is replayed once the code is loaded', async () => {
  const { wallet, handles, install, settle } = createLazyWalletPage()
  install({ kind: 'phantom' })
  expect(wallet.connectOrChoose(neverChooses)).toBe(true)
  expect(wallet.getView()).toMatchObject({ state: 'connecting', isAwaited: true })
  await settle()
  expect(wallet.getView()).toMatchObject({ state: 'connected', address: firstAddress })
  expect(handles[0]?.calls).toEqual(['connect({"onlyIfTrusted":true})', 'connect()'])
})

test('a click that is canceled, or whose page is left, before the code is loaded makes at most a silent request', async () => {
  const cancelled = createLazyWalletPage()
  const wallet = cancelled.install({ kind: 'phantom' })
  cancelled.wallet.connectOrChoose(neverChooses)
  cancelled.wallet.cancel()
  expect(cancelled.wallet.getView().state).toBe('disconnected')
  await cancelled.settle()
  expect(cancelled.wallet.getView().state).toBe('disconnected')
  expect(wallet.calls).not.toContain('connect()')
  cancelled.close()

  const left = createLazyWalletPage()
  const another = left.install({ kind: 'phantom' })
  left.wallet.connectOrChoose(neverChooses)
  left.close()
  await left.settle()
  expect(another.calls).toEqual([])
  expect(left.wallet.getView().state).toBe('disconnected')
})

test('two wallets open a choice, also for a click before the code is loaded', async () => {
  const { wallet, install, settle } = createLazyWalletPage()
  install({ kind: 'phantom' })
  install({ kind: 'standard' })
  let choices = 0
  wallet.connectOrChoose(() => (choices += 1))
  await settle()
  expect(choices).toBe(1)
  wallet.connect('phantom')
  await settle()
  expect(wallet.getView()).toMatchObject({ state: 'connected', walletName: 'Phantom' })
  wallet.disconnect()
  expect(wallet.getView().state).toBe('disconnected')
})

test('an unsupported registered wallet counts as not found', async () => {
  const { wallet, settle } = createLazyWalletPage({ kind: 'standard', chains: ['ethereum:1'] })
  wallet.connectOrChoose(neverChooses)
  await settle()
  expect(wallet.getView()).toMatchObject({ state: 'disconnected', failure: 'not-found' })
})

test('code that fails to load shows a failure, and the next click retries', async () => {
  const { wallet, install, refuseNext, settle } = createLazyWalletPage()
  refuseNext()
  install({ kind: 'phantom' })
  wallet.connectOrChoose(neverChooses)
  await settle()
  expect(wallet.getView()).toMatchObject({ state: 'disconnected', failure: 'failed' })
  wallet.connectOrChoose(neverChooses)
  await settle()
  expect(wallet.getView()).toMatchObject({ state: 'connected', address: firstAddress })
})
