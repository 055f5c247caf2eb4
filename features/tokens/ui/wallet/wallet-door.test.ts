import { expect, test } from 'vitest'
import { firstAddress, openWalletDoor } from './test-wallet-page.ts'

const neverChooses = () => expect.unreachable('there is nothing to choose from')

test('a page without a wallet loads nothing of it, and a press finds none', async () => {
  const { door, loads, focus, settle } = openWalletDoor()
  focus()
  await settle()
  expect(door.reach(neverChooses)).toBe(false)
  door.miss()
  expect(door.getView()).toEqual({ state: 'disconnected', wallets: [], failure: 'not-found' })
  expect(loads()).toBe(0)
})

test('a wallet that is there, or comes, is the sign to load, and one that trusts the site is connected in silence', async () => {
  for (const kind of ['phantom', 'standard'] as const) {
    const there = openWalletDoor({ kind, isTrusted: true })
    await there.settle()
    expect(there.door.getView(), `${kind}, there`).toMatchObject({ state: 'connected', address: firstAddress })
    there.close()

    const late = openWalletDoor()
    late.door.miss()
    late.install({ kind, isTrusted: true })
    // Phantom says nothing when it comes.
    if (kind === 'phantom') late.focus()
    await late.settle()
    expect(late.door.getView(), `${kind}, late`).toMatchObject({ state: 'connected', address: firstAddress })
    expect(late.door.getView().failure, kind).toBeUndefined()
    expect(late.loads(), kind).toBe(1)
    late.close()
  }
})

test('a wallet that came without a word is found by a press, which is done when the code is here', async () => {
  const { door, handles, install, settle } = openWalletDoor()
  install({ kind: 'phantom' })
  expect(door.reach(neverChooses)).toBe(true)
  expect(door.getView()).toMatchObject({ state: 'connecting', isAwaited: true })
  await settle()
  expect(door.getView()).toMatchObject({ state: 'connected', address: firstAddress })
  expect(handles[0]?.calls).toEqual(['connect({"onlyIfTrusted":true})', 'connect()'])
})

test('a press that is taken back, or whose page is left, before the code is here asks the wallet nothing but whether it trusts', async () => {
  const cancelled = openWalletDoor()
  const wallet = cancelled.install({ kind: 'phantom' })
  cancelled.door.reach(neverChooses)
  cancelled.door.cancel()
  expect(cancelled.door.getView().state).toBe('disconnected')
  await cancelled.settle()
  expect(cancelled.door.getView().state).toBe('disconnected')
  expect(wallet.calls).not.toContain('connect()')
  cancelled.close()

  const left = openWalletDoor()
  const another = left.install({ kind: 'phantom' })
  left.door.reach(neverChooses)
  left.close()
  await left.settle()
  expect(another.calls).toEqual([])
  expect(left.door.getView().state).toBe('disconnected')
})

test('two wallets are chosen from, also by a press that came before the code', async () => {
  const { door, install, settle } = openWalletDoor()
  install({ kind: 'phantom' })
  install({ kind: 'standard' })
  let choices = 0
  door.reach(() => (choices += 1))
  await settle()
  expect(choices).toBe(1)
  door.connect('phantom')
  await settle()
  expect(door.getView()).toMatchObject({ state: 'connected', walletName: 'Phantom' })
  door.disconnect()
  expect(door.getView().state).toBe('disconnected')
})

test('a registered wallet that is none of ours is none, and the page says so', async () => {
  const { door, settle } = openWalletDoor({ kind: 'standard', chains: ['ethereum:1'] })
  door.reach(neverChooses)
  await settle()
  expect(door.getView()).toMatchObject({ state: 'disconnected', failure: 'not-found' })
})

test('code that cannot be loaded is a failure that is told, and the next press asks for it again', async () => {
  const { door, install, refuseNext, settle } = openWalletDoor()
  refuseNext()
  install({ kind: 'phantom' })
  door.reach(neverChooses)
  await settle()
  expect(door.getView()).toMatchObject({ state: 'disconnected', failure: 'failed' })
  door.reach(neverChooses)
  await settle()
  expect(door.getView()).toMatchObject({ state: 'connected', address: firstAddress })
})
