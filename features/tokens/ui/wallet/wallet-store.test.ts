import { expect, test } from 'vitest'
import { firstAddress, createWalletPage, secondAddress } from './test-wallet-page.ts'

test('connecting makes one request and shows the address, and disconnecting clears it', async () => {
  const { store, settle, handles } = createWalletPage({ kind: 'phantom' })
  await settle()
  expect(store.getView()).toMatchObject({ state: 'disconnected', wallets: [{ id: 'phantom', name: 'Phantom' }] })
  store.connect('phantom')
  expect(store.getView()).toMatchObject({ state: 'connecting', walletName: 'Phantom' })
  await settle()
  expect(store.getView()).toMatchObject({ state: 'connected', address: firstAddress })
  store.disconnect()
  expect(store.getView()).toEqual({ state: 'disconnected', wallets: store.getView().wallets })
  await settle()
  expect(handles[0]?.calls).toEqual(['connect({"onlyIfTrusted":true})', 'connect()', 'disconnect()'])
})

test('a wallet that trusts the site reconnects silently, and another one is not connected', async () => {
  const trusting = createWalletPage({ kind: 'phantom', isTrusted: true })
  await trusting.settle()
  expect(trusting.store.getView()).toMatchObject({ state: 'connected', address: firstAddress, walletName: 'Phantom' })
  trusting.close()

  const strange = createWalletPage({ kind: 'phantom' }, { kind: 'standard' })
  await strange.settle()
  expect(strange.store.getView()).toMatchObject({ state: 'disconnected' })
  expect(strange.store.getView().failure).toBeUndefined()
  strange.close()

  const standard = createWalletPage({ kind: 'standard', isTrusted: true })
  await standard.settle()
  expect(standard.store.getView()).toMatchObject({ state: 'connected', walletName: 'Second' })
  expect(standard.handles[0]?.calls).toEqual(['connect({"silent":true})'])
})

test('every failure has its text and can be retried', async () => {
  const outcomes = ['reject', 'unauthorised', 'busy', 'throw-text', 'no-address', 'approve'] as const
  const { store, settle } = createWalletPage({ kind: 'phantom', outcomes: [...outcomes] })
  const states: unknown[] = []
  for (const outcome of outcomes) {
    store.connect('phantom')
    await settle()
    states.push([outcome, store.getView().state, store.getView().failure])
  }
  expect(states).toEqual([
    ['reject', 'disconnected', 'rejected'],
    ['unauthorised', 'disconnected', 'failed'],
    ['busy', 'disconnected', 'busy'],
    ['throw-text', 'disconnected', 'failed'],
    ['no-address', 'disconnected', 'failed'],
    ['approve', 'connected', undefined],
  ])
})

test('changes in the wallet are shown', async () => {
  const page = createWalletPage({ kind: 'phantom' })
  page.store.connect('phantom')
  await page.settle()
  const [phantom] = page.handles
  phantom?.changeAccount(secondAddress)
  expect(page.store.getView()).toMatchObject({ state: 'connected', address: secondAddress })
  phantom?.changeAccount(null)
  expect(page.store.getView()).toMatchObject({ state: 'disconnected' })
  expect(page.store.getView().address).toBeUndefined()
  phantom?.changeAccount(firstAddress)
  expect(page.store.getView()).toMatchObject({ state: 'connected', address: firstAddress })
  phantom?.leave()
  expect(page.store.getView()).toMatchObject({ state: 'disconnected' })
  page.close()

  const other = createWalletPage({ kind: 'standard' })
  other.store.connect(other.store.getView().wallets[0]!.id)
  await other.settle()
  other.handles[0]?.changeAccount(secondAddress)
  expect(other.store.getView()).toMatchObject({ state: 'connected', address: secondAddress })
  other.handles[0]?.leave()
  expect(other.store.getView()).toMatchObject({ state: 'disconnected' })
})

test('after a disconnect the wallet is ignored', async () => {
  const { store, settle, handles } = createWalletPage({ kind: 'standard' })
  store.connect(store.getView().wallets[0]!.id)
  await settle()
  store.disconnect()
  await settle()
  handles[0]?.changeAccount(secondAddress)
  expect(store.getView()).toMatchObject({ state: 'disconnected' })
})

test('a wallet added later is found, connected if it trusts the site, and clears the not-found message', async () => {
  const { store, settle, install, focus } = createWalletPage()
  store.reportMissing()
  expect(store.getView()).toMatchObject({ failure: 'not-found', wallets: [] })
  install({ kind: 'phantom', isTrusted: true })
  focus()
  expect(store.getView().failure).toBeUndefined()
  await settle()
  expect(store.getView()).toMatchObject({ state: 'connected', walletName: 'Phantom' })
})

test('after a disconnect no later wallet is reconnected silently', async () => {
  const { store, settle, install } = createWalletPage({ kind: 'phantom', isTrusted: true })
  await settle()
  store.disconnect()
  const late = install({ kind: 'standard', isTrusted: true })
  await settle()
  expect(store.getView()).toMatchObject({ state: 'disconnected' })
  expect(store.getView().wallets).toHaveLength(2)
  expect(late.calls).toEqual([])
})

test('after a cancel a late approval is ignored', async () => {
  const { store, settle } = createWalletPage({ kind: 'phantom' })
  await settle()
  store.connect('phantom')
  store.cancel()
  await settle()
  expect(store.getView()).toMatchObject({ state: 'disconnected' })
})

test('Phantom is listed once although it registers twice; wallets of other chains are not listed', async () => {
  const { store, settle } = createWalletPage(
    { kind: 'phantom' },
    { kind: 'standard', name: 'Phantom' },
    { kind: 'standard', name: 'Elsewhere', chains: ['eip155:1'] },
    { kind: 'standard' },
  )
  await settle()
  expect(store.getView().wallets.map(({ name }) => name)).toEqual(['Phantom', 'Second'])
})
