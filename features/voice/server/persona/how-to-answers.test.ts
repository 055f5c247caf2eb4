import { expect, test } from 'vitest'
import { loadShippedContent } from '#tests/support/shipped-content.ts'
import { createShippedPersona, onAir } from './test-questions.ts'

type Changes = Parameters<typeof createShippedPersona>[0]

const shipped = { en: createShippedPersona(), es: createShippedPersona({ locale: 'es' }) }
const answersOf = (questions: string[], changes?: Changes) => {
  const persona = changes ? createShippedPersona(changes) : shipped.en
  return questions.map((question) => persona.answer(question, onAir).text)
}

test.each<[says: string, questions: string[]]>([
  [
    'There is no exchange link for SWDZ on this site yet.',
    ['Where can I buy SWDZ?', 'How do I get SWDZ?', 'Which exchange lists SWDZ?', 'Can I buy SWADEZ today?'],
  ],
  [
    'I can’t predict prices',
    [
      'Will SWDZ go up?',
      'Will the price of SWDX rise?',
      'Is SWDX a good investment?',
      'Should I invest in SWDZ?',
      'Can I lose money with SWDZ?',
      'Are NFTs a good investment?',
    ],
  ],
  [
    'If a book’s page offers Cash App',
    [
      'How do I buy a book with Cash App?',
      'How do I buy Real AI Music with Cash App?',
      'can I pay with cash app',
      'How does Cash App work?',
      'do you take cash app',
    ],
  ],
  ['Books are sold on their pages in the Books Library.', ['How do I buy a book?', 'Where can I buy Real AI Music?']],
  [
    'The book’s page shows how you can pay right now.',
    ['How do I pay for a book?', 'which payment methods do you have'],
  ],
  ['If the page says that the handle is a sample, do not send money.', ['Can I pay with Cash App?', 'cash app']],
  ['choose Credit/Debit Card there', ['How do I pay by card?', 'do you take credit cards', 'Can I pay with a card?']],
  [
    'You don’t need an account, an app, a headset or a microphone',
    [
      'What do I need to join the venue?',
      'Do I need an account for the venue?',
      'Do I need to sign up to enter the venue?',
      'Is the venue free?',
    ],
  ],
  [
    'You can enter the virtual venue on the home page, under Virtual World.',
    ['Where is the venue?', 'How do I join the virtual venue?', 'how do I join the virtual world', 'enter the venue'],
  ],
  [
    'You can play “Slow Voltage” in the player on this page.',
    ['Where can I listen to Slow Voltage?', 'How can I hear Slow Voltage?', 'where can I listen to your music'],
  ],
  [
    'You can play “Paper Crowns” in the player on Kairo Swade’s page.',
    ['Where can I listen to Kairo?', 'where can I hear Paper Crowns'],
  ],
  [
    'My Books lists the books you own in this browser.',
    [
      'How do I get my book on another phone?',
      'How do I open my book on another device?',
      'I have a new phone, how do I get my book?',
    ],
  ],
  ['You don’t need an account on this site.', ['Do I need an account?', 'do I have to sign up', 'How do I log in?']],
  ['You don’t need a wallet to use this site.', ['Do I need a wallet?', 'How do I connect my wallet?']],
  [
    'The terms say when you can withdraw from a purchase and get a refund.',
    [
      'What are the rules for refunds?',
      'What are the rules for returns?',
      'What is your refund policy?',
      'refund policy',
      'How do refunds work?',
      'How do returns work?',
      'What are the terms for a refund?',
      'How long do I have to return a book?',
    ],
  ],
  [
    'No upcoming book is announced on this site. New books are announced in the Friday newsletter.',
    ['When does the next book come out?', 'When is the next book?', 'Is there a new book coming?'],
  ],
  ['was published on', ['When was Building Lovable Websites published?', 'When did Real AI Music come out?']],
  [
    'The Friday newsletter is sent every Friday at 9 AM EST.',
    ['When does the next issue come out?', 'When is the newsletter sent?', 'What time is the newsletter sent?'],
  ],
  ['I couldn’t find an answer', ['When is the next song?', 'When does the next album come out?']],
  ['The site only reads the wallet’s address.', ['Do I need a wallet?']],
  ['Write to us at', ['Can I book Nova for a show?']],
  [
    'While the radio plays, the bar at the bottom of the page shows how many people are listening.',
    ['How many listeners does the radio have?', 'how many people are listening', 'Who is listening to the radio?'],
  ],
  [
    'Collection “Slow Voltage: Twelve Rooms”',
    [
      'Do you have an NFT?',
      'How many NFTs are in your collection?',
      'how many pieces are in your collection',
      'What are your collections?',
    ],
  ],
  [
    'I am software and have no favorites. There are 6 books: “Indie Music AI Guide 2,” which is free;',
    ['What is your favorite book?', 'Which book do you like best?', 'do you have a favourite book'],
  ],
  ['There is no video by Nova Swade on this site yet.', ['Do you have a video?', 'are there videos of you']],
  ['There is no video by Kairo Swade on this site yet.', ['Does Kairo have a video?']],
  ['Luma Swade’s page has a video: “Glass Arcade (plate film).”', ['Does Luma have a video?']],
  [
    'The biography of Juno Swade says: For the voice, divide an afternoon by eleven. A soul singer stopped by',
    ['Who sings on Mirrorball Math?', 'whose voice is on Mirrorball Math'],
  ],
  ['is the cut from before the vocal', ['Who sings on Slow Voltage?']],
  ['I was made by Swade. I am software: the persona built into this site', ['Who made you?', 'who created you']],
  ['The privacy page says: Every issue has a link to unsubscribe.', ['How do I unsubscribe from the newsletter?']],
  ['The terms say: You may share a free book with others', ['Can I share a book?']],
])('“%s” answers what was asked', (says, questions) => {
  for (const [at, answer] of answersOf(questions).entries()) expect(answer, questions[at]).toContain(says)
})

test.each<[says: string, questions: string[]]>([
  ['aún no tiene un enlace a un exchange para SWDZ', ['¿Dónde puedo comprar SWDZ?', 'quiero comprar SWDZ']],
  ['No puedo predecir precios', ['¿Subirá SWDZ?', '¿Es SWDX una buena inversión?']],
  ['Si la página de un libro ofrece Cash App', ['¿Cómo compro un libro con Cash App?', 'aceptan cash app']],
  ['Si la página dice que la cuenta es de ejemplo, no envíes dinero.', ['¿Puedo pagar con Cash App?']],
  ['elige allí «Tarjeta de crédito o débito»', ['¿Cómo pago con tarjeta?', '¿Aceptan tarjetas de crédito?']],
  ['No necesitas una cuenta, una aplicación', ['¿Qué necesito para entrar en la sala?', '¿La sala es gratis?']],
  ['en la sección Mundo virtual', ['¿Dónde está la sala?', '¿Cómo me uno al mundo virtual?']],
  ['«Slow Voltage» en el reproductor de esta página', ['¿Dónde puedo escuchar Slow Voltage?']],
  ['Mis libros muestra los libros', ['¿Cómo abro mi libro en otro teléfono?']],
  ['En este sitio no necesitas una cuenta', ['¿Necesito una cuenta?', '¿Tengo que registrarme?']],
  ['la barra al pie de la página muestra cuántas personas la escuchan', ['¿Cuántos oyentes tiene la radio?']],
  ['Colección «Slow Voltage: Twelve Rooms»', ['¿Cuántos NFT hay en tu colección?', '¿Tienes un NFT?']],
  ['Soy un programa y no tengo favoritos. Hay 6 libros', ['¿Cuál es tu libro favorito?']],
  ['Aún no hay ningún video de Nova Swade', ['¿Tienes un video?', '¿Hay videos tuyos?']],
  ['La biografía de Juno Swade dice: Para la voz, divide una tarde', ['¿Quién canta en Mirrorball Math?']],
  ['Me creó Swade. Soy un programa', ['¿Quién te creó?', '¿Quién te hizo?']],
  ['Las condiciones dicen:', ['¿Puedo compartir un libro?']],
  [
    'La página de privacidad dice: Cada número tiene un enlace para cancelar la suscripción.',
    ['¿Cómo cancelo el boletín?', '¿Cómo me doy de baja del boletín?', '¿Cómo dejo de recibir el boletín?'],
  ],
  ['No necesitas una billetera', ['¿Necesito una billetera?', '¿Cómo conecto mi billetera?']],
  [
    'Las condiciones explican cuándo puedes desistir de una compra y recibir un reembolso.',
    ['¿Cuáles son las reglas para reembolsos?', '¿Cómo funcionan los reembolsos?', 'política de reembolso'],
  ],
  ['Una cantante de sesión de Harbor City', ['¿Quién hizo tu voz?', '¿Quién creó tu voz?']],
  ['Este sitio no anuncia ningún libro próximo.', ['¿Cuándo sale el próximo libro?']],
  [
    'El boletín se envía todos los viernes a las 9:00 (EST).',
    ['¿Cuándo sale el próximo número?', '¿Cuándo se envía el boletín?', '¿A qué hora se envía el boletín?'],
  ],
  ['No encontré una respuesta', ['¿Cuándo sale tu próxima canción?', '¿Cuándo sale el próximo álbum?']],
  ['El sitio solo lee la dirección de la billetera.', ['¿Necesito una billetera?']],
])('“%s” answers what was asked in Spanish', (says, questions) => {
  for (const question of questions) expect(shipped.es.answer(question, onAir).text, question).toContain(says)
})

test('a question about listeners does not start the radio', () => {
  for (const [persona, question] of [
    [shipped.en, 'How many listeners does the radio have?'],
    [shipped.es, '¿Cuántos oyentes tiene la radio?'],
  ] as const)
    expect(persona.answer(question, onAir)).toMatchObject({ isAsked: false, actions: [{ source: 'radio' }] })
})

test('the persona says where a token can be bought once its exchange is linked', () => {
  const tokens = loadShippedContent().services.tokens.list()
  const linked = tokens.map((token) =>
    token.symbol === 'SWDZ' ? { ...token, mint: 'mint', buyUrl: 'https://exchange.example/swdz' } : token,
  )
  const questions = ['Where can I buy SWDZ?', 'Where can I buy SWDX?', 'Where can I buy tokens?']
  const [swdz, swdx, both] = answersOf(questions, { tokens: linked })
  expect(swdz).toBe('You can buy SWDZ on an exchange. The link is on the tokens page.')
  expect(swdx).toContain('There is no exchange link for SWDX on this site yet.')
  expect(both).toBe(`${swdz} ${swdx}`)
  expect(answersOf(['Where can I buy tokens?'], { tokens: [] })).toEqual(['There are no tokens yet.'])
})

test('an external venue may ask for an account, and the persona names its host', () => {
  const room = () => ({ url: 'https://spaces.example/a', host: 'spaces.example', embedUrl: undefined })
  const [answer] = answersOf(['What do I need to join the venue?'], { room })
  expect(answer).toContain(
    'The virtual venue is on spaces.example, another company’s site, which may ask you to sign in.',
  )
  expect(answer).not.toContain('free')
})

test('a question where to listen names the streaming services that are linked or asked about', () => {
  const { artist } = shipped.en
  const changed = { artist: { ...artist, appleUrl: 'https://apple.example/nova' } }
  const [linked, asked] = answersOf(['Where can I listen to Slow Voltage?', 'is Slow Voltage on Spotify?'], changed)
  expect(linked).toContain('Nova Swade is on Apple Music: https://apple.example/nova')
  expect(linked).not.toContain('Spotify')
  expect(asked).toContain('Nova Swade is not on Spotify yet.')
  const silent = { artist: { ...artist, featuredTrack: undefined } }
  expect(answersOf(['Where can I listen to your music?'], silent)).toEqual([
    'There is no track by Nova Swade on this site yet.',
  ])
})

test('names of genres and uses are listed, not pasted into a sentence', () => {
  const [genres, uses] = answersOf(['who is Kairo?', 'What is SWDZ?'])
  expect(genres).toContain('Kairo Swade’s genres: Hip-Hop and Boom-Bap.')
  expect(uses).toContain('Uses: Early listening sessions and open rehearsals of the roster. Reserved copies when')
  expect(uses).toMatch(/[^.]\.$/)
})

test('a platform whose text begins with its name is named once', () => {
  expect(answersOf(['What is Stage Door?', 'what is Token Lathe'])).toEqual([
    expect.stringMatching(/^Stage Door checks links/),
    expect.stringMatching(/^Token Lathe: A tool for creating a token/),
  ])
  expect(shipped.es.answer('¿Qué es Stage Door?', onAir).text).toMatch(/^Stage Door comprueba enlaces/)
})

test('the number of NFTs is the sum of all collections', () => {
  const collections = loadShippedContent().services.market.list()
  const minted = collections.reduce((sum, one) => sum + one.minted, 0).toLocaleString('en-US')
  const questions = ['How many NFTs are there?', 'How many NFTs are minted?', 'how many NFTs are still available?']
  for (const answer of answersOf(questions))
    expect(answer).toMatch(
      new RegExp(`^${minted} NFTs in 12 collections are minted\\. [\\d,]+ are still to be minted\\.$`),
    )
  const [one] = collections
  const answer = (counts: { minted: number; supply: number }) =>
    answersOf(['How many NFTs are there?'], { collections: [{ ...one!, status: 'active', ...counts }] })[0]
  expect(answer({ minted: 0, supply: 5 })).toBe('No NFTs are minted yet. 5 are still to be minted.')
  expect(answer({ minted: 1, supply: 2 })).toBe('One NFT is minted. One is still to be minted.')
  expect(answer({ minted: 3, supply: 3 })).toBe('3 NFTs in one collection are minted.')
  for (const question of ['¿Cuántos NFT hay?', '¿Cuántos NFT hay acuñados?'])
    expect(shipped.es.answer(question, onAir).text).toMatch(
      /^Hay \S+ NFT acuñados en 12 colecciones\. Quedan \S+ por acuñar\.$/,
    )
  expect(answersOf(['How many collections are there?'])[0]).toContain('There are 12 collections')
})

test.each<[says: string, locale: 'en' | 'es', questions: string[]]>([
  [
    'I don’t know what SOL costs, because its price changes by the minute.',
    'en',
    ['What is the price of SOL?', 'how much is Solana', 'What does SOL cost right now?'],
  ],
  ['I don’t know what SWDX costs, because its price changes', 'en', ['What is the price of SWDX?']],
  ['I don’t know what SWDZ and SWDX cost, because their prices change', 'en', ['price of SWDZ and SWDX']],
  ['I don’t know token prices, because they change by the minute.', 'en', ['how much does a token cost']],
  ['No sé cuánto cuesta SOL, porque su precio cambia', 'es', ['¿Cuál es el precio de SOL?', 'cuánto vale solana']],
  ['No sé los precios de los tokens', 'es', ['¿Cuánto cuesta un token?']],
])('“%s” names the tokens that were asked for (%s)', (says, locale, questions) => {
  for (const question of questions) expect(shipped[locale].answer(question, onAir).text, question).toContain(says)
})

test.each<[locale: 'en' | 'es', says: string, href: string, questions: string[]]>([
  [
    'en',
    'The audiobook of “Indie Music AI Guide 2” is also a podcast, and it is free.',
    '/book/indie-music-ai-guide-2',
    ['Is the podcast free?', 'Do you have a podcast?', 'where can I listen to the podcast'],
  ],
  ['en', 'public, read-only API', '/developers', ['Do you have an API?', 'is there a public api', 'api docs']],
  [
    'en',
    'I answer in English and Spanish',
    '/artist/nova-swade',
    ['What languages do you speak?', 'do you speak Spanish?', 'can I ask you in Spanish', 'Do you speak German?'],
  ],
  [
    'es',
    'también es un pódcast, y es gratis',
    '/book/indie-music-ai-guide-2',
    ['¿El pódcast es gratis?', 'hay podcast'],
  ],
  ['es', 'API pública de solo lectura', '/developers', ['¿Tienen una API?', '¿Hay una API pública?']],
  ['es', 'Respondo en inglés y en español', '/artist/nova-swade', ['¿Qué idiomas hablas?', '¿Hablas inglés?']],
])('a question about what the site offers is answered with a link (%s): %s', (locale, says, href, questions) => {
  for (const question of questions)
    expect(shipped[locale].answer(question, onAir), question).toMatchObject({
      text: expect.stringContaining(says),
      isKnown: true,
      sources: expect.arrayContaining([expect.objectContaining({ href })]),
    })
})

test('without a recorded free book there is no podcast', () => {
  const { text } = createShippedPersona({ books: [] }).answer('Is the podcast free?', onAir)
  expect(text).toBe('There is no podcast on this site yet.')
})
