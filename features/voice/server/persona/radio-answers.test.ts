import { expect, test } from 'vitest'
import { onAirOf } from './radio-answers.ts'
import { createShippedPersona, onAir } from './test-questions.ts'

const shipped = { en: createShippedPersona(), es: createShippedPersona({ locale: 'es' }) }
const between = {
  ...onAir,
  previous: { title: 'Tidewater', artist: 'Vesper Swade' },
  next: { title: 'Copper Sand', artist: 'Rio Swade' },
}

test.each<[says: string, locale: 'en' | 'es', questions: string[]]>([
  [
    'On the air now: “Slow Voltage” by Nova Swade. Before it: “Tidewater” by Vesper Swade.',
    'en',
    [
      'Who played before this song?',
      'what played before this',
      'What was the last song on the radio?',
      'which song was on before this one?',
    ],
  ],
  [
    'On the air now: “Slow Voltage” by Nova Swade. Next: “Copper Sand” by Rio Swade.',
    'en',
    ['What plays next?', 'what is the next song on the radio', 'What is coming up next on the radio?'],
  ],
  ['Antes sonó «Tidewater», de Vesper Swade.', 'es', ['¿Qué sonó antes de esta canción?', '¿Quién sonó antes?']],
  ['Después suena «Copper Sand», de Rio Swade.', 'es', ['¿Qué suena después?', '¿Qué canción sigue en la radio?']],
])('“%s” answers from the station’s data', (says, locale, questions) => {
  for (const question of questions)
    expect(shipped[locale].answer(question, between), question).toMatchObject({
      text: says.startsWith('On the air') ? says : expect.stringContaining(says),
      isKnown: true,
      sources: [{ href: '/radio' }],
    })
})

test('the previous and the next song are those of the station', () => {
  const play = (title: string) => ({
    sh_id: 1,
    played_at: 1,
    duration: 60,
    elapsed: 1,
    remaining: 59,
    song: { id: '', text: '', artist: 'A', title, album: '', genre: '', art: '', artist_url: null, levels_url: null },
  })
  const now = { now_playing: play('Two'), playing_next: play('Three'), song_history: [play('One'), play('Zero')] }
  expect(onAirOf(now)).toEqual({
    title: 'Two',
    artist: 'A',
    previous: { title: 'One', artist: 'A' },
    next: { title: 'Three', artist: 'A' },
  })
  expect(onAirOf({ ...now, playing_next: null, song_history: [] })).toEqual({ title: 'Two', artist: 'A' })
  expect(onAirOf({ ...now, now_playing: null })).toBeUndefined()
})

test('the persona says so when the station does not know the song before or after', () => {
  const { en } = shipped
  expect(en.answer('What plays next?', onAir)).toMatchObject({
    text: 'On the air now: “Slow Voltage” by Nova Swade. I don’t know what plays next.',
    isKnown: false,
  })
  expect(en.answer('Who played before this song?', onAir).text).toContain('I don’t know what played before.')
  expect(en.answer('What plays next?', undefined).text).toBe(
    'The radio is silent right now. I don’t know what plays next.',
  )
})
