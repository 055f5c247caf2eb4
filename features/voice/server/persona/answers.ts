import { DateTime } from 'luxon'
import { formatUsd } from '#shared/money.ts'
import type { Artist } from '#features/artists/contract.ts'
import { maxAudioBytes } from '#features/submissions/contract.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { type OnAir, onAirText, openAction, radioAction, say, sayFrom, trackAction } from './actions.ts'
import type { Intent } from './language.ts'
import type { Names } from './names.ts'
import { bookFacts, musicOf, notesOf, trackOf, trackSource } from './passages.ts'
import type { PersonaRecords } from './records.ts'
import { countOf, includesPhrase, normalizeText, sentencesOf } from './text.ts'

/** A message with the names found in it. */
export type Question = { question: string; names: Names; onAir: OnAir }

const quoted = (title: string) => `“${title}”`
const thereAre = (count: number, thing: string) => `There ${count === 1 ? 'is' : 'are'} ${countOf(count, thing)}`
const biographyOf = ({ description }: Artist) => sentencesOf(description)[0]!.join(' ')
const openArtist = ({ name, slug }: Artist) => openAction(name, `/artist/${slug}`)

/** Creates the answers that are not a passage of a record: lists, live facts, actions, and facts about the persona. */
export function createAnswers(records: PersonaRecords, writer: string | undefined) {
  const { artist, others, books, story, tokens, legal } = records
  const all = [artist, ...others]
  const track = trackAction(records)
  const own = track ? [track] : []
  const subjects = `Ask me about ${artist.name}, the track, the roster, the books,${story ? ' the journey,' : ''} the collection, the tokens, the platforms, the next event, or what is on the air.`
  const ofRoster = (text: string) => sayFrom(text, 'Swade Fam', '/swade-fam')
  const unknown = () => say(`I don’t know: nothing on this site answers that. ${subjects}`, { isKnown: false })
  const founder = () =>
    story ? sayFrom(sentencesOf(story.founder)[0]!.join(' '), 'The journey', '/journey') : unknown()

  /** Introduces an artist. */
  function introduce(who: Artist): PersonaAnswer {
    const words = who === artist ? [`I am the text persona of ${who.name}.`] : [musicOf(who), trackOf(who)]
    return say([...words, `The biography says: ${biographyOf(who)}`].filter(Boolean).join(' '), {
      sources: [notesOf(who)],
      actions: who === artist ? own : [openArtist(who)],
    })
  }

  /** Answers with an artist's track. */
  function trackAnswer(who: Artist): PersonaAnswer {
    const text = trackOf(who)
    const actions = who === artist ? own : [openArtist(who)]
    return say(text ?? `There is no track by ${who.name} on this site yet.`, {
      sources: [text ? trackSource(who) : notesOf(who)],
      actions,
    })
  }

  /** Answers with an event in the virtual world: the one of this title, or the next one. */
  function eventsAnswer(title?: string): PersonaAnswer {
    const { at, coming } = records.schedule()
    const answer = (text: string) => sayFrom(text, 'Virtual World', '/#virtual-world')
    const named = coming.filter((event) => title && includesPhrase(normalizeText(event.title), title))
    const isOn = ({ isCalledOff }: { isCalledOff: boolean }) => !isCalledOff
    const event = title ? (named.find(isOn) ?? named[0]) : coming.find(isOn)
    if (!event && coming.length === 0) return answer('No events in the virtual world are announced right now.')
    if (!event) {
      const titles = [...new Set(coming.map((one) => quoted(one.title)))].join(', ')
      return answer(`All announced events in the virtual world are cancelled: ${titles}.`)
    }
    const start = DateTime.fromISO(event.startsAt).setZone(event.timeZone).setLocale('en-US')
    const when = start.toFormat("cccc, LLLL d, yyyy 'at' h:mm a '('ZZZZ')'")
    if (event.isCalledOff) return answer(`${quoted(event.title)} in the virtual world on ${when} is cancelled.`)
    const what =
      event.startsAt <= at
        ? `${quoted(event.title)} is on now in the virtual world; it started on ${when}.`
        : title
          ? `${quoted(event.title)} takes place in the virtual world on ${when}.`
          : `The next event in the virtual world is ${quoted(event.title)}, on ${when}.`
    return answer(`${what} ${event.description}`)
  }

  /** Lists the books. */
  function booksAnswer(): PersonaAnswer {
    const free = books.find(({ isFree }) => isFree)
    const titles = books
      .map(({ title, isFree }) => (isFree ? `${quoted(title)}, which is free` : quoted(title)))
      .join('; ')
    return say(
      books.length > 0 ? `${thereAre(books.length, 'book')}: ${titles}.` : 'There are no books in the library yet.',
      {
        sources: [{ label: 'Books Library', href: '/books' }],
        actions: free ? [openAction(free.title, `/book/${free.id}`)] : [],
      },
    )
  }

  /** Answers with the price of the named book, of the free one, or of all books. */
  function priceAnswer({ question, names }: Question): PersonaAnswer {
    const isFree = includesPhrase(normalizeText(question), 'free')
    const book = books.find(({ id }) => names.book === `/book/${id}`) ?? books.find((one) => isFree && one.isFree)
    if (book) {
      const href = `/book/${book.id}`
      return say(bookFacts(book), {
        sources: [{ label: `Book “${book.title}”`, href }],
        actions: [openAction(book.title, href)],
      })
    }
    const ofBooks = books.map(
      (one) => `${quoted(one.title)} ${one.isFree ? 'is free' : `costs ${formatUsd(one.priceCents)}`}.`,
    )
    const texts = books.length > 0 ? ofBooks : ['There are no books in the library yet.']
    const pages = [{ label: 'Books Library', href: '/books' }]
    if (tokens.length > 0) {
      texts.push('Live token prices are on the tokens page.')
      pages.push({ label: 'Tokens', href: '/tokens' })
    }
    return say(texts.join(' '), { sources: pages, actions: pages.map(({ label, href }) => openAction(label, href)) })
  }

  /** Refers to the tokens page, which has the live price. */
  function tokenPriceAnswer({ names }: Question): PersonaAnswer {
    const meant = tokens.find(({ symbol, name }) => [symbol, name].some((one) => one.toLowerCase() === names.token))
    const text = `I don’t know what ${meant?.symbol ?? 'a token'} costs: prices change by the minute and are not in my records. The tokens page shows the live price, or N/A while there is none, and links to the exchange where a token can be bought once that is published.`
    return sayFrom(text, 'Tokens', '/tokens', { isKnown: false })
  }

  /** Answers whether an artist is a person. */
  function realityAnswer({ question, names }: Question): PersonaAnswer {
    const spoken = normalizeText(question)
    const [one, another] = names.artists
    if (another || (!one && includesPhrase(spoken, 'artist', 'artists', 'singers', 'they'))) {
      const generated = all.filter(({ aiGenerated }) => aiGenerated)
      if (generated.length === all.length && all.length > 1)
        return ofRoster(`All ${all.length} artists on the roster are AI-generated.`)
      const list = generated.length > 0 ? ` (${generated.map(({ name }) => name).join('; ')})` : ''
      return ofRoster(`AI-generated artists on the roster: ${generated.length} of ${all.length}${list}.`)
    }
    if (!one && names.isFamilyName) return unknown()
    const who = one ?? artist
    const text = who.aiGenerated
      ? `${who.name} is an AI-generated artist, not a person.`
      : `This site does not list ${who.name} as AI-generated.`
    if (who !== artist) return say(text, { sources: [notesOf(who)], actions: [openArtist(who)] })
    const ofVoice =
      includesPhrase(spoken, 'voice', 'vocals') &&
      sentencesOf(who.description).find((paragraph) => includesPhrase(normalizeText(paragraph[0]!), 'voice'))
    const more = ofVoice ? ofVoice.slice(0, 3).join(' ') : 'I answer for this artist, and I am software.'
    return say(`${text} ${more}`, { sources: [notesOf(who)] })
  }

  function softwareAnswer(): PersonaAnswer {
    const generated = artist.aiGenerated ? ', who is an AI-generated artist' : ''
    const how = writer
      ? `No person is typing. A language model (${writer}) writes the answers from this site’s own records, and each answer names its source.`
      : 'No person is typing and no language model is used. I look up this site’s own records, and each answer names its source.'
    return say(`I am software: the text persona built into this site for ${artist.name}${generated}. ${how}`)
  }

  function privacyAnswer(): PersonaAnswer {
    const sent = writer ? ` It is sent to a language model (${writer}) to write the answer.` : ''
    const text = `What you type here is answered and not stored. I read text only and cannot hear you.${sent} Where a voice agent is connected, your voice is sent to it only after you agree in the panel. The privacy page has the details.`
    return sayFrom(text, 'Privacy', '/privacy#voice')
  }

  function contactAnswer(): PersonaAnswer | undefined {
    const section = legal.find(({ name }) => name === 'imprint')?.sections.find(({ id }) => id === 'contact')
    const words = section?.text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ')
    return words ? sayFrom(`Write to us: ${words}`, 'Imprint', '/imprint#contact') : undefined
  }

  /** Answers questions about awards: the recorded ones are the founder's, none is an artist's. */
  function prizesAnswer({ question, names }: Question): PersonaAnswer {
    const { actions, sources } = founder()
    const isOfArtist =
      names.artists.length > 0 ||
      includesPhrase(normalizeText(question), ...'you your she her he his they their them artist artists'.split(' '))
    if (story && (!isOfArtist || includesPhrase(normalizeText(question), 'founder')))
      return say(`Recognition listed on the journey page: ${story.recognition.join('; ')}.`, { sources, actions })
    const text = 'This site lists no awards for its artists.'
    return say(story ? `${text} Awards for Swade and its founder are on the journey page.` : text, {
      isKnown: false,
      actions,
    })
  }

  function play({ names }: Question): PersonaAnswer | undefined {
    const other = names.track ?? names.artists[0]
    if (other?.featuredTrack && other !== artist)
      return say(`You can play ${quoted(other.featuredTrack.title)} on the page of ${other.name}.`, {
        sources: [notesOf(other)],
        actions: [openArtist(other)],
      })
    return track && say('I can play it in the player on this page.', { actions: own, isAsked: true })
  }

  /** Declines to play music that is not on this site. */
  function declineOtherMusic(): PersonaAnswer {
    const ours = artist.featuredTrack ? `${quoted(artist.featuredTrack.title)}, or the radio` : 'the radio'
    return say(`I can only play music from this site: ${ours}.`, { isKnown: false, actions: [...own, radioAction] })
  }

  /** Answers by intent; undefined leaves the message to the search of passages. */
  const byIntent: Record<Exclude<Intent, 'look-up' | 'open'>, (asked: Question) => PersonaAnswer | undefined> = {
    'hello': () => say(`Hello. I am software that answers for ${artist.name}. ${subjects}`, { actions: own }),
    'thanks': () => say('You are welcome.'),
    'goodbye': () => say('Goodbye. What you typed here is not stored.'),
    'help': () => say(subjects, { actions: own }),
    'software': softwareAnswer,
    'reality': realityAnswer,
    'privacy': privacyAnswer,
    'contact': contactAnswer,
    'self': ({ names }) =>
      names.isFamilyName && names.artists.length === 0 ? founder() : introduce(names.artists[0] ?? artist),
    'founder': ({ names }) => (names.artists.length === 0 ? founder() : undefined),
    'prizes': prizesAnswer,
    'not-told': unknown,
    'on-air': ({ onAir }) => say(onAirText(onAir), { actions: [radioAction] }),
    'play-radio': ({ onAir }) =>
      say(`${onAirText(onAir)} Turning the radio on.`, { actions: [radioAction], isAsked: true }),
    'play': play,
    'track': ({ names }) => trackAnswer(names.artists[0] ?? artist),
    'tracks': () => {
      const tracks = all.flatMap(({ name, featuredTrack }) =>
        featuredTrack ? `${quoted(featuredTrack.title)} by ${name}` : [],
      )
      return ofRoster(
        `The roster has ${countOf(tracks.length, 'featured track')}${tracks.length > 0 ? `: ${tracks.join('; ')}` : ''}.`,
      )
    },
    'roster': () =>
      ofRoster(
        `${thereAre(all.length, 'artist')} on the roster: ${all.map(({ name, genres }) => `${name} (${genres.join(', ')})`).join('; ')}.`,
      ),
    'books': (asked) => (includesPhrase(normalizeText(asked.question), 'free') ? priceAnswer(asked) : booksAnswer()),
    'price': priceAnswer,
    'token-price': tokenPriceAnswer,
    'tokens': () =>
      sayFrom(
        [
          `${thereAre(tokens.length, 'token')}.`,
          ...tokens.map(({ name, symbol, tagline }) => `${name} (${symbol}): ${tagline}`),
        ].join(' '),
        'Tokens',
        '/tokens',
      ),
    'events': ({ names }) => eventsAnswer(names.event),
    'platforms': () => listAnswer('platform', records.platforms, 'Ecosystem', '/'),
    'collections': () => listAnswer('collection', records.collections, 'Market', '/market'),
    'submit': () =>
      sayFrom(
        `You can submit a track to the radio with the form on this site: one MP3 file of up to ${maxAudioBytes / 1024 / 1024} MB. A person listens to every track and decides.`,
        'Submit your music',
        '/submit',
      ),
    'newsletter': () =>
      sayFrom(
        'The Friday newsletter is sent once a week. You can sign up on its page.',
        'The Friday newsletter',
        '/newsletter',
      ),
    'refund': () =>
      say(
        'The terms say when you can withdraw from a purchase and get a refund. To withdraw, use the withdrawal form.',
        {
          sources: [{ label: 'Terms', href: '/terms#withdrawal' }],
          actions: [openAction('Withdraw', '/withdraw')],
        },
      ),
  }
  return { byIntent, unknown, declineOtherMusic, founder, introduce, trackAnswer, eventsAnswer, booksAnswer }
}

function listAnswer(thing: string, named: readonly { name: string }[], label: string, href: string): PersonaAnswer {
  return sayFrom(`${thereAre(named.length, thing)}: ${named.map(({ name }) => quoted(name)).join('; ')}.`, label, href)
}
