import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ModelFake, startModelFake } from '#tests/support/model-fake.ts'
import type { ModelSettings } from '#platform/model/model-settings.ts'
import { answerWithModel, writerName } from './model-answer.ts'
import { createShippedPersona, onAir } from './test-questions.ts'

let fake: ModelFake
beforeAll(async () => void (fake = await startModelFake()))
beforeEach(() => void (fake.questions.length = 0))
afterAll(() => fake.close())

const persona = createShippedPersona({ writer: 'OpenAI' })
const failures: string[] = []

function ask(question: string, provider: ModelSettings['provider'] = 'openai') {
  const settings = { provider, model: 'gpt-5-mini', key: 'sk-canary-key', baseUrl: fake.baseUrl }
  return answerWithModel(settings, persona.respond(question, onAir), question, (why) => failures.push(why))
}

test('a model writes the answer from the found passages, and cites those that it used', async () => {
  fake.answerWith({ write: { isKnown: true, answer: ' It moves at 78 beats a minute. ', passages: [0, 0, 99, -1] } })
  const found = persona.answer('what tempo is Slow Voltage', onAir)
  expect(await ask('what tempo is Slow Voltage')).toEqual({ ...found, text: 'It moves at 78 beats a minute.' })
  expect(fake.questions[0]!.text).toContain('78 beats a minute in F minor')
  expect(found.sources).toEqual([{ label: 'Biography of Nova Swade', href: '/artist/nova-swade#about-heading' }])
})

test.each([
  [{ fault: 'server-error' }, 'the server returned status 500'],
  [{ fault: 'refuse' }, 'the API key was rejected'],
  [{ write: 'Sure!' }, 'the response does not match the requested format'],
] as const)(
  'with a model that fails with %o, the found answer is used and the reason is logged',
  async (script, why) => {
    fake.answerWith(script)
    const question = 'does the singer get paid?'
    expect(await ask(question)).toEqual(persona.answer(question, onAir))
    expect(failures.at(-1)).toBe(why)
  },
)

test.each([
  ['nothing', { isKnown: true, answer: ' ', passages: [0] }],
  ['without citing a passage', { isKnown: true, answer: 'I am a real person.', passages: [] }],
  ['with a passage that it was not given', { isKnown: true, answer: 'Made up.', passages: [40] }],
])('a model that answers %s is ignored', async (_what, write) => {
  fake.answerWith({ write })
  const question = 'what is Fourth Take for musicians?'
  expect(await ask(question)).toEqual(persona.answer(question, onAir))
})

test('an answer that is not in the passages counts as unknown, whatever was found', async () => {
  fake.answerWith({ write: { isKnown: false, answer: '', passages: [] } })
  expect(await ask('does the singer get paid?')).toMatchObject({
    isKnown: false,
    sources: [],
    text: expect.stringMatching(/^I couldn’t find an answer/),
  })
})

test('a model is not used for live facts, actions, facts about the persona, or when nothing was found', async () => {
  for (const question of [
    'what is on the air?',
    'play your song',
    'are you real?',
    'how much is SWDZ?',
    'thanks',
    'zzzz qqqq',
  ])
    expect(await ask(question), question).toEqual(persona.answer(question, onAir))
  expect(fake.questions).toEqual([])
})

test('a model is instructed to answer in the language of the page', async () => {
  const settings = { provider: 'openai', model: 'gpt-5-mini', key: 'sk-canary-key', baseUrl: fake.baseUrl } as const
  const spanish = createShippedPersona({ writer: 'OpenAI', locale: 'es' })
  fake.answerWith({ write: { isKnown: true, answer: 'Va a 78 pulsos por minuto.', passages: [0] } })
  const question = 'qué tempo tiene Slow Voltage'
  const answer = await answerWithModel(settings, spanish.respond(question, onAir), question, (why) =>
    failures.push(why),
  )
  expect(answer).toMatchObject({ text: 'Va a 78 pulsos por minuto.', sources: [{ label: 'Biografía de Nova Swade' }] })
  expect(fake.questions[0]!.text).toContain('plain sentences of Spanish')
  await ask('what tempo is Slow Voltage')
  expect(fake.questions[1]!.text).toContain('plain sentences of English')
})

test('the provider that writes the answers is named', () => {
  expect(persona.answer('are you real?', onAir).text).toContain('A language model (OpenAI) writes the answers')
  expect(persona.answer('do you record me?', onAir).text).toContain('is sent as text to a language model (OpenAI)')
  const named = (provider: ModelSettings['provider'], baseUrl?: string) =>
    writerName({ provider, model: 'x', key: undefined, baseUrl })
  expect([named('openai'), named('anthropic'), named('openai-compatible', 'https://llm.example/v1')]).toEqual([
    'OpenAI',
    'Anthropic',
    'llm.example',
  ])
})
