import { DateTime } from 'luxon'
import type { Locale } from '#shared/locales.ts'
import { formatUsd } from '#shared/money.ts'
import type { Artist } from '#features/artists/contract.ts'
import { availabilityOf, leftOf } from '#features/market/contract.ts'
import { maxAudioBytes } from '#features/submissions/contract.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { type OnAir, openAction, radioAction, say, trackAction } from './actions.ts'
import { createBookAnswers } from './book-answers.ts'
import type { Intent } from './language.ts'
import { createHowToAnswers, type Question as HowToQuestion } from './how-to-answers.ts'
import { createRadioAnswers } from './radio-answers.ts'
import { createSiteAnswers } from './site-answers.ts'
import { bookFacts, musicOf, notesOf, streamsOf, trackOf, trackSource } from './passages.ts'
import type { PersonaRecords } from './records.ts'
import { includesPhrase, normalizeText, refersBack, sentencesOf } from './text.ts'

/** A message with the names found in it, and the song on the radio. */
type Question = HowToQuestion & { onAir: OnAir }

const biographyOf = ({ description }: Artist) => sentencesOf(description)[0]!.join(' ')

/** Patterns of a start time. @see https://moment.github.io/luxon/#/formatting */
const timePatterns: Record<Locale, string> = {
  en: "cccc, LLLL d, yyyy 'at' h:mm a '('ZZZZ')'",
  es: "cccc d 'de' LLLL 'de' yyyy 'a las' H:mm '('ZZZZ')'",
}

/** Creates the answers that are not a passage of a record: lists, live facts, actions, and facts about the persona. */
export function createAnswers(records: PersonaRecords, writer: string | undefined) {
  const { artist, others, books, story, tokens, legal, locale, language, t } = records
  const { phrases } = language
  const all = [artist, ...others]
  const track = trackAction(records)
  const own = track ? [track] : []
  const subjects = t('subjects', { name: artist.name, story: story ? 'yes' : 'no' })
  const quoted = (title: string) => t('quoted', { title })
  const openArtist = ({ name, slug }: Artist) => openAction(records, name, `/artist/${slug}`)
  /** Creates an answer whose source is a page of this site. */
  const sayFrom = (text: string, label: string, href: string, more: Partial<PersonaAnswer> = {}) =>
    say(text, { sources: [{ label, href }], actions: [openAction(records, label, href)], ...more })
  const ofRoster = (text: string) => sayFrom(text, t('rosterLabel'), '/swade-fam')
  const unknown = () => say(t('unknown', { subjects }), { isKnown: false })
  const founder = () =>
    story
      ? sayFrom(t('founder', { text: sentencesOf(story.founder)[0]!.join(' ') }), t('journey'), '/journey')
      : unknown()
  const listOf = (named: readonly { name: string }[]) => ({
    count: named.length,
    list: named.map(({ name }) => quoted(name)).join('; '),
  })

  /** Introduces an artist. */
  function introduce(who: Artist): PersonaAnswer {
    const words = who === artist ? [t('iAm', { name: who.name })] : [musicOf(who, records), trackOf(who, records)]
    return say([...words, t('biographySays', { text: biographyOf(who) })].filter(Boolean).join(' '), {
      sources: [notesOf(who, records)],
      actions: who === artist ? own : [openArtist(who)],
    })
  }

  /** Answers with an artist's track. */
  function trackAnswer(who: Artist): PersonaAnswer {
    const text = trackOf(who, records)
    const actions = who === artist ? own : [openArtist(who)]
    return say(text ?? t('noTrack', { name: who.name }), {
      sources: [text ? trackSource(who, records) : { label: who.name, href: `/artist/${who.slug}` }],
      actions,
    })
  }

  /** Answers who sings on a track with what the biography says about its vocals, or about the artist’s voice. */
  function singerAnswer({ names }: Question): PersonaAnswer | undefined {
    const who = names.track ?? artist
    const title = normalizeText(who.featuredTrack?.title ?? '').trim()
    const isOfVoice = (sentence: string) => includesPhrase(normalizeText(sentence), ...phrases.voice)
    const paragraphs = sentencesOf(who.description)
    const ofTrack = paragraphs.flat().find((one) => isOfVoice(one) && includesPhrase(normalizeText(one), title))
    const ofVoice = paragraphs.find((sentences) => sentences.some(isOfVoice)) ?? []
    const found = ofVoice.findIndex(isOfVoice)
    const from = found > 0 && refersBack(ofVoice[found]!) ? found - 1 : found
    const text = ofTrack ?? ofVoice.slice(from, found + 3).join(' ')
    if (!text) return undefined
    const lead = t('biographyLead', { own: who === artist ? 'yes' : 'no', name: who.name })
    return say(`${lead} ${text}`, {
      sources: [notesOf(who, records)],
      actions: who === artist ? own : [openArtist(who)],
    })
  }

  /** Answers whether the artist’s page has videos. */
  function videosAnswer(who: Artist): PersonaAnswer {
    const texts = who.videos.map(({ title }) => t('video', { name: who.name, title }))
    return say(texts.join(' ') || t('noVideo', { name: who.name }), {
      sources: [{ label: who.name, href: `/artist/${who.slug}` }],
      actions: who === artist ? [] : [openArtist(who)],
    })
  }

  /** Answers with an event in the virtual world: the one with this title, or the next one. */
  function eventsAnswer(wanted?: string): PersonaAnswer {
    const { at, coming } = records.schedule()
    const answer = (text: string) => sayFrom(text, t('venue'), '/#virtual-world')
    const named = coming.filter((event) => wanted && includesPhrase(normalizeText(event.title), wanted))
    const isOn = ({ isCalledOff }: { isCalledOff: boolean }) => !isCalledOff
    const event = wanted ? (named.find(isOn) ?? named[0]) : coming.find(isOn)
    if (!event && coming.length === 0) return answer(t('noEvents'))
    if (!event) {
      const titles = [...new Set(coming.map((one) => quoted(one.title)))].join(', ')
      return answer(t('allCancelled', { titles }))
    }
    const start = DateTime.fromISO(event.startsAt)
      .setZone(event.timeZone)
      .setLocale(locale === 'en' ? 'en-US' : locale)
    const [title, time] = [quoted(event.title), start.toFormat(timePatterns[locale])]
    if (event.isCalledOff) return answer(t('eventCancelled', { title, time }))
    const key = event.startsAt <= at ? 'eventOn' : wanted ? 'eventAt' : 'eventNext'
    return answer(t(key, { title, time, description: event.description }))
  }

  /** Lists the books. */
  function booksAnswer(): PersonaAnswer {
    const free = books.find(({ isFree }) => isFree)
    const titles = books
      .map(({ title, isFree }) => (isFree ? t('freeTitle', { title: quoted(title) }) : quoted(title)))
      .join('; ')
    return say(books.length > 0 ? t('books', { count: books.length, titles }) : t('noBooks'), {
      sources: [{ label: t('library'), href: '/books' }],
      actions: free ? [openAction(records, free.title, `/book/${free.id}`)] : [],
    })
  }

  /** Answers with the price of the named book, of the free one, or of all books. */
  function priceAnswer({ question, names }: Question): PersonaAnswer {
    const isFree = includesPhrase(normalizeText(question), ...phrases.free)
    const book = books.find(({ id }) => names.book === `/book/${id}`) ?? books.find((one) => isFree && one.isFree)
    if (book) {
      const href = `/book/${book.id}`
      return say(bookFacts(book, records), {
        sources: [{ label: t('bookLabel', { title: book.title }), href }],
        actions: [openAction(records, book.title, href)],
      })
    }
    const ofBooks = books.map((one) =>
      one.isFree
        ? t('bookFree', { title: quoted(one.title) })
        : t('bookCosts', { title: quoted(one.title), price: formatUsd(one.priceCents, locale) }),
    )
    const texts = books.length > 0 ? ofBooks : [t('noBooks')]
    const pages = [{ label: t('library'), href: '/books' }]
    const isAboutBooks = includesPhrase(normalizeText(question), ...phrases.book)
    if (tokens.length > 0 && !isAboutBooks) {
      texts.push(t('tokenPrices'))
      pages.push({ label: t('tokens'), href: '/tokens' })
    }
    return say(texts.join(' '), {
      sources: pages,
      actions: pages.map(({ label, href }) => openAction(records, label, href)),
    })
  }

  /** Answers where to buy a book, with its price or all prices. */
  function bookBuyAnswer(input: Question): PersonaAnswer {
    const answer = priceAnswer(input)
    const isSold = books.some(({ id, isFree }) => !isFree && (!input.names.book || input.names.book === `/book/${id}`))
    return isSold ? { ...answer, text: `${t('bookBuy')} ${answer.text}` } : answer
  }

  /** Answers how many NFTs of all collections are minted and how many can still be. */
  function piecesAnswer(): PersonaAnswer {
    const started = records.collections.filter(({ minted }) => minted > 0)
    const minted = started.reduce((sum, one) => sum + one.minted, 0)
    const left = records.collections.reduce((sum, one) => sum + leftOf(one), 0)
    return sayFrom(t('pieces', { minted, left, collections: started.length }), t('market'), '/market')
  }

  /** Answers whether an artist is a person. */
  function realityAnswer({ question, names }: Question): PersonaAnswer {
    const spoken = normalizeText(question)
    const [one, another] = names.artists
    if (another || (!one && includesPhrase(spoken, ...phrases.artists))) {
      const generated = all.filter(({ aiGenerated }) => aiGenerated)
      if (generated.length === all.length && all.length > 1) return ofRoster(t('allGenerated', { count: all.length }))
      return ofRoster(
        t('someGenerated', {
          generated: generated.length,
          count: all.length,
          any: generated.length > 0 ? 'yes' : 'no',
          names: generated.map(({ name }) => name).join('; '),
        }),
      )
    }
    if (!one && names.isFamilyName) return unknown()
    const who = one ?? artist
    const text = t(who.aiGenerated ? 'isGenerated' : 'isNotGenerated', { name: who.name })
    if (who !== artist) return say(text, { sources: [notesOf(who, records)], actions: [openArtist(who)] })
    const ofVoice =
      includesPhrase(spoken, ...phrases.voice) &&
      sentencesOf(who.description).find((paragraph) => includesPhrase(normalizeText(paragraph[0]!), ...phrases.voice))
    const more = ofVoice ? `${t('spokenAnswers')} ${ofVoice.slice(0, 3).join(' ')}` : t('iAmSoftware')
    return say(`${text} ${more}`, { sources: [notesOf(who, records)] })
  }

  const written = { written: writer ? 'yes' : 'no', writer: writer ?? '' }

  const softwareText = () =>
    t('software', { name: artist.name, generated: artist.aiGenerated ? 'yes' : 'no', ...written })

  function contactAnswer(): PersonaAnswer | undefined {
    const section = legal.find(({ name }) => name === 'imprint')?.sections.find(({ id }) => id === 'contact')
    if (!section?.text) return undefined
    const [first = '', ...more] = section.text.trim().split(/\n\s*\n/)
    // A paragraph that is only the address becomes part of a sentence.
    const address = /^\[[^\]]*\]\(mailto:([^)]+)\)$/.exec(first)?.[1]
    const text = (address ? more : [first, ...more])
      .join(' ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\s+/g, ' ')
    const words = address ? t('contactAt', { address, text }).trim() : t('contact', { text })
    return sayFrom(words, t('imprint'), '/imprint#contact')
  }

  /** Answers questions about awards: the recorded ones belong to the founder, not to an artist. */
  function prizesAnswer({ question, names }: Question): PersonaAnswer {
    const { actions, sources } = founder()
    const spoken = normalizeText(question)
    const isOfArtist = names.artists.length > 0 || includesPhrase(spoken, ...phrases.them)
    if (story && (!isOfArtist || includesPhrase(spoken, ...phrases.founder)))
      return say(t('recognition', { list: story.recognition.join('; ') }), { sources, actions })
    return say(story ? `${t('noAwards')} ${t('founderAwards')}` : t('noAwards'), { isKnown: false, sources, actions })
  }

  function play({ names }: Question): PersonaAnswer | undefined {
    const other = names.track ?? names.artists[0]
    if (other?.featuredTrack && other !== artist)
      return say(t('playThere', { title: quoted(other.featuredTrack.title), name: other.name }), {
        sources: [notesOf(other, records)],
        actions: [openArtist(other)],
      })
    return track && say(t('playHere', { title: artist.featuredTrack!.title }), { actions: own, isAsked: true })
  }

  /** Answers where a track or an artist can be heard: in the player, and on the services that are linked or named. */
  function listenAnswer({ question, names }: Question): PersonaAnswer {
    const who = names.track ?? names.artists[0] ?? artist
    const { name, featuredTrack } = who
    const spoken = normalizeText(question)
    const title = featuredTrack && quoted(featuredTrack.title)
    const here = !title
      ? t('noTrack', { name })
      : who === artist
        ? t('listenHere', { title })
        : t('playThere', { title, name })
    const elsewhere = streamsOf(who, records).filter(
      ({ place, isLinked }) => isLinked || includesPhrase(spoken, normalizeText(place).trim()),
    )
    return say([here, ...elsewhere.map(({ text }) => text)].join(' '), {
      sources: [title ? trackSource(who, records) : { label: name, href: `/artist/${who.slug}` }],
      actions: who === artist ? own : [openArtist(who)],
    })
  }

  /** Declines to play music that is not on this site. */
  function declineOtherMusic(): PersonaAnswer {
    const text = t('otherMusic', { track: artist.featuredTrack?.title ?? 'none' })
    return say(text, { isKnown: false, actions: [...own, radioAction(records)] })
  }

  /** Answers by intent; if undefined, the message is answered by searching passages. */
  const byIntent: Record<Exclude<Intent, 'look-up' | 'open'>, (input: Question) => PersonaAnswer | undefined> = {
    'hello': () => say(t('hello', { name: artist.name, subjects }), { actions: own }),
    'thanks': () => say(t('thanks')),
    'goodbye': () => say(t('goodbye')),
    'help': () => say(subjects, { actions: own }),
    'software': () => say(softwareText()),
    'reality': realityAnswer,
    'maker': () => sayFrom(`${t('maker')} ${softwareText()}`, t('imprint'), '/imprint', { actions: [] }),
    'privacy': () => sayFrom(t('privacy', written), t('privacyLabel'), '/privacy#voice'),
    'contact': contactAnswer,
    'self': ({ names }) =>
      names.isFamilyName && names.artists.length === 0 ? founder() : introduce(names.artists[0] ?? artist),
    'founder': ({ names }) => (names.artists.length === 0 ? founder() : undefined),
    'prizes': prizesAnswer,
    'not-told': unknown,
    'play': play,
    'listen': listenAnswer,
    'track': ({ names }) => trackAnswer(names.artists[0] ?? artist),
    'singer': singerAnswer,
    'videos': ({ names }) => videosAnswer(names.artists[0] ?? artist),
    'tracks': () => {
      const tracks = all.flatMap(({ name, featuredTrack }) =>
        featuredTrack ? t('trackBy', { title: featuredTrack.title, name }) : [],
      )
      return ofRoster(t('tracks', { count: tracks.length, list: tracks.join('; ') }))
    },
    'roster': () =>
      ofRoster(
        t('roster', {
          count: all.length,
          list: all.map(({ name, genres }) => `${name} (${genres.join(', ')})`).join('; '),
        }),
      ),
    'books': (input) =>
      includesPhrase(normalizeText(input.question), ...phrases.free) ? priceAnswer(input) : booksAnswer(),
    'first-book': () => {
      const answer = booksAnswer()
      const free = books.find(({ isFree }) => isFree)
      const others = books.filter((book) => book !== free).map(({ title }) => quoted(title))
      if (!free || others.length === 0) return answer
      return {
        ...answer,
        text: t('startFree', { title: quoted(free.title), count: others.length, others: others.join('; ') }),
      }
    },
    'favorite-book': () => {
      const answer = booksAnswer()
      return { ...answer, text: `${t('noFavorites')} ${answer.text}` }
    },
    'price': priceAnswer,
    'book-buy': bookBuyAnswer,
    'collection-price': () => {
      const isOnSale = records.collections.some((collection) => availabilityOf(collection) === 'on-sale')
      const text = t(isOnSale ? 'collectionPrice' : 'noCollectionOnSale')
      return sayFrom(text, t('market'), '/market', { isKnown: false })
    },
    'tokens': () => {
      const list = tokens.map(({ name, symbol, tagline }) => `${name} (${symbol}): ${tagline}`).join(' ')
      return sayFrom(t('tokenCount', { count: tokens.length, list }).trim(), t('tokens'), '/tokens')
    },
    'events': ({ names }) => eventsAnswer(names.event),
    'platforms': () => sayFrom(t('platforms', listOf(records.platforms)), t('ecosystem'), '/'),
    'collections': ({ question }) =>
      includesPhrase(normalizeText(question), ...phrases.pieces)
        ? piecesAnswer()
        : sayFrom(t('collections', listOf(records.collections)), t('market'), '/market'),
    'submit': () => sayFrom(t('submit', { size: maxAudioBytes / 1024 / 1024 }), t('submitLabel'), '/submit'),
    'newsletter': () => sayFrom(t('newsletter'), t('newsletterLabel'), '/newsletter'),
    ...createHowToAnswers(records),
    ...createBookAnswers(records),
    ...createSiteAnswers(records, unknown),
    ...createRadioAnswers(records),
  }
  return { byIntent, unknown, declineOtherMusic, founder, introduce, trackAnswer, eventsAnswer, booksAnswer }
}
