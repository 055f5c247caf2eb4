import { expect, test } from 'vitest'
import { loadShippedContent } from '#tests/support/shipped-content.ts'
import { createShippedPersona, isOfThisSite, isRight, onAir, readQuestions } from './test-questions.ts'

const persona = createShippedPersona()
const { tuned, heldOut } = readQuestions()
const shareOf = (questions: typeof tuned) => {
  const questionsOfSite = questions.filter(isOfThisSite)
  return (
    questionsOfSite.filter((question) => isRight(question, persona.answer(question.asked, onAir))).length /
    questionsOfSite.length
  )
}

test('90 % of 150 questions, and 85 % of the held-out half, are answered by the right passage', () => {
  expect(tuned.length + heldOut.length).toBe(150)
  expect([...tuned, ...heldOut].filter(isOfThisSite).length).toBeGreaterThan(120)
  expect(shareOf([...tuned, ...heldOut])).toBeGreaterThanOrEqual(0.9)
  expect(shareOf(heldOut)).toBeGreaterThanOrEqual(0.85)
})

test.each([
  ['what tempo is Slow Voltage', '78 beats a minute in F minor'],
  ['What’s the BPM of Slow Voltage?', '78 beats a minute'],
  ['which key is “Last Table by the Window” in', '76 to the minute in D minor'],
  ['what is the newsleter?', 'Friday newsletter'],
])('“%s” is answered by one sentence of the records', (question, words) => {
  expect(persona.answer(question, onAir).text).toContain(words)
})

test.each(['what tempo is Tidewater', 'which key is Copper Sand in', 'how old is Luma', 'how much does Nova cost'])(
  '“%s” asks for a fact that no passage has, and is not answered by another one',
  (question) => expect(persona.answer(question, onAir)).toMatchObject({ isKnown: false, sources: [] }),
)

test('other music is not played, and the available music is offered instead', () => {
  expect(persona.answer('please play Bohemian Rhapsody', onAir)).toMatchObject({
    isKnown: false,
    text: 'I can only play music from this site: “Slow Voltage,” or the radio.',
    actions: [{ source: 'track:nova-swade' }, { source: 'radio' }],
  })
})

test('a question whether the voice is real, or who made it, is answered with its origin', () => {
  for (const question of [
    'is your voice AI?',
    'Who made your voice?',
    'Who created your voice?',
    'What is the speaking voice you use?',
    'what voice do you speak with',
  ]) {
    const { text } = persona.answer(question, onAir)
    expect(text, question).toMatch(/you hear a synthetic voice.*A session singer from Harbor City/s)
  }
})

test('a passage that refers to something by a pronoun is quoted with the sentence before it', () => {
  expect(persona.answer('is there a guide vocal that a person sings', onAir).text).toContain(
    'The words are written by people. A person sings them once as a guide',
  )
})

test.each([
  'Do you store what I say?',
  'Are my answers stored somewhere?',
  'Do you keep what I say to you?',
  'Is our conversation saved anywhere?',
  'Will anything I say be stored?',
  'Do you remember what I told you?',
  'Is my voice kept?',
  'Who can read what I type here?',
])('“%s” is answered by the privacy page’s text about the persona', (question) => {
  expect(persona.answer(question, onAir)).toMatchObject({
    isKnown: true,
    text: expect.stringContaining('do not store it'),
    sources: [{ href: '/privacy#voice' }],
  })
})

test('a message of maximum length is answered, whatever it repeats', () => {
  for (const word of ['aaaaaaaaa ', 'what ', 'Slow Voltage ', 'a', 'one two three, '])
    expect(persona.answer(word.repeat(500).slice(0, 500), onAir).text.length, word).toBeGreaterThan(0)
})

test('an empty library has no prices and no chapters, and the persona says that it is empty', () => {
  const empty = createShippedPersona({ books: [], tokens: [] })
  for (const question of ['price', 'how much are the books', 'which books are there?', 'open the first chapter'])
    expect(empty.answer(question, onAir).text, question).toBe('There are no books in the library yet.')
  expect(createShippedPersona({ books: [] }).answer('price', onAir).text).toBe(
    'There are no books in the library yet. Live token prices are on the tokens page.',
  )
})

test('an audiobook is described by its recorded chapters and its narrator', () => {
  const book = loadShippedContent().services.books.find('indie-music-ai-guide-2')!
  const answer = (recorded: number, readBy = 'Ada Byron', locale: 'en' | 'es' = 'en') => {
    const audioChapters = book.audioChapters.map((one, index) => (index < recorded ? one : { ...one, file: '' }))
    const narration = { ...book.narration!, readBy }
    const question = locale === 'en' ? 'Is there a free book?' : '¿Hay un libro gratis?'
    return createShippedPersona({ locale, books: [{ ...book, audioChapters, narration }] }).answer(question, onAir)
  }
  expect(answer(2).text).toContain('It also has an audiobook with 2 chapters, read by Ada Byron.')
  for (const readBy of ['Synthetic voice (X)', 'A synthetic voice (X)'])
    expect(answer(1, readBy).text).toContain(
      'It also has an audiobook with one chapter, read by a synthetic voice (X).',
    )
  expect(answer(2, 'Voz sintética (X)', 'es').text).toContain(
    'También tiene un audiolibro de 2 capítulos, leído por una voz sintética (X).',
  )
  expect(answer(0).text).not.toContain('audiobook')
})

test('the market names the sellers as soon as one collection is on sale', () => {
  const collection = {
    slug: 'a',
    name: 'A',
    description: 'A collection.',
    minted: 1,
    supply: 2,
    status: 'active' as const,
    url: 'https://exchange.example/a',
  }
  const answer = (changes: Partial<typeof collection>) =>
    createShippedPersona({ collections: [{ ...collection, ...changes }] }).answer('what does an nft cost', onAir).text
  expect(answer({})).toContain('The market links to the seller of each collection that is on sale.')
  for (const changes of [{ url: '' }, { minted: 2 }])
    expect(answer(changes)).toContain('No collection is on sale right now.')
})

test('a roster of one artist is counted as one, and one without tracks as none', () => {
  const answer = (question: string, changes: Parameters<typeof createShippedPersona>[0]) =>
    createShippedPersona(changes).answer(question, onAir).text
  const { artist } = createShippedPersona()
  expect(answer('which tracks has everybody', { others: [] })).toBe(
    'The roster has one featured track: “Slow Voltage” by Nova Swade.',
  )
  expect(answer('are the artists AI?', { others: [] })).toBe('AI-generated artists on the roster: 1 of 1 (Nova Swade).')
  const silent = { others: [], artist: { ...artist, aiGenerated: false, featuredTrack: undefined } }
  expect(answer('which tracks has everybody', silent)).toBe('The roster has no featured tracks yet.')
  expect(answer('are the artists AI?', silent)).toBe('AI-generated artists on the roster: 0 of 1.')
  expect(answer('list your songs', silent)).toBe('There is no track by Nova Swade on this site yet.')
})
