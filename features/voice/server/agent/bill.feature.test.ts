import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AgentFake, startAgentFake } from '#tests/support/agent-fake.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { talkLimits } from '#features/voice/constants.ts'

let fake: AgentFake
let site: TestSite
let now = new Date('2026-11-21T12:00:00Z')
let visitors = 0
const dayMs = 86_400_000

beforeAll(async () => {
  fake = await startAgentFake()
  site = await buildTestSite({
    clock: { now: () => now },
    environment: {
      ELEVENLABS_AGENT_ID: 'agent_1',
      ELEVENLABS_API_KEY: 'secret-key-of-the-owner',
      ELEVENLABS_BASE_URL: fake.baseUrl,
    },
  })
})
afterAll(async () => {
  await site?.close()
  await fake?.close()
})
beforeEach(async () => {
  await site.database.pool.query('delete from voice_sessions')
  fake.talked.clear()
  now = new Date(Math.ceil(now.getTime() / dayMs) * dayMs + dayMs / 4)
})

const post = async (url: string, payload: object, remoteAddress: string) =>
  (await site.app.inject({ method: 'POST', url, payload, remoteAddress })).json()
const newVisitor = () => `198.18.${Math.floor((visitors += 1) / 250)}.${(visitors % 250) + 1}`
const later = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))
const used = async () => (await site.services.voice.usedToday()).usedSeconds

async function begin(address = newVisitor()) {
  const reply = await post('/api/voice/sessions', { artist: 'nova-swade' }, address)
  const conversation = reply.kind === 'agent' ? String(new URL(reply.url).searchParams.get('conversation_id')) : ''
  return { ...reply, address, conversation, end: () => post(`/api/voice/sessions/${reply.id}/end`, {}, address) }
}

/** Creates a conversation that took place, so that the service is known to keep records. */
async function talkOnce(seconds = 100) {
  const talk = await begin()
  fake.talked.set(talk.conversation, seconds)
  return talk
}

test('twelve sessions that never talk block the budget no longer than their addresses are valid', async () => {
  await talkOnce()
  const idle = Array.from({ length: 12 }, newVisitor)
  for (const address of [...idle, ...idle]) await begin(address)
  expect((await begin()).reason).toBe('day-budget')
  later(24)
  await site.voice.billNow()
  expect((await begin()).reason).toBe('day-budget')
  later(2)
  await site.voice.billNow()
  expect(await used()).toBe(100)
  expect((await begin()).kind).toBe('agent')
  // Uses up part of that visitor's daily limit.
  for (const kind of ['agent', 'agent', 'built-in']) {
    const again = await begin(idle[0])
    expect(again.kind).toBe(kind)
    await again.end()
  }
})

test('the service’s duration counts, regardless of what the visitor reported', async () => {
  const [open, early] = [await begin(), await begin()]
  fake.talked.set(open.conversation, 42).set(early.conversation, 290.4)
  expect((await early.end()).seconds).toBe(talkLimits.minSeconds)
  later(26)
  await site.voice.billNow()
  expect(await used()).toBe(42 + 291)
})

test('nothing is released if the service keeps no records, fails, or has no record yet', async () => {
  await begin()
  later(26)
  await site.voice.billNow()
  expect(await used()).toBe(talkLimits.sessionSeconds)

  await talkOnce()
  fake.behave('no-records')
  later(26)
  await expect(site.voice.billNow()).rejects.toThrow('status 503')
  fake.behave('answer')
  expect(await used()).toBe(2 * talkLimits.sessionSeconds)

  await site.voice.billNow()
  expect(await used()).toBe(100)

  const [named, going] = [await begin(), await begin()]
  fake.talked.set(named.conversation, 'initiated').set(going.conversation, 'in-progress')
  later(26)
  await site.voice.billNow()
  expect(await used()).toBe(100 + talkLimits.sessionSeconds)
})
