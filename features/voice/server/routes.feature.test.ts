import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgentFake, startAgentFake } from '#tests/support/agent-fake.ts'
import { startModelFake } from '#tests/support/model-fake.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { talkLimits } from '#features/voice/constants.ts'

let fake: AgentFake
let site: TestSite
let now = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => now }
const artist = 'nova-swade'

beforeAll(async () => {
  fake = await startAgentFake()
  site = await buildTestSite({
    clock,
    environment: {
      ELEVENLABS_AGENT_ID: 'agent_1',
      ELEVENLABS_API_KEY: 'secret-key-of-the-owner',
      ELEVENLABS_BASE_URL: fake.baseUrl,
    },
  })
})
afterAll(async () => {
  await site.close()
  await fake.close()
})

async function post(url: string, payload: object, remoteAddress = '203.0.113.1') {
  const { statusCode: status, headers, body } = await site.app.inject({ method: 'POST', url, payload, remoteAddress })
  return { status, headers, body, reply: JSON.parse(body) }
}
const begin = (address?: string) => post('/api/voice/sessions', { artist }, address)
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))

test('without an agent no session starts, and text messages are still answered', async () => {
  const plain = await buildTestSite()
  const send = async (url: string, payload: object) => (await plain.app.inject({ method: 'POST', url, payload })).json()
  expect(await send('/api/voice/sessions', { artist })).toEqual({ kind: 'built-in', reason: 'not-connected' })
  expect(await send('/api/voice/messages', { artist, text: 'who are you?' })).toMatchObject({ isKnown: true })
  expect(plain.services.voice.kindFor(artist)).toBe('built-in')
  expect(plain.services.voice.kindFor('luma-swade')).toBeUndefined()
  await plain.close()
})

test('on a Spanish page, messages, tool calls and errors are answered in Spanish, and elsewhere in English', async () => {
  const send = async (page: string, url: string, payload: object) => {
    const headers = { 'host': 'swade.example', 'referer': `https://swade.example${page}`, 'accept-language': 'fr' }
    return (await site.app.inject({ method: 'POST', url, payload, headers, remoteAddress: '203.0.113.90' })).json()
  }
  const question = { artist, text: '¿Cuántos días estuvo la cantante en la cabina?' }
  expect(await send(`/es/artist/${artist}`, '/api/voice/messages', question)).toMatchObject({
    isKnown: true,
    text: expect.stringContaining('nueve días'),
    sources: [{ label: 'Biografía de Nova Swade', href: `/artist/${artist}#about-heading` }],
  })
  expect(await send(`/artist/${artist}`, '/api/voice/messages', { artist, text: 'who are you?' })).toMatchObject({
    text: expect.stringMatching(/^I am the built-in persona/),
  })
  const play = { artist, wish: 'play-track' }
  expect((await send(`/es/artist/${artist}`, '/api/voice/wishes', play)).action.label).toBe('Reproducir «Slow Voltage»')
  const nobody = { artist: 'luma-swade', text: 'hola' }
  expect((await send('/es/artist/luma-swade', '/api/voice/messages', nobody)).message).toBe(
    'No se puede conversar con este artista.',
  )
  expect((await send('/artist/luma-swade', '/api/voice/messages', nobody)).message).toBe(
    'You cannot chat with this artist.',
  )
})

test('an address is signed for one conversation, the key stays on the server, and no response is cached', async () => {
  const { status, reply, headers, body } = await begin('203.0.113.2')
  expect(status).toBe(200)
  expect(reply).toMatchObject({ kind: 'agent', seconds: talkLimits.sessionSeconds })
  expect(reply.url).toContain('conversation_signature=')
  expect(fake.keys.at(-1)).toBe('secret-key-of-the-owner')
  expect(body).not.toContain('secret-key')
  expect(headers['cache-control']).toBe('no-store')
})

test('unused seconds are released once, and only for the visitor who reserved them', async () => {
  const address = '203.0.113.3'
  const { reply } = await begin(address)
  later(40)
  const path = `/api/voice/sessions/${reply.id}/end`
  expect((await post(path, {}, '203.0.113.99')).status).toBe(404)
  expect((await post(path, {}, address)).reply).toEqual({ success: true, seconds: 40 })
  expect((await post(path, {}, address)).status).toBe(404)
  expect((await post('/api/voice/sessions/nonsense/end', {}, address)).status).toBe(404)
})

test('a visitor’s budget is limited per day and renewed the next day', async () => {
  const address = '203.0.113.4'
  const kinds: string[] = []
  for (let turn = 0; turn < 3; turn += 1) kinds.push((await begin(address)).reply.kind)
  expect(kinds).toEqual(['agent', 'agent', 'built-in'])
  expect((await begin(address)).reply).toEqual({ kind: 'built-in', reason: 'visitor-budget' })
  later(24 * 3600)
  expect((await begin(address)).reply.kind).toBe('agent')
})

test('a visitor who reports the end at once gets at most two starts for each full conversation of the day', async () => {
  const address = '203.0.113.77'
  const begun: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const { reply } = await begin(address)
    begun.push(reply.kind)
    if (reply.kind === 'agent')
      expect((await post(`/api/voice/sessions/${reply.id}/end`, {}, address)).reply.seconds).toBe(talkLimits.minSeconds)
  }
  expect(begun).toEqual(['agent', 'agent', 'agent', 'agent', 'built-in'])
  // The limit is renewed the next day.
  later(86_400)
  expect((await begin(address)).reply.kind).toBe('agent')
})

test('concurrent visitors never exceed the day’s budget', async () => {
  later(24 * 3600)
  const replies = await Promise.all(Array.from({ length: 60 }, (_, at) => begin(`198.51.100.${at + 1}`)))
  const booked = replies.reduce((sum, { reply }) => sum + (reply.kind === 'agent' ? reply.seconds : 0), 0)
  expect(booked).toBe(talkLimits.totalDaySeconds)
  expect(replies.some(({ reply }) => reply.reason === 'day-budget')).toBe(true)
  expect((await site.services.voice.usedToday()).usedSeconds).toBe(talkLimits.totalDaySeconds)
})

test('if the service fails, nothing is reserved, and the visitor sees the specified message', async () => {
  later(24 * 3600)
  for (const [at, fault] of (['refuse-key', 'broken-json', 'foreign-address'] as const).entries()) {
    fake.behave(fault)
    const { status, reply } = await begin(`192.0.2.${at + 1}`)
    expect(status, fault).toBe(503)
    expect(reply.detail).toBe('Failed to load conversation widget. Please refresh and try again.')
  }
  fake.behave('answer')
  expect((await site.services.voice.usedToday()).usedSeconds).toBe(0)
})

test('other artists have no persona, long and empty messages are rejected, and messages are rate limited', async () => {
  expect((await post('/api/voice/messages', { artist: 'luma-swade', text: 'hi' })).status).toBe(404)
  expect((await post('/api/voice/messages', { artist: '../etc', text: 'hi' })).status).toBe(400)
  expect((await post('/api/voice/messages', { artist, text: '  ' })).status).toBe(400)
  expect((await post('/api/voice/messages', { artist, text: 'x'.repeat(501) })).status).toBe(400)
  const statuses = new Set<number>()
  for (let at = 0; at < 45; at += 1)
    statuses.add((await post('/api/voice/messages', { artist, text: 'hello' }, '192.0.2.50')).status)
  expect(statuses).toEqual(new Set([200, 429]))
})

test('a configured model writes the answer from the found passages; the passage is quoted when it fails or its limit is reached', async () => {
  const model = await startModelFake()
  const { app, services, close } = await buildTestSite({
    environment: {
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'small',
      LLM_API_KEY: 'sk-canary-key',
      LLM_BASE_URL: model.baseUrl,
    },
  })
  const sendText = async (text: string, remoteAddress = '192.0.2.60') =>
    (await app.inject({ method: 'POST', url: '/api/voice/messages', payload: { artist, text }, remoteAddress })).json()
  const sources = [{ label: 'Biography of Nova Swade', href: '/artist/nova-swade#about-heading' }]
  expect(services.voice.writer).toBe(new URL(model.baseUrl).host)

  model.answerWith({ write: { isKnown: true, answer: 'Slowly.', passages: [0] } })
  expect(await sendText('what tempo is Slow Voltage')).toMatchObject({ text: 'Slowly.', isKnown: true, sources })
  model.answerWith({ fault: 'server-error' })
  expect(await sendText('what tempo is Slow Voltage')).toMatchObject({
    text: expect.stringContaining('78 beats a minute'),
    sources,
  })
  model.answerWith({ write: { isKnown: true, answer: 'Slowly.', passages: [0] } })
  expect((await sendText('are you real?')).text).toContain('I am software')
  expect(model.questions).toHaveLength(2)

  const texts: string[] = []
  for (let at = 0; at < 32; at += 1) texts.push((await sendText('what tempo is Slow Voltage', '192.0.2.61')).text)
  expect(texts.filter((text) => text === 'Slowly.')).toHaveLength(30)
  expect(texts.at(-1)).toContain('78 beats a minute')
  await close()
  await model.close()
})

test('pages may connect to the agent’s host and to no other', async () => {
  const policy = String((await site.app.inject('/api/')).headers['content-security-policy'])
  const { host } = new URL(fake.baseUrl)
  expect(policy).toContain(`connect-src 'self' http://${host} ws://${host};`)
  expect(policy).toContain("script-src 'self';")
})

test('the owner sees today’s usage, and instructions when the service does not sign', async () => {
  const lines = await site.services.health.check()
  expect(lines.find(({ name }) => name === 'Voice persona')).toMatchObject({
    state: 'ok',
    message: expect.stringContaining('of 120 minutes reserved or used today'),
  })
  fake.behave('refuse-key')
  const troubled = (await site.services.health.check()).find(({ name }) => name === 'Voice persona')
  fake.behave('answer')
  expect(troubled).toMatchObject({ state: 'error', remedy: expect.stringContaining('ELEVENLABS_API_KEY') })
  expect(JSON.stringify(troubled)).not.toContain('secret-key')
})
