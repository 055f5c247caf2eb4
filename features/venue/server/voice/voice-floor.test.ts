import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxSpeakers, maxTalkMs } from '#features/venue/hall/voice-rules.ts'
import { remoteTimeoutMs } from '#features/venue/hall/hall-rules.ts'
import { createVoiceFloor, type VoiceFloor } from './voice-floor.ts'
import { decodeNotice, encodeVoiceNews } from './voice-news.ts'

/** Passes all updates of one process to another, as the notifications do. */
function exchange(from: VoiceFloor, process: string, to: VoiceFloor, nowMs: number, isComplete = false): void {
  for (const text of encodeVoiceNews(process, from.drainNews({ isComplete }))) {
    const notice = decodeNotice(text)
    if (notice?.type === 'voices') to.applyNews(notice, nowMs)
  }
}
const join = (floor: VoiceFloor, ids: string[], hall = 1) => ids.forEach((id) => floor.join(id, hall, 1))
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

test('a guest joins muted, talks, and is muted again', () => {
  const floor = createVoiceFloor()
  join(floor, ['a'])
  expect(floor.voicesOf(1)).toEqual({ listening: ['a'], speaking: [] })
  expect(floor.talk('a', 5)).toBeUndefined()
  expect(floor.voicesOf(1)).toEqual({ listening: [], speaking: ['a'] })
  expect(floor.talk('a', 6), 'twice is once').toBeUndefined()
  floor.mute('a')
  expect(floor.voicesOf(1)).toEqual({ listening: ['a'], speaking: [] })
  floor.leave('a')
  expect(floor.voicesOf(1)).toEqual({ listening: [], speaking: [] })
})

test('the ninth speaker is rejected until one of the eight stops; another hall has its own eight', () => {
  const floor = createVoiceFloor()
  const ids = numbered('a', maxSpeakers)
  join(floor, [...ids, 'ninth'])
  join(floor, ['elsewhere'], 2)
  for (const [index, id] of ids.entries()) expect(floor.talk(id, index + 1)).toBeUndefined()
  expect(floor.talk('ninth', 20)).toBe('full')
  expect(floor.talk('elsewhere', 20)).toBeUndefined()
  floor.mute('a3')
  expect(floor.talk('ninth', 21)).toBeUndefined()
})

test('a guest who has not joined cannot talk', () => {
  const floor = createVoiceFloor()
  floor.talk('stranger', 1)
  expect(floor.voicesOf(1)).toEqual({ listening: [], speaking: [] })
  expect(floor.drainHalls()).toEqual([])
})

test('a silenced guest is muted at once, may not talk, and may again after the hour', () => {
  const floor = createVoiceFloor()
  join(floor, ['a'])
  floor.talk('a', 10)
  floor.silence('a', 1_000)
  expect(floor.settle(20)).toEqual([{ id: 'a', refusal: 'silenced' }])
  expect(floor.settle(21)).toEqual([])
  expect(floor.talk('a', 999)).toBe('silenced')
  floor.leave('a')
  join(floor, ['a'])
  expect(floor.talk('a', 999), 'joining again does not help').toBe('silenced')
  floor.silence('a', 500)
  expect(floor.talk('a', 999), 'a shorter time does not end the longer one').toBe('silenced')
  expect(floor.talk('a', 1_001)).toBeUndefined()
})

test('a guest who talks for two minutes is muted, and may continue', () => {
  const floor = createVoiceFloor()
  join(floor, ['a'])
  floor.talk('a', 1)
  expect(floor.settle(1 + maxTalkMs)).toEqual([])
  expect(floor.settle(2 + maxTalkMs)).toEqual([{ id: 'a', refusal: 'too-long' }])
  expect(floor.talk('a', 3 + maxTalkMs)).toBeUndefined()
})

test('two processes that let nine talk at once agree on who is muted', () => {
  const [a, b] = [createVoiceFloor(), createVoiceFloor()]
  join(a, numbered('a', 5))
  join(b, numbered('b', 5))
  for (const [index, id] of numbered('a', 5).entries()) expect(a.talk(id, 10 + index * 2)).toBeUndefined()
  for (const [index, id] of numbered('b', 5).entries()) expect(b.talk(id, 11 + index * 2)).toBeUndefined()
  exchange(a, 'A', b, 30)
  exchange(b, 'B', a, 30)
  expect([a.settle(30), b.settle(30)]).toEqual([[{ id: 'a4', refusal: 'full' }], [{ id: 'b4', refusal: 'full' }]])
  exchange(a, 'A', b, 40)
  exchange(b, 'B', a, 40)
  expect(a.voicesOf(1).speaking.toSorted()).toEqual(b.voicesOf(1).speaking.toSorted())
  expect(a.voicesOf(1).speaking).toHaveLength(maxSpeakers)
})

test('guests of a dead process leave the voice chat, and confirmed ones stay', () => {
  const [a, b, c] = [createVoiceFloor(), createVoiceFloor(), createVoiceFloor()]
  join(a, ['dead'])
  a.talk('dead', 1)
  join(b, ['alive'])
  exchange(a, 'A', c, 0)
  for (let nowMs = 0; nowMs <= remoteTimeoutMs + 1_000; nowMs += 500) {
    exchange(b, 'B', c, nowMs, true)
    c.expire(nowMs)
  }
  expect(c.voicesOf(1)).toEqual({ listening: ['alive'], speaking: [] })
})

test('guests are connected within one hall only, and only a guest who was heard can be reported', () => {
  const floor = createVoiceFloor((id) => `Guest ${id}`)
  join(floor, ['a', 'b'])
  join(floor, ['c'], 2)
  expect([floor.areTogether('a', 'b'), floor.areTogether('a', 'c'), floor.areTogether('a', 'a')]).toEqual([
    true,
    false,
    false,
  ])
  expect(floor.areTogether('a', 'stranger')).toBe(false)
  expect(floor.findHeard('a', 'b')).toBe(undefined)
  floor.talk('b', 5)
  floor.mute('b')
  expect(floor.findHeard('a', 'b')).toMatchObject({ hall: 1, name: 'Guest b' })
  expect([floor.findHeard('b', 'b'), floor.findHeard('c', 'b'), floor.findHeard('stranger', 'b')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a guest who was heard can be reported for ten minutes after leaving', () => {
  const floor = createVoiceFloor((id) => `Guest ${id}`)
  join(floor, ['a', 'b'])
  floor.talk('b', 5)
  floor.leave('b')
  floor.expire(600_004)
  expect(floor.findHeard('a', 'b')).toMatchObject({ name: 'Guest b' })
  floor.expire(600_005)
  expect(floor.findHeard('a', 'b')).toBe(undefined)
})

test('a guest of a process that was silent for a moment can be reported', () => {
  const [a, b] = [createVoiceFloor(), createVoiceFloor()]
  join(a, ['loud'])
  a.talk('loud', 2)
  join(b, ['quiet'])
  exchange(a, 'A', b, 3)
  b.expire(3 + remoteTimeoutMs + 1)
  expect(b.voicesOf(1)).toEqual({ listening: ['quiet'], speaking: [] })
  expect(b.findHeard('quiet', 'loud')).toMatchObject({ hall: 1 })
})

test('turning voice chat off removes the guests of this process and notifies the others', () => {
  const [a, b] = [createVoiceFloor(), createVoiceFloor()]
  join(a, ['a'])
  a.talk('a', 2)
  join(b, ['b'])
  exchange(a, 'A', b, 3)
  a.clear()
  exchange(a, 'A', b, 4)
  expect(b.voicesOf(1)).toEqual({ listening: ['b'], speaking: [] })
  expect(a.voicesOf(1)).toEqual({ listening: [], speaking: [] })
})

test('updates of a thousand guests are split into messages that PostgreSQL accepts', () => {
  const set = numbered('guest-0123456789-', 1000).map((id): [string, number, number] => [id, 20, 1_900_000_000_000])
  const gone = numbered('gone-', 300)
  const messages = encodeVoiceNews('01234567-89ab', { set, gone })
  for (const message of messages) expect(Buffer.byteLength(`venue-voices ${message}`)).toBeLessThan(7_900)
  const read = messages.map((message) => decodeNotice(message)!)
  expect(read.flatMap((one) => (one.type === 'voices' ? one.set : []))).toEqual(set)
  expect(read.flatMap((one) => (one.type === 'voices' ? one.gone : []))).toEqual(gone)
  for (const text of ['', '{', 'null', '{"type":"voices"}', '{"type":"signal","from":"a","to":"b","signal":{}}'])
    expect(decodeNotice(text)).toBeUndefined()
})

test('property: no hall ever has more than eight speakers, whatever the order of events', () => {
  const id = fc.integer({ min: 0, max: 12 }).map((number) => `g${number}`)
  const step = fc.record({ act: fc.constantFrom('join', 'leave', 'talk', 'mute', 'settle', 'clear'), id })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const floor = createVoiceFloor()
      let nowMs = 1
      for (const { act, id: who } of steps) {
        nowMs += 1
        if (act === 'join') floor.join(who, 1, nowMs)
        else if (act === 'leave') floor.leave(who)
        else if (act === 'talk') floor.talk(who, nowMs)
        else if (act === 'mute') floor.mute(who)
        else if (act === 'settle') floor.settle(nowMs)
        else floor.clear()
        const { listening, speaking } = floor.voicesOf(1)
        expect(speaking.length).toBeLessThanOrEqual(maxSpeakers)
        expect(new Set([...listening, ...speaking]).size).toBe(listening.length + speaking.length)
      }
    }),
  )
})
