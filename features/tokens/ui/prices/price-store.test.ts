import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PricesReply, TokenPrice } from '#features/tokens/contract.ts'
import { createPriceStore } from './price-store.ts'

const token: TokenPrice = {
  price: 147.48,
  change24h: 1.29,
  at: '2026-11-22T12:00:00.000Z',
  ageSeconds: 0,
  isStale: false,
  source: 'jupiter',
  mint: 'So1',
  liquidityUsd: 1e8,
  isThin: false,
  pool: null,
  history: { startsAt: '2026-11-21T12:00:00.000Z', stepSeconds: 900, prices: [] },
}
const reply: PricesReply = {
  success: true,
  data: { sol: token, swdz: token, swdx: token },
  isAsking: true,
  answeredAt: token.at!,
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Creates a page that can be hidden and a server that can fail, with a request count. */
function open() {
  const world = { fetchCount: 0, fails: false, answer: reply as unknown }
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const store = createPriceStore(
    async () => {
      world.fetchCount += 1
      if (world.fails) throw new Error('away')
      return world.answer
    },
    page as unknown as Document,
  )
  const hide = (visibilityState: DocumentVisibilityState) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { world, store, hide }
}

test('prices are fetched with the first panel, and every 30 s', async () => {
  const { world, store } = open()
  expect(store.getState().state).toBe('loading')
  const leave = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
  await vi.advanceTimersByTimeAsync(1)
  expect([world.fetchCount, store.getState().state]).toEqual([1, 'known'])
  await vi.advanceTimersByTimeAsync(90_000)
  expect(world.fetchCount).toBe(4)
  for (const go of leave) go()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(world.fetchCount).toBe(4)
})

test('a hidden page does not fetch, and fetches when it is visible again', async () => {
  const { world, store, hide } = open()
  store.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  hide('hidden')
  await vi.advanceTimersByTimeAsync(300_000)
  expect(world.fetchCount).toBe(1)
  hide('visible')
  await vi.advanceTimersByTimeAsync(1)
  expect(world.fetchCount).toBe(2)
  // A visitor who returns quickly causes no fetch.
  hide('hidden')
  hide('visible')
  await vi.advanceTimersByTimeAsync(1)
  expect(world.fetchCount).toBe(2)
})

test('a failure ends the loading; known prices stay and age until N/A', async () => {
  const { world, store } = open()
  world.fails = true
  store.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState()).toMatchObject({ state: 'failed', prices: [] })
  expect(console.warn).toHaveBeenCalled()
  world.fails = false
  expect(await store.refresh()).toBe(true)
  world.fails = true
  expect(await store.refresh()).toBe(false)
  const sol = () => store.getState().prices[0]
  expect(sol()).toMatchObject({ symbol: 'SOL', price: 147.48, isStale: false })
  await vi.advanceTimersByTimeAsync(310_000)
  expect(sol()).toMatchObject({ price: 147.48, isStale: true })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sol()).toMatchObject({ price: null, change24h: null, at: token.at })
})

test('a manual refresh joins a running one and shows its progress', async () => {
  const { world, store } = open()
  store.subscribe(() => undefined)
  const refreshing = store.refresh()
  expect(store.getState().isBusy).toBe(true)
  expect(await refreshing).toBe(true)
  expect([world.fetchCount, store.getState().isBusy]).toEqual([1, false])
})

test('30 s are counted from the last fetch, including manual ones and those on return', async () => {
  const { world, store, hide } = open()
  store.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  await store.refresh()
  expect(world.fetchCount).toBe(2)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(world.fetchCount).toBe(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(world.fetchCount).toBe(3)
  hide('hidden')
  await vi.advanceTimersByTimeAsync(44_500)
  hide('visible')
  expect(world.fetchCount).toBe(4)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(world.fetchCount).toBe(4)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(world.fetchCount).toBe(5)
})

test.each([
  null,
  'Sign in',
  [],
  {},
  { data: null },
  { data: { sol: token } },
  { data: { sol: token, swdz: token, swdx: { price: '1' } } },
])('an invalid reply is a failure and ends the loading: %j', async (answer) => {
  const { world, store } = open()
  store.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(1)
  world.answer = answer
  expect(await store.refresh()).toBe(false)
  expect(store.getState()).toMatchObject({ state: 'known', isBusy: false, prices: [{ price: 147.48 }, {}, {}] })
  world.answer = reply
  expect(await store.refresh()).toBe(true)
})
