import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Metric } from '#features/statistics/contract.ts'
import { type Count, createCounter, otherKey } from './counter.ts'

let now = new Date('2026-03-01T23:59:59Z')
const clock = { now: () => now }

/** Creates a counter, and sums the counts that it saved. */
function createSavedCounter() {
  const saved = new Map<string, number>()
  const state = { isBroken: false, saves: 0 }
  const counter = createCounter({
    clock,
    async save(counts: Count[]) {
      state.saves += 1
      if (state.isBroken) throw new Error('no database')
      for (const { day, metric, key, count } of counts) {
        const id = `${day} ${metric} ${key}`
        saved.set(id, (saved.get(id) ?? 0) + count)
      }
    },
  })
  return { counter, saved, state }
}

test('counts are saved as sums by the day on which they occurred, and nothing is saved without new counts', async () => {
  const { counter, saved, state } = createSavedCounter()
  counter.count('views', '/')
  counter.count('views', '/')
  now = new Date('2026-03-02T00:00:00Z')
  counter.count('views', '/')
  counter.count('listening', '14', 12)
  await counter.save()
  await counter.save()
  expect(Object.fromEntries(saved)).toEqual({
    '2026-03-01 views /': 2,
    '2026-03-02 views /': 1,
    '2026-03-02 listening 14': 12,
  })
  expect(state.saves).toBe(1)
})

test('counts that could not be saved are saved once, together with later ones', async () => {
  const { counter, saved, state } = createSavedCounter()
  state.isBroken = true
  counter.count('views', '/books')
  await expect(counter.save()).rejects.toThrow('no database')
  counter.count('views', '/books')
  state.isBroken = false
  await counter.save()
  await counter.save()
  expect([...saved.values()]).toEqual([2])
})

test('made-up sources fill a limited number of rows a day, and known ones are still counted', async () => {
  const { counter, saved } = createSavedCounter()
  counter.count('sources', 'known.example')
  for (let made = 0; made < 1000; made++) counter.count('sources', `${made}.example`)
  counter.count('sources', 'known.example')
  await counter.save()
  expect(saved.size).toBe(301)
  const day = now.toISOString().slice(0, 10)
  expect(saved.get(`${day} sources ${otherKey}`)).toBe(701)
  expect(saved.get(`${day} sources known.example`)).toBe(2)
})

test('keys are stored without control characters and unpaired surrogates, and with a maximum length', async () => {
  const { counter, saved } = createSavedCounter()
  counter.count('campaigns', `a\u0000b\n\ud800${'x'.repeat(500)}`)
  await counter.save()
  const [id = ''] = saved.keys()
  const key = id.split(' ')[2] ?? ''
  expect(key).toMatch(/^ab\ufffdx+$/)
  expect(key).toHaveLength(200)
})

test('whatever saves fail or overlap, the saved sum equals the counts', async () => {
  const step = fc.oneof(
    fc.record({ metric: fc.constantFrom<Metric[]>('views', 'plays'), key: fc.constantFrom('a', 'b') }),
    fc.constantFrom('save', 'break', 'repair'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { counter, saved, state } = createSavedCounter()
      const running: Promise<unknown>[] = []
      for (const one of steps) {
        if (typeof one === 'object') counter.count(one.metric, one.key)
        else if (one === 'save') running.push(counter.save().catch(() => undefined))
        else state.isBroken = one === 'break'
      }
      state.isBroken = false
      await Promise.all(running)
      await counter.save()
      const sum = [...saved.values()].reduce((all, count) => all + count, 0)
      expect(sum).toBe(steps.filter((one) => typeof one === 'object').length)
    }),
  )
})
