import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventStream, type EventStream } from './event-stream.ts'

/** A fake EventSource that the test controls. */
class LineInHand extends EventTarget {
  static readonly CLOSED = 2
  static opened: LineInHand[] = []
  readyState = 0
  constructor() {
    super()
    LineInHand.opened.push(this)
  }
  close() {
    this.readyState = 2
  }
  say(data: string) {
    this.readyState = 1
    this.dispatchEvent(new MessageEvent('news', { data }))
  }
  /** Simulates a response of 429 or 503, after which the browser gives up. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
  /** Simulates a lost connection, after which the browser reconnects by itself. */
  lose() {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }
}

const opened = () => LineInHand.opened.length
const last = () => LineInHand.opened.at(-1)!
let line: EventStream
let received: string[]
let failures: number
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', LineInHand)
  LineInHand.opened = []
  received = []
  failures = 0
  line = createEventStream({
    address: '/news',
    event: 'news',
    onMessage: (data) => received.push(data),
    onFailure: () => (failures += 1),
  })
})
afterEach(() => {
  line.want(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns the wait after a refusal, in milliseconds. */
async function waitAfterRefusal(): Promise<number> {
  const from = performance.now()
  const before = opened()
  last().refuse()
  while (opened() === before) await vi.advanceTimersByTimeAsync(100)
  return performance.now() - from
}

test('a refused connection is retried after 4, 30 and 120 seconds, then every 120, and from 4 again after an event arrived', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  line.want(true)
  const waits = []
  for (let n = 0; n < 4; n++) waits.push(await waitAfterRefusal())
  expect(waits).toEqual([4000, 30_000, 120_000, 120_000])
  last().say('hello')
  expect(received).toEqual(['hello'])
  expect(await waitAfterRefusal()).toBe(4000)
})

test('clients refused together do not retry together', async () => {
  line.want(true)
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  expect(await waitAfterRefusal()).toBe(3200)
  random.mockReturnValue(1)
  expect(await waitAfterRefusal()).toBe(36_000)
})

test('hiding and showing the page does not shorten the wait, and nothing is opened while it is hidden', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  line.want(true)
  last().refuse()
  line.want(false)
  line.want(true)
  await vi.advanceTimersByTimeAsync(3900)
  expect(opened()).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(opened()).toBe(2)
  last().refuse()
  line.want(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(opened()).toBe(2)
  line.want(true)
  expect(opened()).toBe(3)
})

test('a connection that ends after an event is not a failure; one that cannot be reopened is', () => {
  line.want(true)
  last().say('one')
  last().lose()
  expect(failures).toBe(0)
  last().lose()
  expect(failures).toBe(1)
  last().say('two')
  expect(opened()).toBe(1)
})
