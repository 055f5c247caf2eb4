import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSpeaker, type SourceAbilities, type Speaker } from './speaker-driver.ts'

const abilities: SourceAbilities = { canSeek: true, returns: false }

// Timers of a speaker that are pending at the end of a test must not fire during another test.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A speaker whose channel or one-shots fail, and the errors it reported. */
function openBroken(what: 'channel' | 'effect' | 'nothing') {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const broken = new Error(`broken ${what}`)
  const fail = () => {
    throw broken
  }
  const speaker = createSpeaker({
    tab: 'one',
    connect: () => ({ send: what === 'channel' ? fail : () => {}, close() {} }),
    playEffect: what === 'effect' ? fail : () => () => {},
  })
  return { speaker, reported, broken }
}

function addSound(speaker: Speaker, id: string) {
  let audible = false
  const handle = speaker.addSource({
    id,
    kind: 'track',
    abilities,
    start() {
      audible = true
    },
    stop() {
      audible = false
    },
  })
  return { ...handle, isAudible: () => audible }
}

test('a closed channel stops no sound and disables no button', () => {
  const { speaker, reported, broken } = openBroken('channel')
  const [song, other] = [addSound(speaker, 'song'), addSound(speaker, 'other')]
  song.play()
  expect(song.isAudible()).toBe(true)
  other.play()
  expect([song.isAudible(), other.isAudible()]).toEqual([false, true])
  other.pause()
  expect(other.isAudible()).toBe(false)
  expect(speaker.getView().owner).toBeUndefined()
  expect(reported).toContain(broken)
})

test('a one-shot that cannot be played leaves the audio to the next source', () => {
  const { speaker, reported, broken } = openBroken('effect')
  const [song, other] = [addSound(speaker, 'song'), addSound(speaker, 'other')]
  song.play()
  song.ended({ url: 'swoosh.mp3', volume: 0.3 })
  other.play()
  expect(other.isAudible()).toBe(true)
  expect(speaker.getView().owner?.id).toBe('other')
  expect(reported).toEqual([broken])
})

test("a listener that throws neither affects other listeners nor the visitor's actions", () => {
  const { speaker, reported } = openBroken('nothing')
  const owners: (string | undefined)[] = []
  speaker.subscribe(() => {
    throw new Error('broken listener')
  })
  speaker.subscribe(() => owners.push(speaker.getView().owner?.id))
  const song = addSound(speaker, 'song')
  song.play()
  song.pause()
  expect(owners).toEqual(['song', undefined])
  expect(reported).toHaveLength(2)
})

test('quiet stops the playing source, and the waiting source does not return', () => {
  const { speaker } = openBroken('nothing')
  const radio = speaker.addSource({
    id: 'radio',
    kind: 'radio',
    abilities: { canSeek: false, returns: true },
    start() {},
    stop() {},
  })
  const song = addSound(speaker, 'song')
  radio.play()
  song.play()
  expect(speaker.getView()).toMatchObject({ owner: { id: 'song' }, returning: 'radio' })
  speaker.quiet()
  vi.advanceTimersByTime(5000)
  expect([song.isAudible(), speaker.getView().owner, speaker.getView().returning]).toEqual([
    false,
    undefined,
    undefined,
  ])
})
