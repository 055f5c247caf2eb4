import { expect, test } from 'vitest'
import { createShippedPersona, onAir } from './test-questions.ts'

// An answer to another question than the one that was asked is worse than none.
const shipped = { en: createShippedPersona(), es: createShippedPersona({ locale: 'es' }) }

test.each<[locale: 'en' | 'es', questions: string[]]>([
  [
    'en',
    [
      'What are your hours?',
      'what are your opening hours',
      'When are you open?',
      'What is the hour?',
      'Is the floor wet?',
      'When was this song made?',
      'when was your song recorded',
      'When was Slow Voltage made?',
      'Where was this song made?',
      'why was this song made',
      'when do you sing',
      'what time does the radio start',
      'who played the guitar on this song',
    ],
  ],
  [
    'es',
    ['¿Cuál es su horario?', '¿A qué hora abren?', '¿Cuándo se hizo esta canción?', '¿Cuándo se grabó Slow Voltage?'],
  ],
])('a question that no record answers stays open, even if a record has its words (%s)', (locale, questions) => {
  for (const question of questions) {
    const { isKnown, sources, text } = shipped[locale].answer(question, onAir)
    expect({ isKnown, sources }, `${question} ${text}`).toEqual({ isKnown: false, sources: [] })
  }
})

test('an event is the answer only to a question that names it, the venue or a date', () => {
  const answer = (question: string) => shipped.en.answer(question, onAir)
  for (const question of [
    'who played the last time before a song',
    'can I play something not finished',
    'who listens at the back of the room',
    'in which order do people arrive',
    'when is my hour',
  ])
    expect(answer(question).sources, question).not.toContainEqual(expect.objectContaining({ href: '/#virtual-world' }))
  for (const [question, title] of [
    ['when is Listening Hour', 'Listening Hour'],
    ['what should I bring to Listening Hour', 'Listening Hour'],
    ['when does The Long Tone end', 'The Long Tone'],
    ['is there something on new years eve', 'The Long Tone'],
    ['who is on the small stage', 'Open Floor'],
    ['when does the show start', 'Open Floor'],
    ['What time does the concert start?', 'Open Floor'],
  ] as const)
    expect(answer(question).text, question).toContain(title)
})

test.each<[says: string, locale: 'en' | 'es', questions: string[]]>([
  [
    'We’ll email you our decision, and the private status page of your track shows where it is.',
    'en',
    [
      'How long until I hear back about my song?',
      'when will I hear back about my track',
      'How long does the review take?',
    ],
  ],
  [
    'Te enviaremos nuestra decisión por correo',
    'es',
    ['¿Cuándo me contestan sobre mi canción?', '¿Cuánto tardan en responder sobre mi tema?'],
  ],
  ['Nova Swade is an AI-generated artist', 'en', ['how was this song made', 'was this song made by AI']],
])('“%s” is about what was asked (%s)', (says, locale, questions) => {
  for (const question of questions) expect(shipped[locale].answer(question, onAir).text, question).toContain(says)
})
