import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floor, gestures, type Guest, remoteTimeoutMs } from '#features/venue/hall/hall-rules.ts'
import { decodeNews, encodeNews } from './hall-news.ts'
import { createHallRegister, type HallRegister } from './hall-register.ts'

const spotOf = ({ x, z, heading }: Guest) => ({ x, z, heading })
const guest = (register: HallRegister, hall: number, id: string) => register.guestsOf(hall).find((one) => one.id === id)
/** Passes all updates of one process to another, as the notifications do. */
function exchange(from: HallRegister, name: string, to: HallRegister, nowMs: number, isComplete = false): string[] {
  return encodeNews(name, from.drainNews({ isComplete })).flatMap((text) => to.applyNews(decodeNews(text)!, nowMs))
}

test('a guest who enters is visible to the others in the hall, with a name and a position on the floor', () => {
  const register = createHallRegister()
  expect(register.enter({ id: 'a', nowMs: 0 })).toEqual({ hall: 1 })
  const [one] = register.guestsOf(1)
  expect(one!.name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
  expect(one!.x).toBeGreaterThanOrEqual(floor.minX)
  expect(one!.z).toBeLessThanOrEqual(floor.maxZ)
  expect(register.drainChanges().get(1)?.came).toEqual([one])
  expect(register.drainChanges().size).toBe(0)
})

test('when a hall is full, the next guest gets another one, and freed places are filled again', () => {
  const register = createHallRegister({ capacity: 3 })
  const halls = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => register.enter({ id, nowMs: 0 }).hall)
  expect(halls).toEqual([1, 1, 1, 2, 2, 2, 3])
  register.leave('b')
  expect(register.enter({ id: 'h', nowMs: 1 }).hall).toBe(1)
})

test('no two guests of a hall have the same name', () => {
  const register = createHallRegister({ capacity: 400 })
  for (let index = 0; index < 400; index += 1) register.enter({ id: `guest-${index}`, nowMs: 0 })
  expect(new Set(register.guestsOf(1).map(({ name }) => name)).size).toBe(400)
})

test('no guest moves faster than walking speed, whatever the message claims, or leaves the floor', () => {
  const register = createHallRegister()
  register.enter({ id: 'a', spot: { x: 0, z: 0, heading: 0 }, nowMs: 0 })
  register.move('a', { x: 1200, z: 2200, heading: 100 }, 100)
  const { x, z } = guest(register, 1, 'a')!
  expect(Math.hypot(x, z)).toBeLessThan(260)
  register.move('a', { x: -99_999, z: -99_999, heading: -50 }, 60_000)
  expect(spotOf(guest(register, 1, 'a')!)).toEqual({ x: floor.minX, z: floor.minZ, heading: 578 })
})

test('several movements between two ticks are one change, and a new guest needs none', () => {
  const register = createHallRegister()
  register.enter({ id: 'a', spot: { x: 0, z: 0, heading: 0 }, nowMs: 0 })
  register.move('a', { x: 10, z: 0, heading: 0 }, 50)
  expect(register.drainChanges().get(1)).toMatchObject({ came: [{ id: 'a', x: 10 }], moved: [] })
  register.move('a', { x: 20, z: 0, heading: 0 }, 100)
  register.move('a', { x: 30, z: 5, heading: 7 }, 150)
  expect(register.drainChanges().get(1)?.moved).toEqual([['a', 30, 5, 7]])
})

test('the last of several gestures between two ticks counts', () => {
  const register = createHallRegister()
  register.enter({ id: 'a', nowMs: 0 })
  register.drainChanges()
  register.gesture('a', 'wave')
  register.gesture('a', 'bow')
  register.gesture('stranger', 'bow')
  expect(register.drainChanges().get(1)?.gestures).toEqual([['a', 'bow']])
})

test('guests of another process come, move, make gestures and leave', () => {
  const [a, b] = [createHallRegister(), createHallRegister()]
  a.enter({ id: 'one', spot: { x: 0, z: 0, heading: 0 }, nowMs: 0 })
  b.enter({ id: 'two', nowMs: 0 })
  exchange(a, 'A', b, 0)
  expect(b.guestsOf(1).map(({ id }) => id)).toEqual(['two', 'one'])
  a.move('one', { x: 40, z: 0, heading: 0 }, 200)
  a.gesture('one', 'clap')
  b.drainChanges()
  exchange(a, 'A', b, 200)
  expect(b.drainChanges().get(1)).toEqual({
    came: [],
    went: [],
    moved: [['one', 40, 0, 0]],
    gestures: [['one', 'clap']],
  })
  a.leave('one')
  exchange(a, 'A', b, 300)
  expect(b.drainChanges().get(1)?.went).toEqual(['one'])
})

test('guests of a dead process are removed within five seconds, and confirmed ones stay', () => {
  const [a, b, c] = [createHallRegister(), createHallRegister(), createHallRegister()]
  a.enter({ id: 'dead', nowMs: 0 })
  b.enter({ id: 'alive', nowMs: 0 })
  exchange(a, 'A', c, 0)
  for (let nowMs = 0; nowMs <= 4_500; nowMs += 500) {
    exchange(b, 'B', c, nowMs, true)
    c.expire(nowMs)
  }
  expect(remoteTimeoutMs).toBeLessThan(5_000)
  expect(c.guestsOf(1).map(({ id }) => id)).toEqual(['alive'])
})

test('a session that enters at another process is closed at the first one', () => {
  const [a, b] = [createHallRegister(), createHallRegister()]
  a.enter({ id: 'same', nowMs: 10 })
  exchange(a, 'A', b, 10)
  b.enter({ id: 'same', nowMs: 20 })
  expect(exchange(b, 'B', a, 20)).toEqual(['same'])
  expect(exchange(a, 'A', b, 30, true)).toEqual([])
  expect([a.count(), b.count()]).toEqual([1, 1])
})

test('two processes that fill one hall at once agree on who moves to another', () => {
  const [a, b] = [createHallRegister({ capacity: 3 }), createHallRegister({ capacity: 3 })]
  for (const [index, id] of ['a1', 'a2', 'a3'].entries()) a.enter({ id, nowMs: index * 10 })
  for (const [index, id] of ['b1', 'b2'].entries()) b.enter({ id, nowMs: index * 10 + 5 })
  exchange(a, 'A', b, 50)
  exchange(b, 'B', a, 50)
  expect(a.resolveOverflow()).toEqual([{ id: 'a3', hall: 2 }])
  expect(b.resolveOverflow()).toEqual([{ id: 'b2', hall: 2 }])
  exchange(a, 'A', b, 60)
  exchange(b, 'B', a, 60)
  for (const register of [a, b])
    expect(
      [1, 2].map((hall) =>
        register
          .guestsOf(hall)
          .map(({ id }) => id)
          .toSorted(),
      ),
    ).toEqual([
      ['a1', 'a2', 'b1'],
      ['a3', 'b2'],
    ])
})

test('property: applying only the changes gives the same hall as the register', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    fc.record({ type: fc.constant('enter' as const), id }),
    fc.record({ type: fc.constant('leave' as const), id }),
    fc.record({ type: fc.constant('move' as const), id, x: fc.integer({ min: -2000, max: 2000 }) }),
    fc.record({ type: fc.constant('gesture' as const), id, gesture: fc.constantFrom(...gestures) }),
    fc.record({ type: fc.constant('tick' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const register = createHallRegister({ capacity: 3 })
      const seen = new Map<number, Map<string, Guest>>()
      const follow = () => {
        for (const [hall, { came, went, moved }] of register.drainChanges()) {
          const guests = seen.get(hall) ?? new Map<string, Guest>()
          seen.set(hall, guests)
          for (const one of came) guests.set(one.id, { ...one })
          for (const gone of went) guests.delete(gone)
          for (const [moving, x, z, heading] of moved) Object.assign(guests.get(moving)!, { x, z, heading })
        }
      }
      let nowMs = 0
      for (const one of steps) {
        nowMs += 40
        if (one.type === 'enter') register.enter({ id: one.id, nowMs })
        else if (one.type === 'leave') register.leave(one.id)
        else if (one.type === 'move') register.move(one.id, { x: one.x, z: 0, heading: 0 }, nowMs)
        else if (one.type === 'gesture') register.gesture(one.id, one.gesture)
        else follow()
      }
      follow()
      for (const hall of [1, 2]) {
        const byId = (list: Iterable<Guest>) => [...list].toSorted((p, q) => (p.id < q.id ? -1 : 1))
        expect(byId(seen.get(hall)?.values() ?? [])).toEqual(byId(register.guestsOf(hall)))
        expect(register.guestsOf(hall).length).toBeLessThanOrEqual(3)
      }
    }),
  )
})
