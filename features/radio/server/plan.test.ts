import { expect, test } from 'vitest'
import { endsAtMs, nextStartMs, Plan, type Play } from './plan.ts'

function chain(from: number, names: string[], startsAtMs = 1_000_000): Play[] {
  const plays: Play[] = []
  names.forEach((name, i) => {
    const before = plays.at(-1)
    plays.push({
      position: from + i,
      recordingId: name,
      title: name,
      artist: name,
      startsAtMs: before ? endsAtMs(before) : startsAtMs,
      frameCount: 1000,
      sampleRate: 44_100,
    })
  })
  return plays
}

function planOf(plays: Play[]): Plan {
  const plan = new Plan()
  plan.adopt(plays, 1)
  return plan
}

const names = (plan: Plan) => plan.all().map(({ recordingId }) => recordingId)

test('at any time exactly one play is current, to the millisecond', () => {
  const plays = chain(7, ['a', 'b', 'c'])
  const plan = planOf(plays)
  const change = plays[1]!.startsAtMs
  expect(plan.at(change - 1)?.recordingId).toBe('a')
  expect(plan.at(change)?.recordingId).toBe('b')
  expect(plan.at(999_999)).toBeUndefined()
  expect(plan.at(endsAtMs(plays[2]!))).toBeUndefined()
  expect(plan.find(8)?.recordingId).toBe('b')
  expect(plan.find(6)).toBeUndefined()
})

test('plays computed while the database was unavailable are kept and saved later', () => {
  const plays = chain(1, ['a', 'b', 'c', 'd'])
  const plan = planOf(plays.slice(0, 2))
  plan.append(plays[2]!)
  plan.append(plays[3]!)
  expect(plan.unwritten().map(({ position }) => position)).toEqual([3, 4])
  plan.adopt(plays.slice(1, 2), 2)
  expect(names(plan)).toEqual(['a', 'b', 'c', 'd'])
  plan.markWritten(3)
  expect(plan.unwritten().map(({ position }) => position)).toEqual([4])
})

test('rows of the database win, and plays computed after a different play are dropped', () => {
  const plays = chain(1, ['a', 'b', 'c', 'd'])
  const plan = planOf(plays.slice(0, 2))
  plan.append(plays[2]!)
  plan.append(plays[3]!)
  plan.adopt([plays[1]!, { ...plays[2]!, recordingId: 'x' }], 2)
  expect(names(plan)).toEqual(['a', 'b', 'x'])
  expect(plan.unwritten()).toEqual([])
})

test('a row that the database lost is saved again', () => {
  const plays = chain(1, ['a', 'b', 'c'])
  const plan = planOf(plays)
  plan.adopt(plays.slice(0, 2), 1)
  expect(names(plan)).toEqual(['a', 'b', 'c'])
  expect(plan.unwritten().map(({ position }) => position)).toEqual([3])
})

test('a process that slept continues with the plan of the others', () => {
  const plan = planOf(chain(1, ['a', 'b']))
  const later = chain(40, ['x', 'y'], 9_000_000)
  plan.adopt(later, 2)
  expect(names(plan)).toEqual(['x', 'y'])
})

test('old plays are dropped, but not before they are saved', () => {
  const plays = chain(1, ['a', 'b', 'c', 'd'])
  const plan = planOf(plays.slice(0, 2))
  plan.append(plays[2]!)
  plan.append(plays[3]!)
  plan.forgetBefore(4)
  expect(names(plan)).toEqual(['c', 'd'])
  plan.markWritten(3)
  plan.forgetBefore(4)
  expect(names(plan)).toEqual(['d'])
  expect(plan.find(4)?.recordingId).toBe('d')
})

test('a play begins when the last one ends; the first one, or one after a long gap, begins now', () => {
  const [last] = chain(1, ['a'])
  const end = endsAtMs(last!)
  expect(end - last!.startsAtMs).toBe(Math.round((1000 * 1152 * 1000) / 44_100))
  expect(nextStartMs(last, end - 5000, 3000)).toBe(end)
  expect(nextStartMs(last, end + 59_000, 3000)).toBe(end)
  expect(nextStartMs(last, end + 61_000, 3000)).toBe(end + 58_000)
  expect(nextStartMs(undefined, 5_000_000.4, 3000)).toBe(4_997_000)
})

test('plays that were planned while the clock was ahead are skipped, however far they are in the future', () => {
  const day = 86_400_000
  const ahead = planOf([...chain(1, ['a']), ...chain(2, ['b', 'c'], 1_000_000 + day)])
  expect(ahead.isAstray(1_030_000)).toBe(true)
  expect(planOf(chain(2, ['b', 'c'], 1_000_000 + day)).isAstray(1_030_000)).toBe(true)
  // A past or current play, or one that begins soon, does not count as such.
  expect(ahead.isAstray(1_020_000)).toBe(false)
  expect(ahead.isAstray(1_000_000 + day - 4000)).toBe(false)
  expect(ahead.isAstray(1_000_000 + 2 * day)).toBe(false)
  for (const play of chain(4, ['d', 'e'], 1_027_000)) ahead.append(play)
  expect(ahead.isAstray(1_030_000)).toBe(false)
  expect(ahead.at(1_030_000)?.position).toBe(4)
  expect(ahead.firstAfter(1_026_000)?.position).toBe(4)
  expect(ahead.find(5)?.recordingId).toBe('e')
  // They stay skipped even when their time comes.
  expect(ahead.at(1_000_000 + day)).toBeUndefined()
})
