import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSpeaker, type SourceHandle } from '#ui/audio/speaker-driver.ts'
import { createPlayerTurns } from './youtube-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * A film that was just asked for, a track beside it, and a player that answers only when the test lets it.
 *
 * @param world What the browser tells of presses inside the player.
 */
function open(world: { isPressed: boolean | undefined } = { isPressed: undefined }) {
  const speaker = createSpeaker({ tab: 'one', connect: () => undefined, playEffect: () => () => undefined })
  const told: string[] = []
  const film: SourceHandle = speaker.addSource({
    id: 'film',
    kind: 'video',
    abilities: { canSeek: false, returns: false },
    start: () => turns.start(),
    stop: () => turns.stop(),
  })
  const turns = createPlayerTurns({
    source: film,
    isOwner: () => owner() === 'film',
    isPressed: () => world.isPressed,
    tell: (act) => told.push(act),
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
  return { turns, told, owner, track }
}

test('waiting for data changes nothing: a pause after it gives the speaker back, and so does the end', () => {
  for (const last of ['paused', 'ended'] as const) {
    const { turns, owner } = open()
    turns.ready()
    for (const state of ['other', 'playing', 'other'] as const) turns.hear(state)
    expect(owner()).toBe('film')
    turns.hear(last)
    expect(owner()).toBeUndefined()
  }
})

test('a track played while the film comes keeps the speaker, however late the film begins by itself', () => {
  const { turns, told, owner, track } = open()
  track.play()
  expect(told).toEqual([])
  vi.advanceTimersByTime(5_000)
  turns.ready()
  expect(told).toEqual(['pauseVideo'])
  vi.advanceTimersByTime(800)
  turns.hear('playing')
  expect([owner(), told]).toEqual(['track', ['pauseVideo', 'pauseVideo']])
  turns.hear('paused')
  // From here on it was pressed.
  turns.hear('playing')
  expect(owner()).toBe('film')
})

test('stopped while it waits for data, the player takes the speaker when it is pressed', () => {
  const { turns, told, owner, track } = open()
  turns.ready()
  turns.hear('playing')
  turns.hear('other')
  track.play()
  turns.hear('paused')
  expect([owner(), told]).toEqual(['track', ['pauseVideo']])
  turns.hear('playing')
  expect(owner()).toBe('film')
})

test('a player that never said it paused can be pressed a little later', () => {
  const { turns, owner, track } = open()
  turns.ready()
  turns.hear('playing')
  track.play()
  vi.advanceTimersByTime(2_000)
  turns.hear('playing')
  expect(owner()).toBe('film')
})

test('played again at its end, the film takes the speaker again at once', () => {
  const { turns, owner } = open()
  turns.ready()
  turns.hear('playing')
  turns.hear('ended')
  expect(owner()).toBeUndefined()
  turns.hear('playing')
  expect(owner()).toBe('film')
})

test('what begins by itself, however long after it was stopped, leaves the speaker where it is', () => {
  const world = { isPressed: false }
  const { turns, told, owner, track } = open(world)
  turns.ready()
  turns.hear('playing')
  track.play()
  turns.hear('paused')
  vi.advanceTimersByTime(60_000)
  turns.hear('other')
  turns.hear('playing')
  expect([owner(), told]).toEqual(['track', ['pauseVideo', 'pauseVideo']])
  turns.hear('paused')
  world.isPressed = true
  turns.hear('playing')
  expect(owner()).toBe('film')
})

test('a press is remembered while the player waits for data, and no longer than until it stops', () => {
  const world = { isPressed: false }
  const { turns, told, owner, track } = open(world)
  turns.ready()
  turns.hear('playing')
  track.play()
  turns.hear('paused')
  world.isPressed = true
  turns.hear('other')
  world.isPressed = false
  vi.advanceTimersByTime(8_000)
  turns.hear('playing')
  expect(owner()).toBe('film')
  track.play()
  turns.hear('paused')
  turns.hear('playing')
  expect([owner(), told.at(-1)]).toEqual(['track', 'pauseVideo'])
})

test('asked for by keys, it takes the speaker without a press inside', () => {
  const { turns, owner } = open({ isPressed: false })
  turns.ready()
  turns.hear('playing')
  turns.hear('paused')
  expect(owner()).toBeUndefined()
  turns.toggle()
  turns.hear('playing')
  expect(owner()).toBe('film')
})
