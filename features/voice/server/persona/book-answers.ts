import { formatList } from '#shared/format-list.ts'
import { formatUsd } from '#shared/money.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { openAction, say } from './actions.ts'
import type { Question } from './how-to-answers.ts'
import type { Intent } from './language.ts'
import type { PersonaRecords } from './records.ts'
import { addressOf } from './legal-texts.ts'

/** Intents of questions on all books and on an order. */
type BookIntent = Extract<
  Intent,
  | 'authors'
  | 'book-lengths'
  | 'price-range'
  | 'preview'
  | 'download'
  | 'offline'
  | 'print'
  | 'book-formats'
  | 'gift'
  | 'book-languages'
  | 'receipt'
  | 'order'
  | 'other-payments'
>

/**
 * Creates the answers on the books as a whole, computed from the records, and on what a buyer can do with a book and an
 * order, which are true whichever payment methods are set up.
 */
export function createBookAnswers(records: PersonaRecords) {
  const { books, legal, locale, t } = records
  const library = { label: t('library'), href: '/books' }
  const sayFrom = (text: string, source: PersonaAnswer['sources'][number], more: Partial<PersonaAnswer> = {}) =>
    say(text, { sources: [source], actions: [openAction(records, source.label, source.href)], ...more })
  const ofTerms = (text: string, section: string) => sayFrom(text, { label: t('terms'), href: `/terms#${section}` })
  const namesOf = (some: PersonaRecords['books']) =>
    formatList(
      some.map(({ title }) => t('quoted', { title })),
      locale,
    )
  /** Answers from the library; without books, with the fact that it has none. */
  const ofBooks = (text: () => string) => sayFrom(books.length > 0 ? text() : t('noBooks'), library)

  function authorsText(): string {
    const authors = [...new Set(books.map(({ author }) => author))]
    return authors
      .map((author) => {
        const own = books.filter((book) => book.author === author)
        return authors.length === 1
          ? t('allBooksBy', { author, count: own.length })
          : t('booksBy', { author, titles: namesOf(own) })
      })
      .join(' ')
  }

  function lengthsText(): string {
    const lengths = books.map(({ pages }) => pages)
    const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]
    const having = (pages: number) => namesOf(books.filter((book) => book.pages === pages))
    if (shortest === longest) return t('sameLength', { pages: shortest })
    return [
      t('shortest', { pages: shortest, titles: having(shortest) }),
      t('longest', { pages: longest, titles: having(longest) }),
    ].join(' ')
  }

  function pricesText(): string {
    const free = books.filter(({ isFree }) => isFree)
    const cents = books.flatMap(({ isFree, priceCents }) => (isFree ? [] : priceCents))
    const [lowest, highest] = [Math.min(...cents), Math.max(...cents)]
    const having = (price: number) => namesOf(books.filter(({ priceCents }) => priceCents === price))
    const texts = [
      free.length > 0 ? t('freeBooks', { count: free.length, titles: namesOf(free) }) : '',
      cents.length > 0 && lowest === highest
        ? t('samePrice', { count: cents.length, price: formatUsd(lowest, locale) })
        : '',
      lowest < highest ? t('cheapest', { price: formatUsd(lowest, locale), titles: having(lowest) }) : '',
      lowest < highest ? t('dearest', { price: formatUsd(highest, locale), titles: having(highest) }) : '',
    ]
    return texts.filter(Boolean).join(' ')
  }

  function previewText(): string {
    const free = books.filter(({ isFree }) => isFree)
    const pages = books.flatMap(({ isFree, previewPages }) => (isFree ? [] : previewPages))
    const texts = [
      pages.length > 0 ? t('preview', { pages: Math.min(...pages) }) : '',
      free.length > 0 ? t('freeBooks', { count: free.length, titles: namesOf(free) }) : '',
    ]
    return texts.filter(Boolean).join(' ')
  }

  function orderText(): string {
    const address = addressOf(legal)
    return [t('order'), address ? t('orderHelp', { address }) : ''].filter(Boolean).join(' ')
  }

  const byIntent: Record<BookIntent, (input: Question) => PersonaAnswer> = {
    'authors': () => ofBooks(authorsText),
    'book-lengths': () => ofBooks(lengthsText),
    'price-range': () => ofBooks(pricesText),
    'preview': () => ofBooks(previewText),
    'download': () => sayFrom(t('download'), { label: t('myBooksLabel'), href: '/my-books' }),
    'offline': () => ofTerms(t('offline'), 'books'),
    'print': () => ofTerms(t('print'), 'books'),
    'book-formats': () => ofTerms(t('bookFormats'), 'books'),
    'gift': () => ofTerms(t('gift'), 'books'),
    'book-languages': () => sayFrom(t('bookLanguages'), library, { isKnown: false }),
    'receipt': () => ofTerms(t('receipt'), 'delivery'),
    'order': () => sayFrom(orderText(), { label: t('myBooksLabel'), href: '/my-books' }),
    'other-payments': () => ofTerms(t('otherPayments'), 'price'),
  }
  return byIntent
}
