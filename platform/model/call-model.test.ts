import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ModelFake, startModelFake } from '#tests/support/model-fake.ts'
import { callModel } from './call-model.ts'
import type { ModelSettings } from './model-settings.ts'

let fake: ModelFake
beforeAll(async () => void (fake = await startModelFake()))
beforeEach(() => void (fake.questions.length = 0))
afterAll(() => fake.close())

const providers = ['openai', 'anthropic', 'openai-compatible'] as const
const schema = z.object({ title: z.string(), lines: z.array(z.object({ text: z.string() })) })
const letter = { title: 'A letter', lines: [{ text: 'One line.' }] }
const settings = (provider: ModelSettings['provider'] = 'openai-compatible'): ModelSettings => ({
  provider,
  model: provider === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-5-mini',
  key: 'sk-canary-key',
  baseUrl: fake.baseUrl,
})
const call = (
  provider?: ModelSettings['provider'],
  options: { timeoutMs?: number; signal?: AbortSignal; retries?: number } = {},
) => callModel(settings(provider), { name: 'letter', schema, instructions: 'Write.', input: 'records', ...options })

test.each(providers)(
  'a %s model is called with its key and the schema, and returns a matching answer',
  async (provider) => {
    fake.answerWith({ write: letter })
    expect(await call(provider)).toEqual({ ok: true, answer: letter })
    expect(fake.questions).toHaveLength(1)
    expect(fake.questions[0]!.key).toMatch(/^(Bearer )?sk-canary-key$/)
    for (const part of ['"lines"', 'Write.', 'records']) expect(fake.questions[0]!.text).toContain(part)
  },
)

test('an OpenAI-compatible model without schema support gets the schema as text', async () => {
  fake.answerWith(({ body }) =>
    (body['response_format'] as { type: string }).type === 'json_schema' ? { fault: 'bad-request' } : { write: letter },
  )
  expect(await call()).toEqual({ ok: true, answer: letter })
  expect(fake.questions).toHaveLength(2)
  expect(fake.questions[1]!.text).toContain('of this schema: {')
})

test('OpenAI is asked not to store requests', async () => {
  fake.answerWith({ write: letter })
  await call('openai')
  expect(fake.questions[0]!.body['store']).toBe(false)
})

test.each(providers)('an answer of a %s model that does not match the schema is rejected', async (provider) => {
  fake.answerWith({ write: { title: 'A letter' } })
  expect(await call(provider)).toEqual({ ok: false, why: 'the response does not match the requested format' })
})

test.each([
  [{ write: 'Sure! Here is your letter:' }, 'the response does not match the requested format'],
  [{ fault: 'refuse' }, 'the API key was rejected'],
  [{ fault: 'server-error' }, 'the server returned status 500'],
  [{ fault: 'too-often' }, 'the rate limit or credit limit was reached'],
  [{ fault: 'no-json' }, 'the response could not be read'],
  [{ fault: 'endless' }, 'the response is too long'],
] as const)(
  'a model that returns %o is reported with our message, not with that of its provider',
  async (script, why) => {
    fake.answerWith(script)
    expect(await call()).toEqual({ ok: false, why })
  },
  30_000,
)

test.each(['redirect', 'half'] as const)(
  'a model that returns %s gives no answer, and no other host gets the key',
  async (fault) => {
    fake.answerWith({ fault })
    expect(await call(undefined, { retries: 0 })).toMatchObject({ ok: false })
    expect(fake.questions.map(({ path }) => path)).not.toContain('/elsewhere')
  },
  30_000,
)

test('a failed call is retried once', async () => {
  fake.answerWith(() => (fake.questions.length > 1 ? { write: letter } : { fault: 'server-error' }))
  expect(await call()).toEqual({ ok: true, answer: letter })
  expect(fake.questions).toHaveLength(2)
})

test('a hanging model is aborted after the timeout, or at once if the caller cancels', async () => {
  fake.answerWith({ fault: 'hang' })
  expect(await call(undefined, { timeoutMs: 200 })).toEqual({ ok: false, why: 'no response within 0.2 s' })
  expect(await call(undefined, { signal: AbortSignal.timeout(100) })).toEqual({
    ok: false,
    why: 'the request was cancelled',
  })
})

test('a server that does not respond is reported', async () => {
  const nobody = { ...settings(), baseUrl: 'http://127.0.0.1:1/v1' }
  const answer = await callModel(nobody, {
    name: 'letter',
    schema,
    instructions: 'Write.',
    input: 'records',
    retries: 0,
  })
  expect(answer).toEqual({ ok: false, why: 'the server did not respond' })
}, 30_000)
