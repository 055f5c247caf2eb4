import type { PersonaAnswer } from '#features/voice/contract.ts'
import { formatUsd } from '#shared/money.ts'
import { tokensPage } from './live-facts.ts'
import type { RecordIndex } from './record-index.ts'
import { bookFacts, type PersonaRecords } from './records.ts'
import { quote, say } from './reply.ts'
import { openAction } from './wishes.ts'
import { countOf, plain, stemSet, wordsOf } from './words.ts'

type Books = PersonaRecords['books']

/** Words that ask for the books as a whole, not for one of them. */
const asksForList = stemSet(
  `available book called good best first begin beginner start open read recommend library list sell sold buy shop store offer
  write wrote written publish published author name title new newest latest free here`,
)

const source = { label: 'Books Library', href: '/books' }

/** What somebody asks of the books as a library; undefined when the question holds more than that. */
export function answerOfBooks(message: string, { books, index }: { books: Books; index: RecordIndex }): PersonaAnswer | undefined {
  const subject = /\bbooks?\b.*?\b(?:about|on|for|regarding|covers?|covering|explains?|explaining|teach(?:es)?|deals? with)\b(.+)/.exec(
    plain(message),
  )?.[1]
  if (subject && index.asked(subject).length > 0) {
    const [hit] = index.find(subject, ({ kind }) => kind === 'book' || kind === 'chapter')
    if (hit && (hit.isAnswer || hit.share >= 0.9)) return quote(hit, undefined)
    return say(`No record of the library speaks of that. ${listOf(books)}`, { isKnown: false, sources: [source] })
  }
  const isList = index.asked(message).every((word) => asksForList.has(word))
  const isPlural = /\b(what|which|any|your|the|have|list|all|how many|write|wrote|written)\b.*\bbooks\b/.test(plain(message))
  if (!isList && !isPlural) return undefined
  if (!isList) {
    const hit = index.find(message, ({ kind }) => kind === 'book' || kind === 'chapter').find(({ isAnswer }) => isAnswer)
    return hit
      ? quote(hit, undefined)
      : say(`No record of the library speaks of that. ${listOf(books)}`, { isKnown: false, sources: [source] })
  }
  const free = books.find(({ isFree }) => isFree)
  return say(listOf(books), {
    sources: [source],
    actions: free ? [openAction({ title: free.title, href: `/book/${free.id}` })] : [],
  })
}

/** Where chapters are, for somebody who asks for one and does not say of what. */
export function answerOfChapters(books: Books): PersonaAnswer {
  return say(`A chapter is opened by its name, and stands in a book. ${listOf(books)}`, { sources: [source] })
}

/** What everything that has a price costs. */
export function priceOfAll({ books, tokens }: Pick<PersonaRecords, 'books' | 'tokens'>): PersonaAnswer {
  const ofBooks = books.length > 0 ? `Of the books, ${books.map(priceOf).join(', ')}.` : listOf(books)
  const ofTokens = tokens.length > 0 ? ' The tokens page shows what a token costs while a live source tells it.' : ''
  return say(`${ofBooks}${ofTokens}`, {
    sources: [source, ...(tokens.length > 0 ? [{ label: tokensPage.title, href: tokensPage.href }] : [])],
    actions: [openAction({ title: source.label, href: source.href }), ...(tokens.length > 0 ? [openAction(tokensPage)] : [])],
  })
}

/** What a book costs, or what all of them do; undefined when the question is about something else. */
export function priceOfBooks(message: string, { books, index }: { books: Books; index: RecordIndex }): PersonaAnswer | undefined {
  const words = wordsOf(message)
  const asksForBook = words.includes('book') || words.includes('books') || words.includes('ebook')
  const spoken = plain(message)
  const named = books
    .filter(({ title }) => spoken.includes(plain(title)))
    .toSorted((one, other) => other.title.length - one.title.length)[0]
  const meant = named ?? (asksForBook ? (words.includes('free') ? books.find(({ isFree }) => isFree) : undefined) : undefined)
  if (meant) return factsOf(meant)
  if (!asksForBook) return undefined
  const rest = message.replace(/\b(e?books?|price[sd]?|costs?|worth|value|expensive|much|buy)\b/gi, ' ')
  const [hit] = index.find(rest, ({ kind }) => kind === 'book')
  const about = hit?.isAnswer ? books.find(({ id }) => hit.record.href === `/book/${id}`) : undefined
  if (about) return factsOf(about)
  if (index.asked(rest).some((word) => !asksForList.has(word))) return undefined
  return say(books.length > 0 ? books.map((book) => `${priceOf(book)}.`).join(' ') : listOf(books), { sources: [source] })
}

function priceOf({ title, isFree, priceCents }: Books[number]): string {
  return `“${title}” ${isFree ? 'is free' : `costs ${formatUsd(priceCents)}`}`
}

function factsOf(book: Books[number]): PersonaAnswer {
  const href = `/book/${book.id}`
  return say(bookFacts(book), { sources: [{ label: `Book “${book.title}”`, href }], actions: [openAction({ title: book.title, href })] })
}

function listOf(books: Books): string {
  if (books.length === 0) return 'The library is empty at the moment.'
  const titles = books.map(({ title, isFree }) => (isFree ? `“${title}”, which is free` : `“${title}”`)).join('; ')
  return `There ${books.length === 1 ? 'is' : 'are'} ${countOf(books.length, 'book')}: ${titles}.`
}
