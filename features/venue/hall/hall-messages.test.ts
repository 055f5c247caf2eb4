import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGuestMessage } from './hall-messages.ts'
import { areaOf, floor, loudnessAt, toFloor } from './hall-rules.ts'
import { nameGuest, nameCount } from './guest-names.ts'
import { appearanceOf } from './guest-appearance.ts'

const session = 'a'.repeat(24)

test('the four messages of a guest are parsed', () => {
  for (const message of [
    { type: 'enter', session },
    { type: 'enter', session, spot: { x: 1, z: -2, heading: 3 } },
    { type: 'move', x: -1200, z: 2200, heading: 628 },
    { type: 'gesture', gesture: 'wave' },
    { type: 'ping', sentMs: 1_900_000_000_000.5 },
  ])
    expect(readGuestMessage(JSON.stringify(message))).toEqual(message)
})

test('forged and broken messages are rejected', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '"enter"',
    '{"type":"welcome"}',
    '{"type":"changes","came":[]}',
    '{"type":"enter"}',
    `{"type":"enter","session":"short"}`,
    `{"type":"enter","session":"${'a'.repeat(65)}"}`,
    `{"type":"enter","session":"${session}","id":"another"}`,
    '{"type":"move","x":0.5,"z":0,"heading":0}',
    '{"type":"move","x":1e9,"z":0,"heading":0}',
    '{"type":"move","x":"0","z":0,"heading":0}',
    '{"type":"move","x":null,"z":0,"heading":0}',
    '{"type":"move","x":0,"z":0}',
    '{"type":"move","x":0,"z":0,"heading":0,"id":"b"}',
    '{"type":"move","__proto__":{"x":1},"x":0,"z":0,"heading":0,"constructor":1}',
    '{"type":"gesture","gesture":"insult"}',
    '{"type":"gesture","gesture":"__proto__"}',
    '{"type":"ping","sentMs":-1}',
    `{"type":"move","x":0,"z":0,"heading":0}${' '.repeat(600)}`,
  ])
    expect(readGuestMessage(text), text).toBeUndefined()
})

test('property: any text is parsed or rejected without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const message = readGuestMessage(text)
      expect(message === undefined || ['enter', 'move', 'gesture', 'ping'].includes(message.type)).toBe(true)
    }),
  )
})

test('property: every position ends on the floor with a heading within one turn', () => {
  const any = fc.integer({ min: -1e6, max: 1e6 })
  fc.assert(
    fc.property(any, any, any, (x, z, heading) => {
      const spot = toFloor({ x, z, heading })
      expect(spot.x >= floor.minX && spot.x <= floor.maxX && spot.z >= floor.minZ && spot.z <= floor.maxZ).toBe(true)
      expect(spot.heading >= 0 && spot.heading < 200 * Math.PI).toBe(true)
      expect(toFloor(spot)).toEqual(spot)
    }),
  )
})

test('the stage is loud in front and still audible at the back', () => {
  const along = [-300, 0, 500, 1000, 1500, 2200].map((z) => loudnessAt({ x: 0, z }))
  expect(along).toEqual(along.toSorted((one, other) => other - one))
  expect([along[0], along.at(-1)! >= 0.25]).toEqual([1, true])
  expect([0, 600, 2000].map((z) => areaOf({ z }))).toEqual(['front', 'middle', 'back'])
})

test('a guest keeps name and appearance, and others differ', () => {
  expect(nameGuest('abc')).toBe(nameGuest('abc'))
  expect(appearanceOf('abc')).toEqual(appearanceOf('abc'))
  const ids = Array.from({ length: 200 }, (_, index) => `guest-${index}`)
  expect(new Set(ids.map((id) => nameGuest(id))).size).toBeGreaterThan(150)
  expect(new Set(ids.map((id) => JSON.stringify(appearanceOf(id)))).size).toBe(200)
  expect(nameCount).toBeGreaterThan(900)
})

test('a name that is already used in the hall is not given again', () => {
  const first = nameGuest('abc')
  expect(nameGuest('abc', (name) => name === first)).not.toBe(first)
  expect(nameGuest('abc', () => true)).toBe(first)
})
