import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSpeaker, type SourceHandle } from './speaker-driver.ts'
import { createTabChannel } from './tabs.ts'

// Clocks of all tabs are stopped until a test advances them; messages are delivered asynchronously.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Delivers pending messages. */
function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(undefined)
  })
}

/** Waits until a condition that depends on messages of other tabs holds. */
async function soon(check: () => void): Promise<void> {
  for (const until = performance.now() + 20_000; ;) {
    try {
      return check()
    } catch (error) {
      if (performance.now() > until) throw error
      await turn()
    }
  }
}

/** Expects the radio to resume after this many milliseconds, and not earlier. */
function comesBackAfter(ms: number, radio: { isAudible(): boolean }): void {
  vi.advanceTimersByTime(ms - 1)
  expect(radio.isAudible(), `${ms - 1} ms later`).toBe(false)
  vi.advanceTimersByTime(1)
  expect(radio.isAudible(), `${ms} ms later`).toBe(true)
}

const withLocks = navigator.locks as LockManager | undefined

/**
 * A tab with its own channel. `die` ends it like a crash: without a message, and the browser releases its lock.
 */
function openTab(
  name: string,
  { locks = withLocks, pingMs = 20 }: { locks?: LockManager | null; pingMs?: number } = {},
) {
  const channel = new BroadcastChannel('speaker-test')
  const received: string[] = []
  const mine = new AbortController()
  // The locks of a page end with it.
  const mortal = locks && ({ request: mortalRequest(locks, mine.signal) } as LockManager)
  const shots: string[] = []
  const speaker = createSpeaker({
    tab: name,
    connect: (receive, gone) =>
      createTabChannel({
        tab: name,
        gone,
        channel,
        locks: mortal,
        pingMs,
        receive(message) {
          receive(message)
          received.push(message.type)
        },
      }),
    playEffect: ({ url }) => {
      shots.push(url)
      return () => shots.push('cut')
    },
  })
  onTestFinished(speaker.leave)
  return {
    shots,
    ...speaker,
    /** Returns the kinds of the received messages, oldest first. */
    received,
    addSound(id: string, returns = false, answer?: Promise<void>): SourceHandle & { isAudible(): boolean } {
      let audible = false
      const handle = speaker.addSource({
        id,
        kind: returns ? 'radio' : 'track',
        abilities: { canSeek: !returns, returns },
        start() {
          audible = true
          return answer
        },
        stop() {
          audible = false
        },
      })
      return { ...handle, isAudible: () => audible }
    },
    die() {
      channel.onmessage = null
      channel.close()
      channel.postMessage = () => {}
      mine.abort()
    },
  }
}

function mortalRequest(locks: LockManager, death: AbortSignal): LockManager['request'] {
  const dead = new Promise<void>((resolve) => death.addEventListener('abort', () => resolve()))
  return ((name: string, options: LockOptions, granted?: LockGrantedCallback<unknown>) => {
    const hold = granted ?? (options as unknown as LockGrantedCallback<unknown>)
    return locks.request(name, granted ? options : {}, (lock) => Promise.race([hold(lock), dead]))
  }) as LockManager['request']
}

test('a second tab takes the audio, and the first gets it back when the second stops', async () => {
  const [first, second] = [openTab('a'), openTab('b')]
  const [radio, track] = [first.addSound('radio', true), second.addSound('track')]
  radio.play()
  expect(radio.isAudible()).toBe(true)
  await soon(() => expect(second.getView().elsewhere).toBe(true))
  track.play()
  expect(track.isAudible()).toBe(true)
  await soon(() => expect(radio.isAudible()).toBe(false))
  expect(first.getView()).toEqual({ owner: undefined, returning: 'radio', elsewhere: true })
  track.pause()
  await soon(() => expect(first.received.at(-1)).toBe('stopped'))
  vi.advanceTimersByTime(499)
  expect(radio.isAudible()).toBe(false)
  expect(second.getView().owner, 'the second rests before it lets go').toBeUndefined()
  vi.advanceTimersByTime(1)
  // The same holds if the lock is released before the message arrives; half a second has passed already.
  await soon(() => expect(radio.isAudible()).toBe(true))
  await soon(() => expect(second.getView()).toEqual({ owner: undefined, returning: undefined, elsewhere: true }))
})

test('the radio stopped in one tab is stopped in all of them', async () => {
  const [first, second] = [openTab('a'), openTab('b')]
  const [here, there] = [first.addSound('radio', true), second.addSound('radio', true)]
  here.play()
  await soon(() => expect(second.getView().elsewhere).toBe(true))
  there.play()
  await soon(() => expect(first.getView().returning).toBe('radio'))
  there.pause()
  await soon(() => expect(first.received.at(-1)).toBe('stopped'))
  vi.advanceTimersByTime(500)
  await soon(() => expect(first.received.at(-1)).toBe('release'))
  vi.advanceTimersByTime(600)
  expect(first.getView()).toEqual({ owner: undefined, returning: undefined, elsewhere: false })
  expect([here.isAudible(), there.isAudible()]).toEqual([false, false])
})

test.each([
  { by: 'its lock', locks: withLocks },
  { by: 'its silence', locks: null },
])('a tab that dies is detected by $by, and no longer holds the audio', async ({ locks }) => {
  const [first, second] = [openTab('a', { locks }), openTab('b', { locks })]
  const [radio, track] = [first.addSound('radio', true), second.addSound('track')]
  radio.play()
  track.play()
  await soon(() => expect(radio.isAudible()).toBe(false))
  // A living tab is not reported. Without locks it repeats its claim.
  for (let pings = 0; pings < 10; pings += 1) {
    const before = first.received.length
    vi.advanceTimersByTime(20)
    if (!locks) await soon(() => expect(first.received.length).toBeGreaterThan(before))
  }
  expect(first.getView().elsewhere).toBe(true)
  second.die()
  if (!locks) vi.advanceTimersByTime(60)
  await soon(() => expect(first.getView().elsewhere).toBe(false))
  comesBackAfter(500, radio)
})

test('a closed tab releases the audio at once', async () => {
  const [first, second] = [openTab('a'), openTab('b')]
  const [radio, track] = [first.addSound('radio', true), second.addSound('track')]
  radio.play()
  track.play()
  await soon(() => expect(radio.isAudible()).toBe(false))
  second.leave()
  expect(track.isAudible()).toBe(false)
  await soon(() => expect(first.getView().elsewhere).toBe(false))
  comesBackAfter(500, radio)
})

test('a tab opened later knows that another one plays', async () => {
  const first = openTab('a')
  first.addSound('track').play()
  const late = openTab('b')
  late.join()
  await soon(() => expect(late.getView().elsewhere).toBe(true))
})

test('a one-shot fills the gap after an end and is cut when the radio is due', async () => {
  const tab = openTab('a')
  const [radio, track] = [tab.addSound('radio', true), tab.addSound('track')]
  radio.play()
  track.play()
  track.ended({ url: 'swoosh.mp3', volume: 0.3 })
  expect([radio.isAudible(), tab.shots]).toEqual([false, ['swoosh.mp3']])
  comesBackAfter(300, radio)
  expect(tab.shots).toEqual(['swoosh.mp3', 'cut'])
})

test('a failed start returns the audio, also when its promise rejects', async () => {
  const tab = openTab('a')
  const [radio, track] = [
    tab.addSound('radio', true),
    tab.addSound('track', false, Promise.reject(new Error('refused'))),
  ]
  radio.play()
  track.play()
  await soon(() => expect(track.isAudible()).toBe(false))
  comesBackAfter(500, radio)
})
