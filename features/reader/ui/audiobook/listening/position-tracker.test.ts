import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPositionTracker, type SavedPosition } from './position-tracker.ts'

function keep(place?: SavedPosition) {
  const store = { place, load: () => store.place, save: (next: SavedPosition) => void (store.place = next) }
  return { store, tracker: createPositionTracker(store) }
}

/** Written at least once a second. */
const within = (seconds: number) => expect.closeTo(seconds - 0.5, -0.01)

// Playback with four updates per second.
function* listen(from: number, to: number) {
  for (let at = from; at <= to; at += 0.25) yield at
}

test('the position is saved after playback has moved on', () => {
  const { store, tracker } = keep()
  const session = tracker.start('02.mp3', 40)
  tracker.update(session, 40)
  tracker.update(session, 40.25)
  expect(store.place).toBeUndefined()
  for (const at of listen(40.5, 50)) tracker.update(session, at)
  expect(store.place).toEqual({ file: '02.mp3', seconds: within(50), session })
})

test('a start that reports 0:00 and stops does not change the position', () => {
  const saved = { file: '07.mp3', seconds: 321, session: 9 }
  const { store, tracker } = keep(saved)
  const session = tracker.start('07.mp3', 321)
  for (const at of [0, 0, 0.2, 0.3, 0]) tracker.update(session, at)
  expect(store.place).toEqual(saved)
})

test('a slip on the seek bar is ignored unless playback continues there', () => {
  const { store, tracker } = keep()
  const session = tracker.start('01.mp3', 0)
  for (const at of listen(0, 60)) tracker.update(session, at)
  tracker.update(session, 0)
  tracker.update(session, 0.25)
  expect(store.place?.seconds).toEqual(within(60))
  for (const at of listen(0.5, 3)) tracker.update(session, at)
  expect(store.place?.seconds).toEqual(within(3))
})

test('updates of earlier sessions change nothing, in this tab or another', () => {
  const { store, tracker } = keep()
  const other = createPositionTracker(store)
  const early = tracker.start('01.mp3', 100)
  for (const at of listen(100, 110)) tracker.update(early, at)
  const late = other.start('05.mp3', 10)
  for (const at of listen(10, 20)) other.update(late, at)
  for (const at of listen(110, 120)) tracker.update(early, at)
  expect(store.place).toMatchObject({ file: '05.mp3', session: late })
  const again = tracker.start('01.mp3', 120)
  for (const at of listen(120, 125)) tracker.update(again, at)
  expect(store.place).toMatchObject({ file: '01.mp3', seconds: within(125) })
})

test('with late, repeated, reordered and stale events, the position is always one that was played', () => {
  const turnOf = fc.record({
    file: fc.constantFrom('01.mp3', '02.mp3', '03.mp3'),
    from: fc.integer({ min: 20, max: 600 }),
    playedSeconds: fc.integer({ min: 0, max: 20 }),
    zeros: fc.integer({ min: 0, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(turnOf, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat(99)), (turns, dice) => {
      const { store, tracker } = keep()
      const roll = () => dice.next().value as number
      const late: (() => void)[] = []
      let listened: { file: string; from: number; to: number } | undefined
      for (const { file, from, playedSeconds, zeros } of turns) {
        const session = tracker.start(file, from)
        // The element reports 0:00 while it loads.
        for (let zero = 0; zero < zeros; zero += 1) tracker.update(session, 0)
        for (const at of listen(from, from + playedSeconds)) {
          tracker.update(session, at)
          if (roll() < 10) tracker.update(session, at)
          if (roll() < 20) late.push(() => tracker.update(session, roll() < 50 ? 0 : at))
          // An event of an earlier session arrives.
          if (roll() < 20) late.splice(roll() % (late.length || 1), 1)[0]?.()
        }
        if (playedSeconds >= 4) listened = { file, from, to: from + playedSeconds }
        expect(store.place?.seconds).not.toBe(0)
        if (listened && store.place) expect(store.place.seconds).toBeGreaterThanOrEqual(20)
      }
      for (const arrive of late) arrive()
      expect(store.place?.seconds ?? 20).toBeGreaterThanOrEqual(20)
    }),
    { numRuns: 500 },
  )
})

test('after all late events of earlier sessions, the newest position is exact to a second', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 5, max: 30 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      (lengths, picks) => {
        const { store, tracker } = keep()
        const late: (() => void)[] = []
        let end = 0
        lengths.forEach((length, index) => {
          const from = 100 * (index + 1)
          const session = tracker.start(`0${index}.mp3`, from)
          for (const at of listen(from, from + length)) {
            tracker.update(session, at)
            if (index < lengths.length - 1)
              late.push(
                () => tracker.update(session, at),
                () => tracker.update(session, 0),
              )
          }
          end = from + length
        })
        for (const pick of picks) late[pick % late.length]!()
        expect(store.place).toMatchObject({ file: `0${lengths.length - 1}.mp3` })
        expect(Math.abs(store.place!.seconds - end)).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 300 },
  )
})
