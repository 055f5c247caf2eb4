import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStream, type StreamStatus } from './stream.ts'

/** A fake media element whose connection and clock the test controls. */
class ElementInHand extends EventTarget {
  currentTime = 0
  paused = true
  ended = false
  error: MediaError | null = null
  src = ''
  connections = 0
  next: 'plays' | 'fails' | 'hangs' | 'refuses' | 'is unavailable' = 'plays'
  async play() {
    this.paused = false
    this.connections += 1
    this.currentTime = 0
    // Browsers report any non-audio response, such as a 503, in both ways.
    if (this.next === 'is unavailable') this.dispatchEvent(new Event('error'))
    if (this.next === 'fails' || this.next === 'is unavailable')
      throw new DOMException('no source', 'NotSupportedError')
    if (this.next === 'refuses') throw new DOMException('no gesture', 'NotAllowedError')
    if (this.next === 'hangs') return new Promise<void>(() => {})
    this.dispatchEvent(new Event('playing'))
  }
  pause() {
    this.paused = true
  }
  load() {}
  removeAttribute() {
    this.src = ''
  }
  /** Advances playback. */
  async run(seconds: number) {
    for (let n = 0; n < seconds * 4; n++) {
      if (!this.paused) this.currentTime += 0.25
      await vi.advanceTimersByTimeAsync(250)
    }
  }
}

let element: ElementInHand
let statuses: StreamStatus[]
let pauses: number
let requestCount: number
function open() {
  element = new ElementInHand()
  statuses = []
  pauses = requestCount = 0
  return createStream(element as unknown as HTMLAudioElement, {
    address: () => `/stream?${(requestCount += 1)}`,
    onStatus: (status) => statuses.push(status),
    onPausedByDevice: () => (pauses += 1),
  })
}
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('starting plays, and stopping ends the download', async () => {
  const stream = open()
  await stream.start()
  await element.run(3)
  expect(element.src).toBe('/stream?1')
  stream.stop()
  expect(element).toMatchObject({ src: '', paused: true })
  expect(statuses).toEqual(['starting', 'playing', 'silent'])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(requestCount).toBe(1)
})

test('while the station is unreachable, it retries after 1, 2, 5, 10 and 30 seconds, and every 30 from then on', async () => {
  const stream = open()
  await stream.start()
  element.next = 'fails'
  element.dispatchEvent(new Event('error'))
  const waits: number[] = []
  let last = performance.now()
  for (let n = 0; n < 6; n++) {
    const before = requestCount
    while (requestCount === before) await vi.advanceTimersByTimeAsync(50)
    waits.push(Math.round((performance.now() - last) / 100) * 100)
    last = performance.now()
  }
  expect(waits).toEqual([1000, 2000, 5000, 10_000, 30_000, 30_000])
  element.next = 'plays'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(statuses.at(-1)).toBe('playing')
  stream.stop()
})

test('a station that answers 503 during a restart causes one failure per attempt, and plays once it responds', async () => {
  const stream = open()
  await stream.start()
  await element.run(1)
  element.next = 'is unavailable'
  // The server process ended, and so did the response.
  element.dispatchEvent(new Event('ended'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(requestCount).toBe(2)
  await vi.advanceTimersByTimeAsync(1999)
  expect(requestCount, 'the second wait is one of two seconds').toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(requestCount).toBe(3)
  element.next = 'plays'
  await vi.advanceTimersByTimeAsync(4999)
  expect(requestCount).toBe(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(requestCount).toBe(4)
  expect(statuses).toEqual(['starting', 'playing', 'reconnecting', 'playing'])
  expect(element.src).toBe('/stream?4')
  stream.stop()
})

test('a clock that stops for 6 s means a lost connection, sooner when the browser reports a stall', async () => {
  const stream = open()
  await stream.start()
  await element.run(5)
  await vi.advanceTimersByTimeAsync(5400)
  expect(statuses.at(-1)).toBe('playing')
  await vi.advanceTimersByTimeAsync(1200)
  expect(statuses.at(-1)).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(statuses.at(-1)).toBe('playing')
  await element.run(2)
  element.dispatchEvent(new Event('stalled'))
  await element.run(2)
  expect(statuses.at(-1)).toBe('playing')
  element.dispatchEvent(new Event('stalled'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(statuses.at(-1)).toBe('reconnecting')
  stream.stop()
})

test('a connection without a response is abandoned after 10 s', async () => {
  const stream = open()
  element.next = 'hangs'
  void stream.start()
  await vi.advanceTimersByTimeAsync(9500)
  expect(requestCount).toBe(1)
  await vi.advanceTimersByTimeAsync(2100)
  expect(requestCount).toBe(2)
  stream.stop()
})

test('a report that the connection is back causes an immediate retry, but only while the stream is wanted', async () => {
  const stream = open()
  stream.retry()
  expect(requestCount).toBe(0)
  await stream.start()
  await element.run(1)
  stream.retry()
  expect(requestCount).toBe(1)
  element.dispatchEvent(new Event('ended'))
  stream.retry()
  expect(requestCount).toBe(2)
  stream.stop()
  stream.retry()
  expect(requestCount).toBe(2)
})

test('ten seconds of playback reset the retry delays', async () => {
  const stream = open()
  await stream.start()
  element.next = 'fails'
  element.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(3100)
  element.next = 'plays'
  await vi.advanceTimersByTimeAsync(5000)
  await element.run(12)
  const before = requestCount
  element.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(requestCount).toBe(before + 1)
  stream.stop()
})

test('a playback refusal by the browser rejects the call, without a retry', async () => {
  const stream = open()
  element.next = 'refuses'
  await expect(stream.start()).rejects.toThrow('no gesture')
  stream.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestCount).toBe(1)
})

test('unplugged headphones count as a pause, our own pausing does not', async () => {
  const stream = open()
  await stream.start()
  await element.run(1)
  element.pause()
  element.dispatchEvent(new Event('pause'))
  expect(pauses).toBe(1)
  stream.stop()
  element.dispatchEvent(new Event('pause'))
  expect(pauses).toBe(1)
})
