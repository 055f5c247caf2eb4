import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { createPersona, type Persona } from './persona.ts'
import { recordsFor } from './records-for.ts'

/** What people ask of the persona without having read its records, on the content as it ships. */
let site: TestSite
let persona: Persona
let now = new Date('2026-12-01T12:00:00Z')
const clock = { now: () => now }
beforeAll(async () => {
  site = await buildTestSite()
  const { artists } = site.services
  persona = createPersona(recordsFor(artists.find('nova-swade')!, site.services, clock))
})
afterAll(() => site.close())

const onAir = { title: 'Slow Voltage', artist: 'Nova Swade' }
const ask = (message: string): PersonaAnswer => persona.answer(message, onAir)

const answered: [question: string, source: string, words: string][] = [
  ['Tell me your biography', 'Liner notes of Nova Swade', 'one lamp is still on'],
  ['What is your biography?', 'Liner notes of Nova Swade', 'one lamp is still on'],
  ['biography', 'Liner notes of Nova Swade', 'one lamp is still on'],
  ['What is your story?', 'Liner notes of Nova Swade', 'one lamp is still on'],
  ['Tell me Nova’s story', 'Liner notes of Nova Swade', 'one lamp is still on'],
  ['read me your biography', 'Liner notes of Nova Swade', 'one lamp is still on'],
  ['What genre are you?', 'Liner notes of Nova Swade', 'Neo-Soul and R&B'],
  ['What kind of music do you make?', 'Liner notes of Nova Swade', 'Neo-Soul and R&B'],
  ['How is your voice made?', 'Liner notes of Nova Swade', 'A session singer from Harbor City'],
  ['Who is the singer behind your voice?', 'Liner notes of Nova Swade', 'A session singer from Harbor City'],
  ['Is the singer paid?', 'Liner notes of Nova Swade', 'she is paid a share'],
  ['list your songs', 'Featured track “Slow Voltage”', '1:44 long'],
  ['what songs do you have?', 'Featured track “Slow Voltage”', '1:44 long'],
  ['show me your songs', 'Featured track “Slow Voltage”', '1:44 long'],
  ['How long is Slow Voltage?', 'Featured track “Slow Voltage”', '1:44 long'],
  ['how many nfts are minted?', 'Collection “Slow Voltage: Twelve Rooms”', '148 of 240 are minted'],
  ['who is Kairo Swade?', 'Liner notes of Kairo Swade', 'Kairo Swade makes Hip-Hop and Boom-Bap'],
  ['who is Luma Swade', 'Liner notes of Luma Swade', 'Luma Swade makes Synth-Pop and Electronic'],
  ['Tell me about Rio', 'Liner notes of Rio Swade', 'Bossa Nova and Latin Pop'],
  ['Kairo’s biography', 'Liner notes of Kairo Swade', 'Track sheet, reel 2'],
  ['What voice does Kairo use?', 'Liner notes of Kairo Swade', 'two lyricists wrote it in pencil'],
  ['songs by Kairo', 'Featured track “Paper Crowns”', 'Paper Crowns'],
  ['Does Kairo have a collection?', 'Collection “Paper Crowns Loop Book”', '121 of 200'],
  ['Which artist makes jazz?', 'Liner notes of Sable Swade', 'Jazz and Downtempo'],
  ['who sings bossa nova?', 'Liner notes of Rio Swade', 'Bossa Nova'],
  ['who plays the trumpet?', 'Liner notes of Sable Swade', 'a muted trumpet'],
  ['Who else is on the roster?', 'Swade Fam', 'There are 11 artists'],
  ['what tracks do the artists have?', 'Swade Fam', '“Tidewater” by Vesper Swade'],
  ['Who is Swade?', 'The journey', 'Swade grew up four streets from a harbor'],
  ['who is the founder?', 'The journey', 'Swade grew up four streets from a harbor'],
  ['what prizes has Swade won?', 'The journey', 'Demo Night, First Prize 1985'],
  ['What happened in 1991?', 'The journey, 1991', 'Midnight to six, two turntables'],
  ['tell me about the night desk', 'The journey, 1991', 'Midnight to six, two turntables'],
  ['Is there a Hammond organ?', 'The journey, 1993-2000', 'a Hammond organ nobody could get out again'],
  ['how much does the free book cost?', 'Book “Indie Music AI Guide 2”', 'It is free to read'],
  ['How much are the books?', 'Books Library', '“Real AI Music” costs $9.99.'],
  ['How much does Tokenizing Your Business cost?', 'Book “Tokenizing Your Business”', 'It costs $9.99.'],
  ['what does the book about websites cost?', 'Book “Building Lovable Websites”', 'It costs $9.99.'],
  ['Which book should I read about tokens?', 'Book “Tokenizing Your Business”', 'A token can hold a door'],
  ['Is there a book about websites?', 'Book “Building Lovable Websites”', 'Building Lovable Websites'],
  ['which book explains mixing?', 'Chapter “A Plain Mix” of “Indie Music AI Guide”', 'chapter 7'],
  ['Which book should I read?', 'Books Library', 'There are 6 books'],
  ['Who wrote Real AI Music?', 'Book “Real AI Music”', 'by Swade'],
  ['How do royalties work?', 'Book “Tokenizing Your Business”', 'royalties'],
  ['which chapter is about prompts?', 'Chapter “Prompts That Survive Review” of “Building Lovable Websites”', 'chapter 6'],
  ['consent', 'Chapter “Consent and the Voice” of “Real AI Music”', 'chapter 2'],
  ['What is SWDZ?', 'SWADEZ (SWDZ)', 'The listener’s token'],
  ['What is SWADEX for?', 'SWADEX (SWDX)', 'Render time in Fourth Take'],
  ['Should I buy SWDZ?', 'SWADEZ (SWDZ)', 'its price can fall as easily as rise'],
  ['which tokens are there?', 'Tokens', 'There are 2 tokens'],
]

test.each(answered)('“%s” is answered from %s', (question, source, words) => {
  const { isKnown, sources, text } = ask(question)
  expect({ isKnown, source: sources[0]?.label }, text).toEqual({ isKnown: true, source })
  expect(text.replaceAll("'", '’')).toContain(words)
})

test.each([
  'What is the weather?',
  'what is the weather in Rio',
  'What time is it?',
  'How old are you?',
  'Where do you live?',
  'Are you married?',
  'Do you have a dog?',
  'do you like coffee?',
  'what is your favorite color?',
  'what is your email address',
  'How much money do you make?',
  'How much is bitcoin worth?',
  'how much does it cost to submit a song?',
  'who is the president?',
  'Who won the world cup?',
  'What is the meaning of life?',
  'What is love?',
  'What is 2+2?',
  'what is the best phone',
  'write me a poem',
  'what is next?',
  'what number is it',
  'word',
  'word '.repeat(100),
])('“%s” is not answered from a record that holds a word of it', (question) => {
  const { isKnown, sources, text } = ask(question)
  expect({ isKnown, sources }, text).toEqual({ isKnown: false, sources: [] })
})

test('a book about something that no book is about is not made up', () => {
  expect(ask('do you have a book about cooking?')).toMatchObject({ isKnown: false, sources: [{ href: '/books' }] })
})

test('what a token costs is not known here, and the page that shows it is offered', () => {
  for (const question of ['How much is SWDZ worth?', 'What is the price of SWDX?', 'how much does a token cost', 'Where can I buy SWADEZ?'])
    expect(ask(question), question).toMatchObject({ isKnown: false, actions: [{ kind: 'open', href: '/tokens' }] })
})

test('the next event is told as the programme has it at the moment of asking', () => {
  for (const question of ['when is the next event in the virtual world', 'what is the next event?', 'any upcoming concerts?']) {
    const { text, actions } = ask(question)
    expect(text, question).toContain('“Open Floor”, on Friday, December 11, 2026 at 9:00 PM (EST)')
    expect(actions[0]).toMatchObject({ kind: 'open', href: '/#virtual-world' })
  }
  expect(ask('When is Listening Hour?').text).toContain('“Listening Hour” is in the virtual world on Sunday, December 20, 2026')
  now = new Date('2026-12-12T02:30:00Z')
  expect(ask('what is the next event?').text).toContain('“Open Floor” is on in the virtual world; it began on Friday, December 11')
  now = new Date('2029-01-01T00:00:00Z')
  expect(ask('what is the next event?').text).toBe('No event in the virtual world is announced at the moment.')
})

test('another artist’s page is opened when it is asked for, and their track is played there', () => {
  expect(ask('open Kairo’s page')).toMatchObject({ isAsked: true, actions: [{ kind: 'open', href: '/artist/kairo-swade' }] })
  for (const wish of ['play Paper Crowns', 'play a song by Kairo'])
    expect(ask(wish), wish).toMatchObject({ isAsked: false, actions: [{ kind: 'open', href: '/artist/kairo-swade' }] })
})

test('no answer says what it is about twice', () => {
  for (const [question] of answered) {
    const { text } = ask(question)
    const [opening = '', rest = ''] = text.split(/: (.*)/s)
    const named = opening.match(/“[^”]+”|\d{4}(-\w+)?/g) ?? []
    for (const name of named) expect(rest.startsWith(name), text).toBe(false)
  }
  expect(ask('What is Slow Voltage?').text).toBe('“Slow Voltage” is the featured track of Nova Swade, 1:44 long.')
  expect(ask('What is Money, Partners and the Next One?').text).toBe(
    '“Money, Partners and the Next One” is chapter 9 of “Indie Music AI Guide 2”.',
  )
  expect(ask('tell me about the website that sang').text).toMatch(/^1998, “The website that sang at people”: (?!1998)/)
})
