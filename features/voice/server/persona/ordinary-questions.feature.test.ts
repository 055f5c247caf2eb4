import { expect, test } from 'vitest'
import { createPersona } from './persona.ts'
import { recordsFor } from './records.ts'
import { language, onAir, createTestPersona, texts } from './test-persona.ts'

// Questions that people ask without having read the persona's records.
let now = new Date('2026-12-01T12:00:00Z')
const clock = { now: () => now }
const { site, ask } = createTestPersona(clock)

const answered: [question: string, source: string, words: string][] = [
  ['Tell me your biography', 'Biography of Nova Swade', 'one lamp is still on'],
  ['What is your biography?', 'Biography of Nova Swade', 'one lamp is still on'],
  ['biography', 'Biography of Nova Swade', 'one lamp is still on'],
  ['What is your story?', 'Biography of Nova Swade', 'one lamp is still on'],
  ['Tell me Nova’s story', 'Biography of Nova Swade', 'one lamp is still on'],
  ['read me your biography', 'Biography of Nova Swade', 'one lamp is still on'],
  ['What genre are you?', 'Biography of Nova Swade', 'Neo-Soul and R&B'],
  ['What kind of music do you make?', 'Biography of Nova Swade', 'Neo-Soul and R&B'],
  ['How is your voice made?', 'Biography of Nova Swade', 'A session singer from Harbor City'],
  ['Who is the singer behind your voice?', 'Biography of Nova Swade', 'A session singer from Harbor City'],
  ['Is the singer paid?', 'Biography of Nova Swade', 'she is paid a share'],
  ['who wrote your lyrics?', 'Biography of Nova Swade', 'The words are written by people.'],
  ['who writes the lyrics?', 'Biography of Nova Swade', 'The words are written by people.'],
  ['list your songs', 'Featured track “Slow Voltage”', '1:43 long'],
  ['what songs do you have?', 'Featured track “Slow Voltage”', '1:43 long'],
  ['show me your songs', 'Featured track “Slow Voltage”', '1:43 long'],
  ['How long is Slow Voltage?', 'Featured track “Slow Voltage”', '1:43 long'],
  ['how many nfts are minted?', 'Market', 'NFTs in 12 collections are minted.'],
  ['who is Kairo Swade?', 'Biography of Kairo Swade', 'Kairo Swade’s genres: Hip-Hop and Boom-Bap.'],
  ['who is Luma Swade', 'Biography of Luma Swade', 'Luma Swade’s genres: Synth-Pop and Electronic.'],
  ['Tell me about Rio', 'Biography of Rio Swade', 'Bossa Nova and Latin Pop'],
  ['Kairo’s biography', 'Biography of Kairo Swade', 'Track sheet, reel 2'],
  ['What voice does Kairo use?', 'Biography of Kairo Swade', 'two lyricists wrote it in pencil'],
  ['songs by Kairo', 'Featured track “Paper Crowns”', 'Paper Crowns'],
  ['Does Kairo have a collection?', 'Collection “Paper Crowns Loop Book”', '121 of 200'],
  ['Which artist makes jazz?', 'Biography of Sable Swade', 'Jazz and Downtempo'],
  ['who sings bossa nova?', 'Biography of Rio Swade', 'Bossa Nova'],
  ['who plays the trumpet?', 'Biography of Sable Swade', 'a muted trumpet'],
  ['Who else is on the roster?', 'Swade Fam', 'There are 11 artists'],
  ['what tracks do the artists have?', 'Swade Fam', '“Tidewater” by Vesper Swade'],
  ['how much does the free book cost?', 'Book “Indie Music AI Guide 2”', 'It is free to read'],
  ['Can I get a refund?', 'Terms', 'The terms say when'],
  ['can I return a book I bought?', 'Terms', 'The terms say when'],
  ['I want my money back', 'Terms', 'The terms say when'],
  ['what is your return policy?', 'Terms', 'The terms say when'],
  ['can I get a refund within 14 days?', 'Terms', 'The terms say when'],
  ['The file is broken, can I get my money back?', 'Terms', 'The terms say when'],
  ['Can I get a refund for Real AI Music?', 'Terms', 'The terms say when'],
  ['What does it cost to return a book?', 'Terms', 'The terms say when'],
  ['how do I cancel my order?', 'Terms', 'The terms say when'],
  ['How much do the books cost and can I get a refund?', 'Books Library', '“Real AI Music” costs $9.99.'],
  ['How much do the books cost and can I get a refund?', 'Books Library', 'The terms say when'],
  ['How do I buy a book?', 'Books Library', '“Real AI Music” costs $9.99.'],
  ['Where do I find the book I bought?', 'My Books', 'My Books lists the books you own'],
  ['How do I get into the venue?', 'Virtual World', 'on the home page, under Virtual World'],
  ['What do I need to join the venue?', 'Virtual World', 'You don’t need an account'],
  ['Where is the venue?', 'Virtual World', 'on the home page, under Virtual World'],
  ['How do I buy a book with Cash App?', 'Terms', 'with the note, mark the payment as sent'],
  ['How do I pay by card?', 'Terms', 'choose Credit/Debit Card there'],
  ['Where can I listen to Slow Voltage?', 'Featured track “Slow Voltage”', 'in the player on this page'],
  ['How do I get my book on another phone?', 'My Books', 'open your books on any device'],
  ['Do I need an account?', 'Terms', 'You don’t need an account'],
  ['How do I connect my wallet?', 'Tokens', 'press Connect Wallet on the tokens page'],
  ['Where can I buy SWDZ?', 'Tokens', 'There is no exchange link for SWDZ on this site yet.'],
  ['Can I buy SWADEZ today?', 'Tokens', 'There is no exchange link for SWDZ on this site yet.'],
  ['Will SWDZ go up?', 'Tokens', 'I can’t predict prices'],
  ['Is SWDX a good investment?', 'Tokens', 'can fall to zero'],
  ['I lost the link to my book', 'My Books', 'personal links'],
  ['What is the newsletter about?', 'The Friday newsletter', 'AI music and creative technology'],
  ['How much are the books?', 'Books Library', '“Real AI Music” costs $9.99.'],
  ['How much does Tokenizing Your Business cost?', 'Book “Tokenizing Your Business”', 'It costs $9.99.'],
  ['what does the book about websites cost?', 'Book “Building Lovable Websites”', 'It costs $9.99.'],
  ['Which book should I read about tokens?', 'Book “Tokenizing Your Business”', 'A token can open a door'],
  ['Is there a book about websites?', 'Book “Building Lovable Websites”', 'Building Lovable Websites'],
  ['which book explains mixing?', 'Chapter “A Plain Mix” of “Indie Music AI Guide”', 'chapter 7'],
  ['Which book should I read?', 'Books Library', 'You can start with “Indie Music AI Guide 2,” because it is free.'],
  ['Who wrote Real AI Music?', 'Book “Real AI Music”', 'by Swade'],
  ['How do royalties work?', 'Chapter “Royalties and Real Things” of “Tokenizing Your Business”', 'chapter 5'],
  [
    'which chapter is about prompts?',
    'Chapter “Prompts That Survive Review” of “Building Lovable Websites”',
    'chapter 6',
  ],
  ['consent', 'Chapter “Consent and the Voice” of “Real AI Music”', 'chapter 2'],
  ['What is SWDZ?', 'SWADEZ (SWDZ)', 'The listener’s token'],
  ['What is SWADEX for?', 'SWADEX (SWDX)', 'Render time in Fourth Take'],
  ['Should I buy SWDZ?', 'SWADEZ (SWDZ)', 'its price can fall as easily as rise'],
  ['which tokens are there?', 'Tokens', 'There are 2 tokens'],
  ['your background', 'Biography of Nova Swade', 'one lamp is still on'],
  ['tell me your whole story', 'Biography of Nova Swade', 'one lamp is still on'],
  ['what is your track called', 'Featured track “Slow Voltage”', '1:43 long'],
  ['what is your song called', 'Featured track “Slow Voltage”', '1:43 long'],
  ['name of your song', 'Featured track “Slow Voltage”', '1:43 long'],
  ['what records do you have?', 'Featured track “Slow Voltage”', '1:43 long'],
  ['where can I hear your songs?', 'Featured track “Slow Voltage”', '1:43 long'],
  ['thanks, who is Kairo?', 'Biography of Kairo Swade', 'Kairo Swade’s genres: Hip-Hop and Boom-Bap.'],
  ['Good morning, who is Luma?', 'Biography of Luma Swade', 'Luma Swade’s genres: Synth-Pop and Electronic.'],
  ['Hi, who are you?', 'Biography of Nova Swade', 'I am the built-in persona of Nova Swade'],
  ['hello what does the book cost', 'Books Library', '“Real AI Music” costs $9.99'],
  ['hello, how much is Real AI Music?', 'Book “Real AI Music”', 'It costs $9.99'],
  ['is Real AI Music free?', 'Book “Real AI Music”', 'It costs $9.99'],
  ['What is real AI music?', 'Book “Real AI Music”', 'by Swade'],
  ['How many days did the singer spend', 'Biography of Nova Swade', 'nine days in a booth'],
  ['how do I write a prompt', 'Book “Building Lovable Websites”', 'From a blank prompt'],
  ['price', 'Books Library', '“Real AI Music” costs $9.99'],
  ['what’s the price?', 'Books Library', '“Real AI Music” costs $9.99'],
  ['how much is it?', 'Books Library', '“Real AI Music” costs $9.99'],
  ['how can I submit a song?', 'Submit your music', 'with the form on this site'],
  ['how do I get my track on the radio?', 'Submit your music', 'with the form on this site'],
  ['what is your email address', 'Legal notice', 'Write to us at hello@swade.example. We read everything'],
  ['hello, what is your email address?', 'Legal notice', '. We read everything'],
  ['how do I sign up for the newsletter?', 'The Friday newsletter', 'You can sign up on its page'],
  ['When was the newsletter last sent?', 'The Friday newsletter', 'is sent every Friday at 9 AM EST'],
  ['How do I unsubscribe?', 'Privacy', 'The privacy page says: Every issue has a link to unsubscribe.'],
  [
    'Which book should I read first?',
    'Books Library',
    'You can start with “Indie Music AI Guide 2,” because it is free. The other books are: “Real AI Music”;',
  ],
  ['Do I lose access to my book?', 'My Books', 'open your books on any device and do not expire'],
  ['What do you do with my data?', 'Privacy', 'We answer what you type or say here and do not store it'],
  ['Where can I stream your music?', 'Where to listen, Nova Swade', 'Nova Swade is not on Spotify yet.'],
  ['Does Atlas have a track?', 'Atlas Swade', 'There is no track by Atlas Swade'],
  ['Who sings your songs?', 'Biography of Nova Swade', 'an AI-generated artist, not a person'],
  ['What is your phone number?', 'Legal notice', 'Write to us at hello@swade.example.'],
  ['Do you have an audiobook?', 'Book “Indie Music AI Guide 2”', 'The description of the book begins: “A generator'],
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
  'who is the founder of Apple?',
  'the founder of bitcoin?',
  'is the founder a woman',
  'When did the founder die?',
  'how old is the founder?',
  'does the founder have kids?',
  'who owns Tesla?',
  'is Swade a real person?',
  'how old is Nova?',
  'how old is Kairo?',
  'has Nova won a Grammy?',
  'what are you wearing?',
  'write me a biography of Einstein',
  'bio of Taylor Swift',
  'tell me a bedtime story',
  'what’s the whole story of bitcoin',
  'how do I play music in the background',
  'what do people say about you?',
  'do you listen to music?',
  'when was your song released?',
  'what do I need to make a record?',
  'does Nova write her own songs?',
  'what is your favorite collection of stamps',
  'an nft collection by Van Gogh',
  'what is playing at the cinema?',
  'how do I bake bread',
  'When did Swade start?',
  'how much do you cost?',
  'price of gold',
  'can I withdraw bitcoin to order pizza?',
  'how do I cancel my wedding order?',
  'will the bank refund my rent?',
])('“%s” is not answered from a record that merely contains one of its words', (question) => {
  const { isKnown, sources, text } = ask(question)
  expect({ isKnown, sources }, text).toEqual({ isKnown: false, sources: [] })
})

test('a question about returning to a book is not answered with the return policy', () => {
  for (const question of ['how do I return to my book?', 'return to the books library'])
    expect(ask(question).text, question).not.toContain('terms')
})

test('the persona does not invent a book on a subject that the library lacks', () => {
  for (const question of [
    'do you have a book about cooking?',
    'are there any books by Stephen King?',
    'what books has Tolkien written?',
  ])
    expect(ask(question), question).toMatchObject({ isKnown: false, sources: [{ href: '/books' }] })
})

test('the persona never presents an artist as a person', () => {
  for (const question of [
    'is Nova AI?',
    'is nova an AI artist?',
    'is nova a real person',
    'is Nova human',
    'Is Nova real?',
    'is she real?',
    'so is Nova a robot or a human?',
    'Nova isn’t real, right?',
    'does Nova exist?',
    'is your voice AI?',
    'is the voice real?',
    'was this song made by AI?',
  ])
    expect(ask(question).text, question).toContain('Nova Swade is an AI-generated artist, not a person.')
  expect(ask('Is Kairo a real person?').text).toBe('Kairo Swade is an AI-generated artist, not a person.')
  for (const question of ['are the artists AI?', 'are Kairo and Luma real?', 'are all singers real people?'])
    expect(ask(question).text, question).toBe('All 11 artists on the roster are AI-generated.')
  for (const question of ['am I talking to a human?', 'is anybody real here?', 'who created you?'])
    expect(ask(question).text, question).toContain('I am software')
})

test('a question about recording is answered with the privacy information', () => {
  for (const question of [
    'do you record me?',
    'do you record?',
    'will you record this',
    'are you recording this?',
    'am I being recorded?',
    'do you track me?',
    'can you hear me?',
    'do you keep what I type?',
    'is this conversation saved?',
    'is my data safe?',
  ])
    expect(ask(question), question).toMatchObject({
      text: expect.stringContaining('We answer what you type or say here and do not store it'),
      sources: [{ href: '/privacy#voice' }],
    })
})

test('a question about making or releasing music is not answered with the artist’s track', () => {
  for (const question of [
    'how do I release a song',
    'where can I release my music?',
    'can you write me a song?',
    'how do I mix a track?',
  ])
    expect(ask(question).sources[0]?.href ?? '', question).not.toContain('#track-heading')
})

test('a number alone opens no book or chapter', () => {
  for (const question of [
    'read me the first chapter',
    'open the second chapter',
    'open chapter 3',
    'open the first book',
  ])
    expect(ask(question), question).toMatchObject({ isAsked: false, sources: [{ href: '/books' }] })
  expect(ask('open the chapter about prompts')).toMatchObject({
    isAsked: true,
    actions: [{ href: '/book/building-websites-lovable/read' }],
  })
})

test('greetings and thanks are answered only when the message contains nothing else', () => {
  for (const words of ['thanks', 'Thank you so much!', 'thanks for your help', 'thank you, that was great'])
    expect(ask(words).text, words).toBe('You’re welcome.')
  for (const words of ['hi', 'Hello Nova', 'good evening', 'hi, how are you?'])
    expect(ask(words).text, words).toMatch(/^Hello/)
  for (const words of ['ok bye', 'good night']) expect(ask(words).text, words).toMatch(/^Goodbye/)
})

test('a collection opens at its position on the market page', () => {
  expect(ask('what is Paper Crowns Loop Book?').actions).toMatchObject([
    { kind: 'open', href: '/market#paper-crowns-loop-book' },
  ])
})

test('a canceled event is reported as such, and an event named like a genre matches no other question', () => {
  const { services, collect } = site()
  const { artists, venue } = services
  const { at, coming } = venue.schedule(new Date('2026-12-01T12:00:00Z'))
  const withEvents = (events: typeof coming) =>
    createPersona({
      ...recordsFor(
        artists.find('nova-swade')!,
        { ...services, story: collect('personaStory')[0]?.('en') },
        { clock, language, texts },
      ),
      schedule: () => ({ at, coming: events }),
    })
  const hourOff = withEvents(coming.map((event) => ({ ...event, isCalledOff: event.title === 'Listening Hour' })))
  expect(hourOff.answer('When is Listening Hour?', onAir).text).toBe(
    '“Listening Hour” in the virtual venue on Sunday, December 20, 2026 at 6:00 PM (GMT+1) is cancelled.',
  )
  expect(hourOff.answer('what is the next event?', onAir).text).toContain('“Open Floor,” on')
  const allOff = withEvents(coming.map((event) => ({ ...event, isCalledOff: true })))
  expect(allOff.answer('what is the next event?', onAir).text).toContain('are cancelled: “Open Floor,”')
  const jazz = withEvents(coming.slice(0, 1).map((event) => ({ ...event, title: 'Jazz' })))
  expect(jazz.answer('Which artist makes jazz?', onAir).sources[0]?.label).toBe('Biography of Sable Swade')
  for (const question of ['When is Jazz?', 'is there a jazz event?'])
    expect(jazz.answer(question, onAir).text, question).toContain('“Jazz” takes place in the virtual venue on')
})

test('the price of a token is unknown, and the tokens page is offered', () => {
  for (const question of ['How much is SWDZ worth?', 'What is the price of SWDX?', 'how much does a token cost'])
    expect(ask(question), question).toMatchObject({ isKnown: false, actions: [{ kind: 'open', href: '/tokens' }] })
})

test('the price of a collection is unknown, and the market is offered', () => {
  for (const question of ['How much does the NFT collection cost?', 'how much is Glass Arcade High Scores?'])
    expect(ask(question), question).toMatchObject({
      text: expect.stringContaining('No collection is on sale right now.'),
      isKnown: false,
      actions: [{ kind: 'open', href: '/market' }],
    })
})

test('the next event follows the schedule at the time of the question', () => {
  for (const question of [
    'when is the next event in the virtual world',
    'what is the next event?',
    'any upcoming concerts?',
    'When is the next event in the venue?',
    'When does the next event start?',
  ]) {
    const { text, actions } = ask(question)
    expect(text, question).toContain('“Open Floor,” on Friday, December 11, 2026 at 9:00 PM (EST)')
    expect(actions[0]).toMatchObject({ kind: 'open', href: '/#virtual-world' })
  }
  expect(ask('When is Listening Hour?').text).toContain(
    '“Listening Hour” takes place in the virtual venue on Sunday, December 20, 2026',
  )
  now = new Date('2026-12-12T02:30:00Z')
  expect(ask('what is the next event?').text).toContain(
    '“Open Floor” is on now in the virtual venue; it started on Friday, December 11',
  )
  now = new Date('2029-01-01T00:00:00Z')
  expect(ask('what is the next event?').text).toBe('No events in the virtual venue are announced right now.')
})

test('another artist’s page opens on request, and their track plays there', () => {
  expect(ask('open Kairo’s page')).toMatchObject({
    isAsked: true,
    actions: [{ kind: 'open', href: '/artist/kairo-swade' }],
  })
  for (const wish of ['play Paper Crowns', 'play a song by Kairo'])
    expect(ask(wish), wish).toMatchObject({ isAsked: false, actions: [{ kind: 'open', href: '/artist/kairo-swade' }] })
})

test('no answer repeats its subject', () => {
  for (const [question] of answered) {
    const { text } = ask(question)
    const [opening = '', rest = ''] = text.split(/: (.*)/s)
    const named = opening.match(/“[^”]+”|\d{4}(-\w+)?/g) ?? []
    for (const name of named) expect(rest.startsWith(name), text).toBe(false)
  }
  expect(ask('What is Slow Voltage?').text).toBe('“Slow Voltage” is the featured track by Nova Swade, 1:43 long.')
  expect(ask('What is Money, Partners and the Next One?').text).toBe(
    '“Money, Partners and the Next One” is chapter 9 of “Indie Music AI Guide 2.”',
  )
})
