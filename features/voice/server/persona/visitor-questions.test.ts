import { expect, test } from 'vitest'
import { loadShippedContent } from '#tests/support/shipped-content.ts'
import { createShippedPersona, onAir } from './test-questions.ts'

// Questions that visitors asked, each with a second wording, and what the answer must say.
const shipped = { en: createShippedPersona(), es: createShippedPersona({ locale: 'es' }) }

type Expected = [says: string, href: string, questions: string[]]

const english: Expected[] = [
  [
    'one MP3 file of up to 20 MB, 5 seconds to 30 minutes long. Other formats, such as WAV, are not accepted.',
    '/submit',
    [
      'what file types do you accept for submissions',
      'which audio formats can I submit to the station',
      'Which format must my MP3 have?',
      'must the MP3 be 320 kbps',
    ],
  ],
  [
    'The form asks for no other rights.',
    '/submit',
    ['Is my track still mine after I submit it?', 'do I stay the owner of my track', 'can I take my track back'],
  ],
  [
    'We store your email address with what you gave it for',
    '/privacy#processors',
    ['Is my email address shared with anyone?', 'does anybody else see my email address?'],
  ],
  [
    'You can read the first 5 pages of each book for sale for free, on the book’s page. “Indie Music AI Guide 2” is free.',
    '/books',
    ['Can I read the first pages for free?', 'can I look at the first few pages without paying'],
  ],
  [
    'This site sells no NFTs, and you can’t sell yours here.',
    '/market',
    ['What NFTs do you sell?', 'are you selling any NFTs', 'Can I sell my NFT?', 'where could I resell my NFT'],
  ],
  [
    'An NFT (non-fungible token) is a unique record on a blockchain',
    '/market',
    ['What is an NFT?', 'what does NFT mean', 'could you explain what an NFT is?', 'What are NFTs?'],
  ],
  [
    'There are 12 collections:',
    '/market',
    ['How many collections are on the market page?', 'how many NFT collections does the market page list'],
  ],
  [
    'The journey page tells the founder’s story. It begins: ',
    '/journey',
    ['Who founded Swade?', 'who started this company', 'Who is the founder of Swade?', 'who is behind Swade'],
  ],
  [
    'Swade runs this site and is named in the legal notice. The journey page tells the founder’s story.',
    '/imprint',
    ['Who made this site?', 'who put this website together'],
  ],
  [
    'belong to Swade unless stated otherwise. To use something from this site, write to hello@swade.example first.',
    '/imprint#rights',
    ['Can I use your song in my video?', 'may I put your track in a YouTube video'],
  ],
  [
    'Other musicians can submit a track to the radio.',
    '/swade-fam',
    ['Do you work with other artists?', 'are you open to collaborating with other singers'],
  ],
  [
    'There is one track by Nova Swade on this site. “Slow Voltage”',
    '/artist/nova-swade#track-heading',
    ['How many songs do you have?', 'how many tracks have you recorded'],
  ],
  ['All 6 books are by Swade.', '/books', ['who wrote the books', 'who is the author of these books']],
  [
    'You can download a bought book as a PDF on its page and in the reader',
    '/my-books',
    ['Where can I download the books after buying?', 'where do I get the PDF after I bought it'],
  ],
  [
    'the reader can save pages for reading offline. The radio needs a connection.',
    '/terms#books',
    ['Can I listen offline?', 'does the audiobook work without internet'],
  ],
  [
    'The book opens as soon as your payment is confirmed',
    '/my-books',
    [
      'I paid but the book is not there',
      'my payment went through but I can’t open the book',
      'Where is my order?',
      'I can’t find my order',
    ],
  ],
  [
    'The legal notice says: The artists on this site are made with AI, and so are their music',
    '/imprint#made-with-ai',
    ['Are your songs made with AI?', 'do you use AI to make your songs'],
  ],
  [
    'Listening to the radio is free. You need no account and no token.',
    '/radio',
    ['is the radio free', 'do I have to pay for the radio'],
  ],
  [
    'You can talk to me, listen to the radio',
    '/books',
    ['are you free', 'do you cost anything', 'is the newsletter free'],
  ],
  [
    '“Indie Music AI Guide 2” is free. Each of the 5 books for sale costs $9.99.',
    '/books',
    ['How much does the cheapest book cost?', 'what’s your cheapest book'],
  ],
  [
    'Shortest: “Real AI Music” and “Tokenizing Your Business,” 43 pages. Longest: “Indie Music AI Guide 2,” 73 pages.',
    '/books',
    ['What is the shortest book?', 'which book has the fewest pages'],
  ],
  [
    'There are no other formats, such as EPUB.',
    '/terms#books',
    ['Does the book work on Kindle?', 'can I put the book on my Kindle'],
  ],
  [
    'any program that opens PDFs can print',
    '/terms#books',
    ['can I print the book', 'am I allowed to print out a book'],
  ],
  [
    'You can’t buy a book as a gift here',
    '/terms#books',
    ['Can I gift a book?', 'can I buy a book as a present for my sister'],
  ],
  [
    'SWADEZ (SWDZ): The listener',
    '/tokens',
    ['What is the difference between SWADEZ and SWADEX?', 'how do SWADEZ and SWADEX differ'],
  ],
  [
    'we email you a receipt with your order code',
    '/terms#delivery',
    ['Can I get a receipt?', 'will you send me an invoice'],
  ],
  [
    'You can pay for a book only by card or with Cash App',
    '/terms#price',
    ['Can I pay with PayPal?', 'do you take PayPal', 'Can I pay with Bitcoin?', 'is bitcoin accepted'],
  ],
  [
    'You can embed the radio or a featured track on your own site.',
    '/developers',
    ['Can I embed the radio on my website?', 'how do I put the radio player on my blog'],
  ],
]

const spanish: Expected[] = [
  ['de hasta 20 MB que dure entre 5 segundos y 30 minutos', '/submit', ['¿Qué tipos de archivo aceptan?']],
  ['El formulario no pide otros derechos.', '/submit', ['¿Mi canción sigue siendo mía si la envío?']],
  ['Guardamos tu dirección de correo', '/privacy#processors', ['¿Comparten mi correo con alguien?']],
  ['las primeras 5 páginas', '/books', ['¿Puedo leer gratis las primeras páginas?']],
  ['Este sitio no vende NFT', '/market', ['¿Qué NFT venden?', '¿Puedo vender mi NFT?', '¿Puedo revender mi NFT?']],
  ['Un NFT (token no fungible) es', '/market', ['¿Qué es un NFT?', '¿Qué significa NFT?', 'qué son los NFT']],
  ['Hay 12 colecciones:', '/market', ['¿Cuántas colecciones hay en el mercado?']],
  ['cuenta la historia del fundador. Empieza así: ', '/journey', ['¿Quién fundó Swade?']],
  ['Swade opera este sitio', '/imprint', ['¿Quién hizo este sitio?']],
  ['escribe antes a hello@swade.example', '/imprint#rights', ['¿Puedo usar tu canción en mi video?']],
  ['Otros músicos pueden enviar una pista', '/swade-fam', ['¿Trabajas con otros artistas?']],
  ['Hay una pista de Nova Swade', '/artist/nova-swade#track-heading', ['¿Cuántas canciones tienes?']],
  ['Los 6 libros son de Swade.', '/books', ['¿Quién escribió los libros?']],
  ['Puedes descargar un libro comprado', '/my-books', ['¿Dónde puedo descargar los libros?']],
  ['La radio necesita conexión.', '/terms#books', ['¿Puedo escuchar sin conexión?']],
  ['se abre en cuanto se confirma tu pago', '/my-books', ['Pagué pero el libro no está', '¿Dónde está mi pedido?']],
  ['están hechos con IA', '/imprint#made-with-ai', ['¿Tus canciones están hechas con IA?']],
  ['Escuchar la radio es gratis.', '/radio', ['¿La radio es gratis?', '¿Cuesta algo escuchar la radio?']],
  ['Hablar conmigo', '/books', ['¿Eres gratis?']],
  ['Cada uno de los 5 libros a la venta cuesta', '/books', ['¿Cuánto cuesta el libro más barato?']],
  ['Más corto: «Real AI Music» y «Tokenizing Your Business», 43 páginas.', '/books', ['¿Cuál es el libro más corto?']],
  ['No hay otros formatos', '/terms#books', ['¿Funciona el libro en Kindle?']],
  [
    'cualquier programa que abra PDF puede imprimir',
    '/terms#books',
    ['¿Puedo imprimir el libro?', '¿Se puede imprimir el libro?'],
  ],
  [
    'no puedes comprar un libro como regalo',
    '/terms#books',
    ['¿Puedo regalar un libro?', '¿Se puede regalar un libro?'],
  ],
  ['SWADEZ (SWDZ): El token', '/tokens', ['¿Qué diferencia hay entre SWADEZ y SWADEX?']],
  ['te enviamos por correo un recibo', '/terms#delivery', ['¿Puedo obtener un recibo?']],
  ['con tarjeta o con Cash App', '/terms#price', ['¿Puedo pagar con PayPal?', '¿Puedo pagar con Bitcoin?']],
  ['Puedes insertar la radio', '/developers', ['¿Puedo insertar la radio en mi sitio?']],
]

const each = (locale: 'en' | 'es', expected: Expected[]) =>
  expected.flatMap(([says, href, questions]) => questions.map((question) => ({ locale, question, says, href })))

test.each([...each('en', english), ...each('es', spanish)])(
  '“$question” is answered from $href ($locale)',
  ({ locale, question, says, href }) =>
    expect(shipped[locale].answer(question, onAir)).toMatchObject({
      isKnown: true,
      text: expect.stringContaining(says),
      sources: expect.arrayContaining([expect.objectContaining({ href })]),
    }),
)

test.each([
  ['This site says nothing about payments for plays.', 'what will I be paid if my song is played'],
  ['This site says nothing about payments for plays.', 'do you pay musicians when their song is on the radio'],
  ['This site does not say when a track was released. “Slow Voltage”', 'What is your newest song?'],
  ['This site does not say when a track was released.', 'what’s your most recent song'],
  ['This site does not name the language of each book.', 'are the books in Spanish'],
  ['This site does not name the language of each book.', 'in what language are the books'],
  ['This site does not name the language of each book.', 'which languages are the books written in'],
  ['I don’t know what played before.', 'Who sang the last song'],
  ['I don’t know what played before.', 'who was singing in the last song'],
  ['I don’t know more than the privacy page, which says what we use a submitted', 'Do you train AI on my submission?'],
  ['We need this data to decide whether to play the track', 'will my submission be used as training data'],
])('“%s” says what the site does not tell: %s', (says, question) =>
  expect(shipped.en.answer(question, onAir)).toMatchObject({ isKnown: false, text: expect.stringContaining(says) }),
)

test('authors, lengths, prices and previews are those of the records', () => {
  const book = loadShippedContent().services.books.find('swade-real-ai-music')!
  const other = { ...book, id: 'other', title: 'Other', author: 'Ada', pages: 10, priceCents: 499, previewPages: 3 }
  const answer = (question: string, books: (typeof book)[]) =>
    createShippedPersona({ books }).answer(question, onAir).text
  expect(answer('who wrote the books', [book, other])).toBe('By Swade: “Real AI Music.” By Ada: “Other.”')
  expect(answer('who wrote the books', [book])).toBe('The only book here is by Swade.')
  expect(answer('what is the shortest book', [book, other])).toBe(
    'Shortest: “Other,” 10 pages. Longest: “Real AI Music,” 43 pages.',
  )
  expect(answer('what is the shortest book', [book])).toBe('Every book has 43 pages.')
  expect(answer('what is the cheapest book', [book, other])).toBe(
    'Lowest price: $4.99 for “Other.” Highest price: $9.99 for “Real AI Music.”',
  )
  expect(answer('what is the cheapest book', [book])).toBe('The only book for sale costs $9.99.')
  expect(answer('can I read the first pages for free', [book, other])).toContain('the first 3 pages of each book')
  for (const question of ['who wrote the books', 'what is the cheapest book', 'what is the shortest book'])
    expect(answer(question, []), question).toBe('There are no books in the library yet.')
})

test('without a founder’s story and legal texts, answers leave them out', () => {
  const bare = createShippedPersona({ story: undefined, legal: [] })
  expect(bare.answer('Who made this site?', onAir).text).toBe('Swade runs this site and is named in the legal notice.')
  expect(bare.answer('Where is my order?', onAir).text).not.toContain('write to')
  for (const question of ['Can I use your song in my video?', 'Do you train AI on my submission?'])
    expect(bare.answer(question, onAir), question).toMatchObject({ isKnown: false, sources: [] })
})

test('a question in Spanish about training is answered with the privacy page, which does not mention it', () => {
  expect(shipped.es.answer('¿Entrenan una IA con mi canción?', onAir)).toMatchObject({
    isKnown: false,
    text: expect.stringContaining('No sé más que la página de privacidad'),
    sources: [expect.objectContaining({ href: '/privacy#tracks' })],
  })
})

test('what costs money is named beside what is free, and an artist who is not AI-generated gets no statement about AI', () => {
  expect(shipped.en.answer('is everything free', onAir).text).toContain('5 books cost money')
  const artist = { ...loadShippedContent().services.artists.find('nova-swade')!, aiGenerated: false }
  const { text } = createShippedPersona({ artist }).answer('Are your songs made with AI?', onAir)
  expect(text).toBe('This site does not list Nova Swade as AI-generated.')
})
