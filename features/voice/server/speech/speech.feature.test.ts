import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { maxSpokenLength, speechPath } from '#features/voice/constants.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())

const artist = 'nova-swade'
const speak = (payload: object, { page = '/artist/nova-swade', remoteAddress = '203.0.113.7' } = {}) =>
  site.app.inject({
    method: 'POST',
    url: speechPath,
    payload,
    remoteAddress,
    headers: { host: 'swade.example', referer: `https://swade.example${page}` },
  })

test('a sentence is spoken in the language of the page, as a WAV file that is not cached', async () => {
  const text = 'Nova: 1999.'
  const [english, spanish] = await Promise.all([
    speak({ artist, text }),
    speak({ artist, text }, { page: '/es/artist/nova-swade' }),
  ])
  for (const { statusCode, headers, rawPayload } of [english, spanish]) {
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'audio/wav', 'no-store'])
    expect(rawPayload.toString('latin1', 0, 4)).toBe('RIFF')
    expect(rawPayload.readUInt32LE(4)).toBe(rawPayload.length - 8)
    // At 16 kHz, a second has 32,000 bytes.
    expect(rawPayload.readUInt32LE(40) / 32_000).toBeGreaterThan(1)
  }
  expect(english.rawPayload.equals(spanish.rawPayload)).toBe(false)
  expect((await speak({ artist, text })).rawPayload.equals(english.rawPayload)).toBe(true)
})

test.each([
  [{ artist, text: '' }, 400, 'invalid-input'],
  [{ artist, text: '🎵🎵' }, 400, 'invalid-input'],
  [{ artist, text: 'a'.repeat(maxSpokenLength + 1) }, 400, 'invalid-input'],
  [{ artist, text: 'Hello.', voice: 'other' }, 400, 'invalid-input'],
  [{ text: 'Hello.' }, 400, 'invalid-input'],
  [{ artist: 'luma-swade', text: 'Hello.' }, 404, 'not-found'],
])('%j is rejected with %i', async (payload, status, code) => {
  const response = await speak(payload)
  expect([response.statusCode, response.json().code]).toEqual([status, code])
})

test('one visitor is limited, while others are still answered', async () => {
  const text = 'Again.'
  const statuses = new Set<number>()
  for (let count = 0; count < 121; count += 1)
    statuses.add((await speak({ artist, text }, { remoteAddress: '203.0.113.8' })).statusCode)
  expect([...statuses]).toEqual([200, 429])
  expect((await speak({ artist, text }, { remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
})

test('too many sentences at once are rejected with a retry time instead of queued for minutes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      speak({ artist, text: `Number ${index}.` }, { remoteAddress: '203.0.113.10' }),
    ),
  )
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(13)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers['retry-after']).toBe('5')
  expect(refused[0]!.json().code).toBe('unavailable')
})
