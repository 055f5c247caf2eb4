import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSpeaker, type SourceHandle } from '#ui/audio/speaker-driver.ts'
import { createPlayerSync } from './youtube-sync.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Creates a requested video, a track beside it, and a player that responds only when the test lets it.
 *
 * @param world The clicks inside the player that the browser reports.
 */
function open(world: { isPressed: boolean | undefined } = { isPressed: undefined }) {
  const speaker = createSpeaker({ tab: 'one', connect: () => undefined, playEffect: () => () => undefined })
  const commands: string[] = []
  const film: SourceHandle = speaker.addSource({
    id: 'video',
    kind: 'video',
    abilities: { canSeek: false, returns: false },
    start: () => sync.start(),
    stop: () => sync.stop(),
  })
  const sync = createPlayerSync({
    source: film,
    isOwner: () => owner() === 'video',
    isPressed: () => world.isPressed,
    send: (act) => commands.push(act),
  })
  const owner = () => speaker.getView().owner?.id
  const track = speaker.addSource({
    id: 'track',
    kind: 'track',
    abilities: { canSeek: true, returns: false },
    start: () => undefined,
    stop: () => undefined,
  })
  film.play()
  return { sync, commands, owner, track }
}

test('buffering changes nothing; a later pause or the end releases the audio', () => {
  for (const last of ['paused', 'ended'] as const) {
    const { sync, owner } = open()
    sync.ready()
    for (const state of ['other', 'playing', 'other'] as const) sync.receive(state)
    expect(owner()).toBe('video')
    sync.receive(last)
    expect(owner()).toBeUndefined()
  }
})

test('a track started while the video loads keeps the audio, however late the video starts by itself', () => {
  const { sync, commands, owner, track } = open()
  track.play()
  expect(commands).toEqual([])
  vi.advanceTimersByTime(5_000)
  sync.ready()
  expect(commands).toEqual(['pauseVideo'])
  vi.advanceTimersByTime(800)
  sync.receive('playing')
  expect([owner(), commands]).toEqual(['track', ['pauseVideo', 'pauseVideo']])
  sync.receive('paused')
  // From here on, the player has been clicked.
  sync.receive('playing')
  expect(owner()).toBe('video')
})

test('a player stopped while buffering becomes the active source when the visitor presses play', () => {
  const { sync, commands, owner, track } = open()
  sync.ready()
  sync.receive('playing')
  sync.receive('other')
  track.play()
  sync.receive('paused')
  expect([owner(), commands]).toEqual(['track', ['pauseVideo']])
  sync.receive('playing')
  expect(owner()).toBe('video')
})

test('a player that never reported a pause can be started again a little later', () => {
  const { sync, owner, track } = open()
  sync.ready()
  sync.receive('playing')
  track.play()
  vi.advanceTimersByTime(2_000)
  sync.receive('playing')
  expect(owner()).toBe('video')
})

test('a video replayed at its end becomes the active source at once', () => {
  const { sync, owner } = open()
  sync.ready()
  sync.receive('playing')
  sync.receive('ended')
  expect(owner()).toBeUndefined()
  sync.receive('playing')
  expect(owner()).toBe('video')
})

test('playback that starts by itself, however late, does not become the active source', () => {
  const world = { isPressed: false }
  const { sync, commands, owner, track } = open(world)
  sync.ready()
  sync.receive('playing')
  track.play()
  sync.receive('paused')
  vi.advanceTimersByTime(60_000)
  sync.receive('other')
  sync.receive('playing')
  expect([owner(), commands]).toEqual(['track', ['pauseVideo', 'pauseVideo']])
  sync.receive('paused')
  world.isPressed = true
  sync.receive('playing')
  expect(owner()).toBe('video')
})

test('a click is remembered while the player buffers, until it stops', () => {
  const world = { isPressed: false }
  const { sync, commands, owner, track } = open(world)
  sync.ready()
  sync.receive('playing')
  track.play()
  sync.receive('paused')
  world.isPressed = true
  sync.receive('other')
  world.isPressed = false
  vi.advanceTimersByTime(8_000)
  sync.receive('playing')
  expect(owner()).toBe('video')
  track.play()
  sync.receive('paused')
  sync.receive('playing')
  expect([owner(), commands.at(-1)]).toEqual(['track', 'pauseVideo'])
})

test('playback started by keys becomes the active source without a click inside', () => {
  const { sync, owner } = open({ isPressed: false })
  sync.ready()
  sync.receive('playing')
  sync.receive('paused')
  expect(owner()).toBeUndefined()
  sync.toggle()
  sync.receive('playing')
  expect(owner()).toBe('video')
})
