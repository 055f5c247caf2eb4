import { expect, test } from 'vitest'
import { createTestPersona } from './test-persona.ts'

// Small talk, and questions that only resemble it.
const { ask } = createTestPersona()

/** Pattern of each answer. */
const saying = {
  privacy: 'We answer what you type or say here and do not store it',
  submit: 'with the form on this site',
  software: /I am software|am software\.$|AI-generated/,
  goodbye: 'Goodbye.',
}

const taken: Record<keyof typeof saying, string[]> = {
  privacy: [
    'do you ever listen to what I say?',
    'does this chat record me?',
    'does this track me?',
    'are you always listening?',
    'is this recorded?',
    'is what I type here stored?',
    'does anyone listen to this?',
    'do you keep a record of what I say?',
  ],
  submit: [
    'can I send you my song?',
    'how do I send you a track?',
    'where can you upload music?',
    'how do you submit a song?',
    'can you tell me how to send a demo?',
  ],
  software: [
    'why are you not real?',
    'how was she generated?',
    'why is Nova AI?',
    'what is an AI artist?',
    'what language model is this?',
    'is there a human here?',
    'are you a program?',
  ],
  goodbye: [
    'thank you, bye',
    'thank you bye',
    'hi bye',
    'thanks, good night',
    'ok thanks bye',
    'great, bye',
    'hello and goodbye',
    'thanks for your help, bye',
    'bye, thanks for your help',
    'ok, see you tomorrow',
  ],
}

const mistaken: Record<keyof typeof saying, string[]> = {
  privacy: [
    'do you have a track?',
    'can you tell me about your track',
    'could you explain your track',
    'is this the track',
    'is this track yours?',
    'did you make this track?',
    'did you record the track?',
    'can you hear this track?',
    'do you have a recording?',
    'is this a recording?',
    'could you describe your record',
  ],
  submit: [
    'can you send me the track',
    'send me your music',
    'send me a song',
    'could you send us a track?',
    'please send a song to me',
    'can you upload your song?',
    'did you submit your track?',
  ],
  software: [
    'what is AI music?',
    'how is AI music made?',
    'how are AI songs made',
    'what is AI?',
    'why is AI music bad?',
    'is there a music program?',
    'is there AI music here?',
  ],
  goodbye: [
    'hi, nice to see you',
    'hello, can I see you?',
    'when will I see you?',
    'what is a good night?',
    'is goodbye a song?',
  ],
}

const cases = (table: typeof taken) =>
  Object.entries(table).flatMap(([aim, questions]) =>
    questions.map((question) => [question, aim as keyof typeof saying] as const),
  )

test.each(cases(taken))('“%s” is recognized as %s', (question, aim) => {
  expect(ask(question).text).toMatch(saying[aim])
})

test.each(cases(mistaken))('“%s” is not recognized as %s', (question, aim) => {
  expect(ask(question).text).not.toMatch(saying[aim])
})

test('a question about the track is answered and offers to play it', () => {
  for (const question of [
    'do you have a track?',
    'is this the track',
    'could you describe your record',
    'can you send me the track',
    'send me a song',
  ])
    expect(ask(question), question).toMatchObject({
      isKnown: true,
      sources: [{ label: 'Featured track “Slow Voltage”' }],
      actions: [{ source: 'track:nova-swade' }],
    })
})

test('a question about AI music is answered from the records', () => {
  for (const question of ['what is AI music?', 'how is AI music made?'])
    expect(ask(question).sources, question).toMatchObject([{ label: 'Book “Real AI Music”' }])
})
