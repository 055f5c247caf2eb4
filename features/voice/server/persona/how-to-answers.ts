import { formatList } from '#shared/format-list.ts'
import { countRecordings } from '#shared/narration-address.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { openAction, say } from './actions.ts'
import type { Intent } from './language.ts'
import type { Names } from './names.ts'
import type { PersonaRecords } from './records.ts'
import { includesPhrase, normalizeText } from './text.ts'

/** Intents of questions on how to use the site. */
export type HowToIntent = Extract<
  Intent,
  | 'token-price'
  | 'token-buy'
  | 'outlook'
  | 'cash-app'
  | 'card'
  | 'payment'
  | 'account'
  | 'wallet'
  | 'hear-back'
  | 'podcast'
  | 'api'
  | 'languages'
  | 'venue'
  | 'venue-needs'
  | 'my-books'
  | 'next-book'
  | 'refund'
>

/** A message with the names found in it. */
export type Question = { question: string; names: Names }

/**
 * Creates the answers on how to buy, pay, enter and find things on this site. Those on paying are true whichever
 * payment methods are set up; those on tokens and the venue follow the content and the settings.
 */
export function createHowToAnswers(records: PersonaRecords) {
  const { artist, books, tokens, locale, language, t } = records
  const sayFrom = (text: string, label: string, href: string, more: Partial<PersonaAnswer> = {}) =>
    say(text, { sources: [{ label, href }], actions: [openAction(records, label, href)], ...more })
  const venue = (...texts: string[]) => sayFrom([...texts, t('venueEntrance')].join(' '), t('venue'), '/#virtual-world')
  const ofPaying = (text: string) =>
    sayFrom(text, t('terms'), '/terms#price', { actions: [openAction(records, t('library'), '/books')] })

  const tokensIn = ({ names }: Question) =>
    tokens.filter(({ symbol, name }) => [symbol, name].some((one) => names.tokens.includes(one.toLowerCase())))

  /** Refers to the tokens page, which has the live price. */
  function tokenPriceAnswer(input: Question): PersonaAnswer {
    // SOL is no token of this site, but the tokens page shows its price.
    const isSol = includesPhrase(normalizeText(input.question), ...language.phrases.sol)
    const symbols = [...(isSol ? ['SOL'] : []), ...tokensIn(input).map(({ symbol }) => symbol)]
    const text = t('tokenPrice', { count: symbols.length, tokens: formatList(symbols, locale) })
    return sayFrom(text, t('tokens'), '/tokens', { isKnown: false })
  }

  /** Answers where the named token, or each token, can be bought. */
  function tokenBuyAnswer(input: Question): PersonaAnswer {
    const meant = tokensIn(input)
    const asked = meant.length > 0 ? meant : tokens
    const symbolsOf = (isLinked: boolean) =>
      asked.flatMap(({ symbol, buyUrl }) => (Boolean(buyUrl) === isLinked ? symbol : []))
    const [linked, others] = [symbolsOf(true), symbolsOf(false)]
    const texts = [
      linked.length > 0 ? t('tokenBuy', { tokens: formatList(linked, locale) }) : '',
      others.length > 0 ? t('noTokenBuy', { tokens: formatList(others, locale) }) : '',
      asked.length === 0 ? t('tokenCount', { count: 0, list: '' }).trim() : '',
    ]
    return sayFrom(texts.filter(Boolean).join(' '), t('tokens'), '/tokens')
  }

  function venueEntryAnswer(): PersonaAnswer {
    const external = records.room()
    return venue(external ? t('venueNeedsOutside', { host: external.host }) : t('venueNeeds'))
  }

  /** Answers with the free audiobook that is a podcast. */
  function podcastAnswer(): PersonaAnswer {
    const book = books.find((one) => one.isFree && countRecordings(one) > 0)
    if (!book) return sayFrom(t('noPodcast'), t('library'), '/books')
    const title = t('quoted', { title: book.title })
    const href = `/book/${book.id}`
    return say(t('podcast', { title }), {
      sources: [
        { label: t('bookLabel', { title: book.title }), href },
        { label: t('developers'), href: '/developers' },
      ],
      actions: [openAction(records, book.title, href), openAction(records, t('developers'), '/developers')],
    })
  }

  const byIntent: Record<HowToIntent, (input: Question) => PersonaAnswer> = {
    'token-price': tokenPriceAnswer,
    'token-buy': tokenBuyAnswer,
    'outlook': () => sayFrom(t('outlook'), t('tokens'), '/tokens'),
    'cash-app': () => ofPaying(t('cashApp')),
    'card': () => ofPaying(t('card')),
    'payment': () => ofPaying(t('payment')),
    'account': () => sayFrom(t('account'), t('terms'), '/terms#delivery', { actions: [] }),
    'wallet': () => sayFrom(t('wallet'), t('tokens'), '/tokens'),
    'venue': () => venue(),
    'venue-needs': venueEntryAnswer,
    'hear-back': () => sayFrom(t('hearBack'), t('submitLabel'), '/submit'),
    'podcast': podcastAnswer,
    'api': () => sayFrom(t('api'), t('developers'), '/developers'),
    'languages': () => say(t('languages'), { sources: [{ label: artist.name, href: `/artist/${artist.slug}` }] }),
    'my-books': () => sayFrom(t('myBooks'), t('myBooksLabel'), '/my-books'),
    'next-book': () => sayFrom(t('noNextBook'), t('newsletterLabel'), '/newsletter'),
    'refund': () =>
      say(t('refund'), {
        sources: [{ label: t('terms'), href: '/terms#withdrawal' }],
        actions: [openAction(records, t('withdraw'), '/withdraw')],
      }),
  }
  return byIntent
}
