import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlaceKeeper, type Place } from './position-tracker.ts'

function keep(place?: Place) {
  const store = { place, load: () => store.place, save: (next: Place) => void (store.place = next) }
  return { store, keeper: createPlaceKeeper(store) }
}

/** Written at least once a second. */
const within = (seconds: number) => expect.closeTo(seconds - 0.5, -0.01)

// Sound that moves on as elements tell it, four times a second.
function* listen(from: number, to: number) {
  for (let at = from; at <= to; at += 0.25) yield at
}

test('the place is where the sound is, after it has moved on', () => {
  const { store, keeper } = keep()
  const turn = keeper.begin('02.mp3', 40)
  keeper.heard(turn, 40)
  keeper.heard(turn, 40.25)
  expect(store.place).toBeUndefined()
  for (const at of listen(40.5, 50)) keeper.heard(turn, at)
  expect(store.place).toEqual({ file: '02.mp3', seconds: within(50), turn })
})

test('a start that tells 0:00 and stops leaves the place alone', () => {
  const kept = { file: '07.mp3', seconds: 321, turn: 9 }
  const { store, keeper } = keep(kept)
  const turn = keeper.begin('07.mp3', 321)
  for (const at of [0, 0, 0.2, 0.3, 0]) keeper.heard(turn, at)
  expect(store.place).toEqual(kept)
})

test('a slip on the seek bar is forgotten unless it is listened to', () => {
  const { store, keeper } = keep()
  const turn = keeper.begin('01.mp3', 0)
  for (const at of listen(0, 60)) keeper.heard(turn, at)
  keeper.heard(turn, 0)
  keeper.heard(turn, 0.25)
  expect(store.place?.seconds).toEqual(within(60))
  for (const at of listen(0.5, 3)) keeper.heard(turn, at)
  expect(store.place?.seconds).toEqual(within(3))
})

test('what an earlier turn still has to say changes nothing, in this tab or another', () => {
  const { store, keeper } = keep()
  const other = createPlaceKeeper(store)
  const early = keeper.begin('01.mp3', 100)
  for (const at of listen(100, 110)) keeper.heard(early, at)
  const late = other.begin('05.mp3', 10)
  for (const at of listen(10, 20)) other.heard(late, at)
  for (const at of listen(110, 120)) keeper.heard(early, at)
  expect(store.place).toMatchObject({ file: '05.mp3', turn: late })
  const again = keeper.begin('01.mp3', 120)
  for (const at of listen(120, 125)) keeper.heard(again, at)
  expect(store.place).toMatchObject({ file: '01.mp3', seconds: within(125) })
})

test('with events late, doubled, out of order and of stale turns, the place is always one that was listened to', () => {
  const turnOf = fc.record({
    file: fc.constantFrom('01.mp3', '02.mp3', '03.mp3'),
    from: fc.integer({ min: 20, max: 600 }),
    heardSeconds: fc.integer({ min: 0, max: 20 }),
    zeros: fc.integer({ min: 0, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(turnOf, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat(99)), (turns, dice) => {
      const { store, keeper } = keep()
      const roll = () => dice.next().value as number
      const late: (() => void)[] = []
      let listened: { file: string; from: number; to: number } | undefined
      for (const { file, from, heardSeconds, zeros } of turns) {
        const turn = keeper.begin(file, from)
        // The element tells 0:00 while it loads.
        for (let zero = 0; zero < zeros; zero += 1) keeper.heard(turn, 0)
        for (const at of listen(from, from + heardSeconds)) {
          keeper.heard(turn, at)
          if (roll() < 10) keeper.heard(turn, at)
          if (roll() < 20) late.push(() => keeper.heard(turn, roll() < 50 ? 0 : at))
          // Something of an earlier turn arrives.
          if (roll() < 20) late.splice(roll() % (late.length || 1), 1)[0]?.()
        }
        if (heardSeconds >= 4) listened = { file, from, to: from + heardSeconds }
        expect(store.place?.seconds).not.toBe(0)
        if (listened && store.place) expect(store.place.seconds).toBeGreaterThanOrEqual(20)
      }
      for (const arrive of late) arrive()
      expect(store.place?.seconds ?? 20).toBeGreaterThanOrEqual(20)
    }),
    { numRuns: 500 },
  )
})

test('after all that comes late from earlier turns, the newest one stands to within a second', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 5, max: 30 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      (lengths, picks) => {
        const { store, keeper } = keep()
        const late: (() => void)[] = []
        let end = 0
        lengths.forEach((length, index) => {
          const from = 100 * (index + 1)
          const turn = keeper.begin(`0${index}.mp3`, from)
          for (const at of listen(from, from + length)) {
            keeper.heard(turn, at)
            if (index < lengths.length - 1)
              late.push(
                () => keeper.heard(turn, at),
                () => keeper.heard(turn, 0),
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
