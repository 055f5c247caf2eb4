import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPlayer, type PlayerOptions } from './player.ts'
import { getSpeaker } from './speaker.ts'

/** Fake of a media element, which dispatches its events asynchronously as browsers do. */
class SlowElement extends EventTarget {
  src = ''
  volume = 1
  muted = false
  paused = true
  ended = false
  error = null
  readyState = 4
  currentTime = 0
  playbackRate = 1
  preservesPitch = false
  refusal: Error | undefined
  duration = 90
  async play() {
    if (this.refusal) throw this.refusal
    this.paused = false
    setTimeout(() => this.dispatchEvent(new Event('playing')), 5)
  }
  pause() {
    if (!this.paused) setTimeout(() => this.dispatchEvent(new Event('pause')), 5)
    this.paused = true
  }
  load() {}
  hasAttribute() {
    return this.src !== ''
  }
  removeAttribute() {
    this.src = ''
  }
}

let element: SlowElement
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'Audio',
    class {
      constructor() {
        return (element = new SlowElement())
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function playing(options: Partial<PlayerOptions> = {}) {
  const player = createPlayer({
    id: 'track:test',
    kind: 'track',
    title: 'Test',
    src: '/test.mp3',
    durationSeconds: 90,
    ...options,
  })
  onTestFinished(player.attach())
  player.play()
  await vi.advanceTimersByTimeAsync(20)
  expect(player.getView().state).toBe('playing')
  return player
}

test('a pause that is canceled before its event arrives has no effect', async () => {
  const player = await playing()
  player.pause()
  player.play()
  const states: string[] = []
  player.subscribe(() => states.push(player.getView().state))
  await vi.advanceTimersByTimeAsync(20)
  expect(states).not.toContain('paused')
  expect(player.getView().state).toBe('playing')
  expect(element.paused).toBe(false)
})

test('a pause by the device is shown as paused', async () => {
  const player = await playing()
  element.pause()
  await vi.advanceTimersByTimeAsync(20)
  expect(player.getView().state).toBe('paused')
})

test('speed applies at once, survives a change of recording, is clamped and preserves the pitch', async () => {
  const player = await playing()
  player.setRate(1.75)
  expect([element.playbackRate, element.preservesPitch]).toEqual([1.75, true])
  player.change({ title: 'Next', src: '/next.mp3', durationSeconds: 60 })
  element.playbackRate = 1
  player.play()
  await vi.advanceTimersByTimeAsync(20)
  expect([element.playbackRate, player.getView().rate]).toEqual([1.75, 1.75])
  player.setRate(9)
  expect(player.getView().rate).toBe(3)
  player.setRate(0)
  expect(player.getView().rate).toBe(0.5)
})

test('a time update from before a seek does not undo the seek', async () => {
  const player = await playing()
  player.seekTo(60)
  element.currentTime = 0
  element.dispatchEvent(new Event('timeupdate'))
  expect(player.getView().positionSeconds).toBe(60)
  element.currentTime = 60.2
  element.dispatchEvent(new Event('timeupdate'))
  expect(player.getView().positionSeconds).toBe(60.2)
})

test('a recording begins at the requested position, even in a browser that forgets it while loading', async () => {
  const player = await playing()
  player.change({ title: 'Next', src: '/next.mp3', durationSeconds: 60 }, 25)
  player.play()
  expect(element.currentTime).toBe(25)
  element.currentTime = 0
  element.dispatchEvent(new Event('loadedmetadata'))
  expect(element.currentTime).toBe(25)
})

test('a player that continues keeps the audio after the end of a recording, and releases it when it is paused there', async () => {
  const player = await playing({ onEnded: () => true })
  element.paused = element.ended = true
  element.dispatchEvent(new Event('ended'))
  expect([player.getView().state, getSpeaker().owner?.id]).toEqual(['loading', 'track:test'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(getSpeaker().owner?.id).toBe('track:test')
  player.toggle()
  expect([player.getView().state, getSpeaker().owner]).toEqual(['paused', undefined])
})

test('a browser that requires a gesture is reported as such, not as an error', async () => {
  let blocked = 0
  const player = await playing({ onBlocked: () => (blocked += 1) })
  player.change({ title: 'Next', src: '/next.mp3', durationSeconds: 60 })
  element.refusal = Object.assign(new Error('no gesture'), { name: 'NotAllowedError' })
  player.play()
  await vi.advanceTimersByTimeAsync(20)
  expect([blocked, player.getView().state, player.getView().error, getSpeaker().owner]).toEqual([
    1,
    'paused',
    undefined,
    undefined,
  ])
})

test('a fade changes the audible volume only, not the displayed one', async () => {
  const player = await playing()
  player.setVolume(0.6)
  player.setFade(0.5)
  expect([element.volume, player.getView().volume]).toEqual([0.3, 0.6])
  player.setFade(1)
  expect(element.volume).toBe(0.6)
})
