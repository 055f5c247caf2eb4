import { expect, test } from 'vitest'
import { loadShippedContent } from '#tests/support/shipped-content.ts'
import { createShippedPersona, isOfThisSite, isRight, onAir, readSpanishQuestions } from './test-questions.ts'

const persona = createShippedPersona({ locale: 'es' })
const ask = (message: string) => persona.answer(message, onAir)

test('85 % of the Spanish questions are answered by the right passage', () => {
  const spanishQuestions = readSpanishQuestions().filter(isOfThisSite)
  expect(spanishQuestions.length).toBeGreaterThanOrEqual(40)
  const wrong = spanishQuestions.filter((question) => !isRight(question, ask(question.asked)))
  expect(1 - wrong.length / spanishQuestions.length, wrong.map((one) => one.asked).join('\n')).toBeGreaterThanOrEqual(
    0.85,
  )
})

test.each([
  ['¿Qué canción está sonando?', 'que cancion esta sonando'],
  ['¿En qué tonalidad está Slow Voltage?', 'en que tonalidad esta slow voltage'],
  ['¿Cuántos días estuvo en la cabina?', 'CUANTOS DIAS ESTUVO EN LA CABINA'],
])('“%s” gets the same answer without accents and punctuation', (written, typed) => {
  expect(ask(written).isKnown).toBe(true)
  expect(ask(typed)).toEqual(ask(written))
})

test.each([
  '¿Guardas lo que digo?',
  '¿Se guardan mis mensajes?',
  '¿Se guardan mis respuestas en algún sitio?',
  '¿Quién puede leer lo que escribo aquí?',
])('“%s” is answered by the privacy page’s text about the persona', (question) =>
  expect(ask(question)).toMatchObject({ isKnown: true, sources: [{ href: '/privacy#voice' }] }),
)

test('the persona’s sentences, sources and actions are in Spanish', () => {
  expect(ask('pon tu canción')).toMatchObject({
    isAsked: true,
    text: 'Puedo poner «Slow Voltage» en el reproductor de esta página.',
    actions: [
      { source: 'track:nova-swade', label: 'Reproducir «Slow Voltage»', doing: 'Reproduciendo «Slow Voltage»' },
    ],
  })
  expect(ask('¿Cuántos días estuvo la cantante en la cabina?').sources).toEqual([
    { label: 'Biografía de Nova Swade', href: '/artist/nova-swade#about-heading' },
  ])
  expect(ask('cuándo es Listening Hour').text).toContain('el domingo 20 de diciembre de 2026 a las 18:00')
  expect(ask('pon Bohemian Rhapsody').text).toBe(
    'Solo puedo reproducir música de este sitio: «Slow Voltage» o la radio.',
  )
  expect(ask('¿Cuánto cuesta SWDZ y qué suena en la radio?').text).toMatch(/^No sé cuánto cuesta SWDZ.* Ahora suena/)
  expect(persona.answer('¿Qué suena?', undefined).text).toBe('Ahora mismo no suena nada en la radio.')
})

test('a record without a translation is found by the concepts that both languages share', () => {
  const edited = createShippedPersona({
    locale: 'es',
    platforms: loadShippedContent()
      .services.platforms.list()
      .map((one) => (one.id === 'swap-bin' ? { ...one, description: 'A place where collectibles cost little.' } : one)),
  })
  expect(edited.answer('¿Qué precio tienen los coleccionables de Swap Bin?', onAir)).toMatchObject({
    text: expect.stringContaining('A place where collectibles cost little.'),
    sources: [{ href: '/platform/swap-bin' }],
  })
})

test('for any input, an answer does not repeat it, and the same question on an English page is answered in English', () => {
  for (const message of ['<script>alert(1)</script>', '¿?¡!', '__proto__', 'ñ'.repeat(500), '\u0301\u0301'])
    expect(ask(message)).toMatchObject({ isKnown: false, sources: [] })
  expect(createShippedPersona().answer('what is on the air?', onAir).text).toContain('On the air now')
})
