import { expect, test } from 'vitest'
import { createShippedPersona, onAir } from './test-questions.ts'

// Questions that share a word with a passage about something else.
const shipped = { en: createShippedPersona(), es: createShippedPersona({ locale: 'es' }) }

test.each<['en' | 'es', string]>([
  ['en', 'Which AI tools do you use for music?'],
  ['en', 'what AI software makes your music'],
  ['en', 'can I sell my song here'],
  ['en', 'can I use the book at school'],
  ['en', 'is there a student discount'],
  ['en', 'how do I change my email address'],
  ['en', 'how do I cancel my subscription to the radio'],
  ['en', 'can my NFT expire'],
  ['en', 'is the NFT insured'],
  ['en', 'is the NFT free'],
  ['en', 'do the songs have a warranty'],
  ['es', '¿Qué herramientas de IA usas?'],
  ['es', '¿Hay descuento para estudiantes?'],
  ['es', '¿Puedo vender mi canción aquí?'],
])('in %s, “%s” is not answered from a passage about something else', (locale, question) =>
  expect(shipped[locale].answer(question, onAir)).toMatchObject({ isKnown: false, sources: [] }),
)

test('the library is said to lack a book only when a book about a topic was asked for', () => {
  for (const question of [
    'is there a book on cooking',
    'do you have a book about cooking?',
    'any books by Stephen King',
  ])
    expect(shipped.en.answer(question, onAir).text, question).toContain('The library has no book about that.')
  expect(shipped.es.answer('¿Hay un libro sobre cocina?', onAir).text).toContain('ningún libro sobre eso')
  for (const question of ['can I put the book in my fridge', 'is the book waterproof', 'what are the books about'])
    expect(shipped.en.answer(question, onAir).text, question).not.toContain('The library has no book about that.')
})
