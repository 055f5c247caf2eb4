import { expect, test, vi } from 'vitest'
import { describeSound } from './media-session.ts'
import { addSource } from './speaker.ts'

type Handler = (details: { seekOffset?: number; seekTime?: number }) => void

/** Fake of the system's media controls; Node has no media controls. */
function pretendSystem() {
  const handlers = new Map<string, Handler>()
  const session = {
    metadata: null as { title: string } | null,
    playbackState: 'none',
    position: undefined as MediaPositionState | undefined,
    setActionHandler(action: string, handler: Handler | null) {
      if (action === 'seekto' && handler === null) throw new TypeError('This browser does not know seekto')
      if (handler) handlers.set(action, handler)
      else handlers.delete(action)
    },
    setPositionState(state?: MediaPositionState) {
      session.position = state
    },
  }
  vi.stubGlobal('navigator', { mediaSession: session })
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: object) {
        Object.assign(this, init)
      }
    },
  )
  return { session, handlers }
}

test("the system shows the active source, and its buttons call that source's controls", () => {
  const { session, handlers } = pretendSystem()
  const calls: string[] = []
  const source = (id: string, live: boolean) =>
    addSource({
      id,
      kind: live ? 'radio' : 'track',
      abilities: { canSeek: !live, returns: live },
      controls: {
        toggle: () => calls.push(`${id} toggled`),
        toggleMute() {},
        nudgeVolume() {},
        ...(live ? {} : { seekBy: (seconds: number) => calls.push(`${id} moved by ${Math.round(seconds)}`) }),
      },
      start() {},
      stop() {},
    })
  const [radio, track] = [source('radio', true), source('song', false)]
  describeSound('song', { title: 'Salt', artist: 'Luna Swade' }, { durationSeconds: 180, positionSeconds: 30, rate: 1 })
  describeSound('radio', { title: 'Harbour', artist: 'Rio Swade', artwork: '/figures/rio.webp' })
  expect([session.metadata, session.playbackState]).toEqual([null, 'none'])

  radio.play()
  expect(session.metadata).toMatchObject({ title: 'Harbour', artwork: [{ src: '/figures/rio.webp' }] })
  expect([session.playbackState, session.position, [...handlers.keys()]]).toEqual([
    'playing',
    undefined,
    ['play', 'pause'],
  ])

  track.play()
  expect(session.metadata).toMatchObject({ title: 'Salt' })
  expect(session.position).toEqual({ duration: 180, position: 30, playbackRate: 1 })
  handlers.get('seekbackward')?.({})
  handlers.get('seekto')?.({ seekTime: 90 })
  handlers.get('play')?.({})
  handlers.get('pause')?.({})
  expect(calls).toEqual(['song moved by -10', 'song moved by 60', 'song toggled'])

  radio.dispose()
  track.pause()
  expect([session.metadata?.title, session.playbackState]).toEqual(['Salt', 'paused'])
  handlers.get('play')?.({})
  expect(calls).toHaveLength(4)

  describeSound(
    'song',
    { title: 'Salt', artist: 'Luna Swade' },
    { durationSeconds: Number.NaN, positionSeconds: 5, rate: 1 },
  )
  expect(session.position).toBeUndefined()

  track.dispose()
  expect([session.metadata, session.playbackState, handlers.size]).toEqual([null, 'none', expect.any(Number)])
  vi.unstubAllGlobals()
})

test('only a source with chapters offers next and previous', () => {
  const { handlers } = pretendSystem()
  const calls: string[] = []
  const controls = {
    toggle() {},
    toggleMute() {},
    nudgeVolume() {},
    next: () => calls.push('next'),
    previous: () => calls.push('previous'),
  }
  const book = addSource({
    id: 'book',
    kind: 'chapter',
    abilities: { canSeek: true, returns: false },
    controls,
    start() {},
    stop() {},
  })
  const other = addSource({
    id: 'other',
    kind: 'track',
    abilities: { canSeek: true, returns: false },
    start() {},
    stop() {},
  })
  describeSound('book', { title: '1. One', artist: 'Swade' })
  describeSound('other', { title: 'Salt', artist: 'Swade' })
  book.play()
  handlers.get('nexttrack')?.({})
  handlers.get('previoustrack')?.({})
  expect(calls).toEqual(['next', 'previous'])
  other.play()
  expect([...handlers.keys()]).not.toContain('nexttrack')
  book.dispose()
  other.dispose()
  vi.unstubAllGlobals()
})
