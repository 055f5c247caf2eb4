import { expect, onTestFinished, test, vi } from 'vitest'
import { createSpeaker, type SourceHandle } from './speaker-driver.ts'
import { openTabs } from './tabs.ts'

const withLocks = navigator.locks as LockManager | undefined

/** A tab with its own line to the others; `die` takes it away as a crash does: no word, its lock let go by the browser. */
function openTab(name: string, { locks = withLocks, pingMs = 20 }: { locks?: LockManager | null; pingMs?: number } = {}) {
  const channel = new BroadcastChannel('speaker-test')
  const mine = new AbortController()
  // A dead page keeps nothing: its locks end with it.
  const mortal = locks && ({ request: mortalRequest(locks, mine.signal) } as LockManager)
  const shots: string[] = []
  const speaker = createSpeaker({
    tab: name,
    connect: (hear, gone) => openTabs({ tab: name, hear, gone, channel, locks: mortal, pingMs }),
    playEffect: ({ url }) => {
      shots.push(url)
      return () => shots.push('cut')
    },
  })
  onTestFinished(speaker.leave)
  return {
    shots,
    ...speaker,
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

test('a second tab takes the speaker, and the first gets it back when the second stops', async () => {
  const [first, second] = [openTab('a'), openTab('b')]
  const [radio, track] = [first.addSound('radio', true), second.addSound('track')]
  radio.play()
  expect(radio.isAudible()).toBe(true)
  await vi.waitFor(() => expect(second.getView().elsewhere).toBe(true))
  track.play()
  expect(track.isAudible()).toBe(true)
  await vi.waitFor(() => expect(radio.isAudible()).toBe(false))
  expect(first.getView()).toEqual({ owner: undefined, returning: 'radio', elsewhere: true })
  const stopped = performance.now()
  track.pause()
  await vi.waitFor(() => expect(radio.isAudible()).toBe(true), { timeout: 3000 })
  expect(performance.now() - stopped).toBeGreaterThan(490)
  await vi.waitFor(() => expect(second.getView()).toEqual({ owner: undefined, returning: undefined, elsewhere: true }))
})

test('the radio stopped in one tab is stopped in all of them', async () => {
  const [first, second] = [openTab('a'), openTab('b')]
  const [here, there] = [first.addSound('radio', true), second.addSound('radio', true)]
  here.play()
  await vi.waitFor(() => expect(second.getView().elsewhere).toBe(true))
  there.play()
  await vi.waitFor(() => expect(first.getView().returning).toBe('radio'))
  there.pause()
  await vi.waitFor(() => expect(first.getView()).toEqual({ owner: undefined, returning: undefined, elsewhere: false }))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect([here.isAudible(), there.isAudible()]).toEqual([false, false])
})

test.each([
  { by: 'its lock', locks: withLocks },
  { by: 'its silence', locks: null },
])('a tab that dies is missed by $by, and holds the speaker no longer', async ({ locks }) => {
  const [first, second] = [openTab('a', { locks }), openTab('b', { locks })]
  const [radio, track] = [first.addSound('radio', true), second.addSound('track')]
  radio.play()
  track.play()
  await vi.waitFor(() => expect(radio.isAudible()).toBe(false))
  // Nothing to miss as long as it lives.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(first.getView().elsewhere).toBe(true)
  second.die()
  await vi.waitFor(() => expect(radio.isAudible()).toBe(true), { timeout: 3000 })
})

test('a tab that is left lets go at once', async () => {
  const [first, second] = [openTab('a'), openTab('b')]
  const [radio, track] = [first.addSound('radio', true), second.addSound('track')]
  radio.play()
  track.play()
  await vi.waitFor(() => expect(radio.isAudible()).toBe(false))
  second.leave()
  expect(track.isAudible()).toBe(false)
  await vi.waitFor(() => expect(radio.isAudible()).toBe(true), { timeout: 3000 })
})

test('a tab opened later knows that another one sounds', async () => {
  const first = openTab('a')
  first.addSound('track').play()
  const late = openTab('b')
  late.join()
  await vi.waitFor(() => expect(late.getView().elsewhere).toBe(true))
})

test('a one-shot fills the gap after an end and is cut when the radio is due', async () => {
  const tab = openTab('a')
  const [radio, track] = [tab.addSound('radio', true), tab.addSound('track')]
  radio.play()
  track.play()
  track.ended({ url: 'swoosh.mp3', volume: 0.3 })
  expect([radio.isAudible(), tab.shots]).toEqual([false, ['swoosh.mp3']])
  await vi.waitFor(() => expect(radio.isAudible()).toBe(true))
  expect(tab.shots).toEqual(['swoosh.mp3', 'cut'])
})

test('a refused start gives the speaker back, also when it is refused out loud', async () => {
  const tab = openTab('a')
  const [radio, track] = [tab.addSound('radio', true), tab.addSound('track', false, Promise.reject(new Error('refused')))]
  radio.play()
  track.play()
  await vi.waitFor(() => expect(track.isAudible()).toBe(false))
  await vi.waitFor(() => expect(radio.isAudible()).toBe(true))
})
