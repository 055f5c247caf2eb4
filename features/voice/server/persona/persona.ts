import type { PersonaAnswer, VoiceAction, Wish } from '#features/voice/contract.ts'
import { findAnswer } from './find-answer.ts'
import { aboutLetter, aboutRefunds, howToSubmit, marketAction, ofJourney, whatIsKept } from './house-pages.ts'
import { answerOfBooks, answerOfChapters, priceOfAll, priceOfBooks } from './library.ts'
import { answerOfEvents, answerOfTokens, priceOfTokens } from './live-facts.ts'
import { createRecordIndex, type Hit } from './record-index.ts'
import { musicOf, notesOf, paragraphs, type PersonaRecord, personaRecords, type PersonaRecords } from './records.ts'
import { citation, quote, say } from './reply.ts'
import { answerOfOther, answerOfRoster, answerOfTracks, introduce, pageAction, realityOf, realityOfRoster } from './roster.ts'
import { type Aim, aimsOf, courtesiesOf, withoutCourtesy } from './small-talk.ts'
import { findByTrack, findOther, isAboutHouse, isAboutThing, isNamed, isPersonal, othersIn } from './who-is-meant.ts'
import { answerWish, findNamed, isTelling, type OnAir, onAirWords, openAction, radioAction, trackAction } from './wishes.ts'
import { plain, stemSet, stemsOf, wordsOf } from './words.ts'

const asksForPrizes = stemSet('award prize medal recognition win won receive received get founder journey label house')
const asksForCollection = stemSet('nft collection collect collectible mint minted supply buy sell sale own exist edition number digital')
const asksForPrices = stemSet('price prices priced cost costs worth value expensive free buy pay')
/** Two questions in one: “how much are the books, and can I get a refund?” */
const asksForPriceToo = /\b(prices?|costs?|how much)\b.*\bbooks?\b.*\b(and|or)\b/

/** Says what the site's own records say, and nothing else. */
export type Persona = {
  answer(message: string, onAir: OnAir): PersonaAnswer
  /** @see answerWish */
  wish(wish: Pick<Wish, 'wish' | 'name'>, onAir: OnAir): { action: VoiceAction | null; says: string }
}

/** The built-in text persona of one artist: no model, an index over the records and a few fixed sentences. */
export function createPersona(records: PersonaRecords): Persona {
  const { artist, books, journey } = records
  const index = createRecordIndex(personaRecords(records), wordsOf(artist.name))
  const library = { books, index }
  const notes = notesOf(artist)
  const track = trackAction(records)
  const own = track ? [track] : []
  const canSpeakOf = `Ask me about ${artist.name}, the track, the roster, the books, the journey, the collection, the tokens, the next event, or what is on the air.`
  const unknown = () => say(`I do not know that: none of this site’s records speak of it. ${canSpeakOf}`, { isKnown: false })
  const biography = () => say(firstOf(artist.description), { sources: [notes], actions: own })

  /** Each answers, or leaves it to the next aim of the message and in the end to the records. */
  const answers: Record<Aim, (message: string, onAir: OnAir) => PersonaAnswer | undefined> = {
    'software': aboutReality,
    'privacy': whatIsKept,
    'letter': aboutLetter,
    'submit': howToSubmit,
    'on-air': (_message, onAir) => say(onAirWords(onAir), { actions: [radioAction] }),
    'play-radio': (_message, onAir) => say(`${onAirWords(onAir)} I put the radio on.`, { actions: [radioAction], isAsked: true }),
    'play-track': play,
    'open': open,
    'refund': (message) => aboutRefunds(asksForPriceToo.test(plain(message)) ? priceOfBooks('books', library) : undefined),
    'price': aboutPrice,
    'events': (message) => answerOfEvents(message, records, index, true),
    'voice': aboutVoice,
    'genre': aboutGenre,
    'songs': (message) => {
      const said = answerOfTracks(message, records)
      return said.actions.length === 0 ? { ...said, actions: own } : said
    },
    'roster': () => answerOfRoster(records),
    'tokens': () => answerOfTokens(records),
    'books': (message) => answerOfBooks(message, library),
    'collections': collection,
    'prizes': aboutPrizes,
    'founder': aboutFounder,
    'self': aboutSelf,
    'help': () => say(canSpeakOf, { actions: own }),
    'thanks': () => say('You are welcome.'),
    'goodbye': () => say('Goodbye. What you typed here is not kept.'),
    'hello': () => say(`Hello. I am software that answers for ${artist.name}. ${canSpeakOf}`, { actions: own }),
  }

  function answer(message: string, onAir: OnAir): PersonaAnswer {
    const question = withoutCourtesy(message)
    const others = stemsOf(
      othersIn(question, records)
        .map(({ artist: other }) => other.name)
        .join(' '),
    )
    const asked = index.asked(question)
    const beside = asked.filter((word) => !others.includes(word))
    const titles = stemsOf(
      books
        .map(({ title }) => title)
        .filter((title) => plain(question).includes(plain(title)))
        .join(' '),
    )
    // A book may be named where money is to come back; the other aims tell a title by themselves.
    const ofBook = aimsOf(
      question,
      beside.filter((word) => !titles.includes(word)),
    ).filter((aim) => aim === 'refund')
    for (const aim of [...ofBook, ...aimsOf(question, beside), ...courtesiesOf(message, asked)]) {
      const said = answers[aim](question, onAir)
      if (said) return said
    }
    return lookUp(question)
  }

  /** Whether who is meant is a person; undefined when nobody this page knows is meant. */
  function aboutReality(message: string): PersonaAnswer | undefined {
    // “Real AI Music” is a book.
    if (books.some(({ title }) => plain(message).includes(plain(title)))) return undefined
    if (isAboutThing(message, records)) return undefined
    const [other, ...more] = othersIn(message, records)
    if (more.length > 0) return realityOfRoster(records)
    if (other) return say(realityOf(other.artist), { sources: [notesOf(other.artist)], actions: [pageAction(other.artist)] })
    if (/\b(artists|singers|musicians|roster|they)\b/.test(message)) return realityOfRoster(records)
    const isOfVoice = /\b(voice|vocals)\b/.test(message)
    if (isNamed(message, records) || isOfVoice || /\b(she|he|her|his|artist|singer|music|song|track|character)\b/.test(message)) {
      const voice = isOfVoice ? aboutVoice('voice') : undefined
      return say(`${realityOf(artist)} ${voice?.text ?? 'I, who answer for this artist, am software.'}`, { sources: [notes] })
    }
    if (isAboutHouse(message, records)) return unknown()
    return say(
      `I am software: the text persona built into this site for ${artist.name}${artist.aiGenerated ? ', who is an AI-generated artist' : ''}. No person types here and no model writes here. I look up what the site’s own records say, and tell you which.`,
    )
  }

  function aboutPrice(message: string): PersonaAnswer | undefined {
    const named = priceOfBooks(message, library) ?? priceOfTokens(message, records)
    if (named) return named
    const isOfAnybody = isPersonal(message, records) || isAboutHouse(message, records) || findOther(message, records)
    return isOfAnybody || !isOnly(message, asksForPrices) ? undefined : priceOfAll(records)
  }

  function play(message: string): PersonaAnswer | undefined {
    const other = findOther(message, records) ?? findByTrack(message, records)
    if (other?.artist.featuredTrack) {
      const { featuredTrack, name } = other.artist
      return say(`“${featuredTrack.title}” plays on the page of ${name}.`, {
        sources: [notesOf(other.artist)],
        actions: [pageAction(other.artist)],
      })
    }
    if (!track) return undefined
    const asked = wordsOf(message)
    const isOurs = [...wordsOf(artist.featuredTrack!.title), 'track', 'song', 'music', 'your', 'it', 'something', 'sing'].some((word) =>
      asked.includes(word),
    )
    return isOurs || asked.length <= 2
      ? say('It plays in the player on this page.', { actions: [track], isAsked: true })
      : say(`I can only play what is ours: “${artist.featuredTrack!.title}”, or the radio.`, {
          isKnown: false,
          actions: [track, radioAction],
        })
  }

  function open(message: string): PersonaAnswer | undefined {
    const words = wordsOf(message)
    // Beside other aims a title is opened when the whole of it is spoken, or when the message names the kind.
    const isAlone = aimsOf(message, []).every((aim) => aim === 'open')
    const named = (kind: 'book' | 'chapter') => findNamed(index, message, kind, isAlone || words.includes(kind))
    const record = words.includes('chapter') ? (named('chapter') ?? named('book')) : (named('book') ?? named('chapter'))
    if (record) return say(record.text, { sources: [citation(record)], actions: [openAction(record)], isAsked: true })
    const other = findOther(message, records)
    if (other) return { ...introduce(other), actions: [pageAction(other.artist)], isAsked: true }
    return words.includes('chapter') && !isTelling(index, message) ? answerOfChapters(books) : undefined
  }

  function collection(message: string): PersonaAnswer | undefined {
    const asked = findOther(message, records) ?? records
    const names = stemsOf([asked.artist.name, ...asked.collections.map(({ name }) => name)].join(' '))
    if (!isOnly(message, new Set([...asksForCollection, ...names]))) return undefined
    const [first] = asked.collections
    const [hit] = first ? index.find(`${first.name} collection`, ({ label }) => label === `Collection “${first.name}”`) : []
    return hit
      ? { ...quote(hit, track), text: `${hit.record.opening} ${hit.record.text}` }
      : say(`There is no collection of ${asked.artist.name} yet. The market shows what the others have made.`, { actions: [marketAction] })
  }

  function aboutVoice(message: string): PersonaAnswer | undefined {
    const other = findOther(message, records)
    if (other) return answerOfOther('voice', other, index)
    const [hit] = index.find('voice singer model', ({ kind, opening }) => kind === 'artist' && opening !== undefined)
    return hit && quote({ record: hit.record, words: stemsOf('voice') }, track)
  }

  function aboutGenre(message: string): PersonaAnswer {
    const other = findOther(message, records)
    if (other) return introduce(other)
    return say(musicOf(artist), { sources: [notes], actions: own })
  }

  function aboutFounder(): PersonaAnswer {
    return say(firstOf(journey.roots[0]!), ofJourney)
  }

  /** The recognition is the house's; no record tells of any of an artist. */
  function aboutPrizes(message: string): PersonaAnswer | undefined {
    const isOfArtist =
      findOther(message, records) || isPersonal(message, records) || /\b(he|his|him|they|their|them|artists?)\b/.test(message)
    if (isOfArtist && !/\bfounder\b/.test(message))
      return say(
        'No record of this site speaks of an award of an artist. The journey lists the recognition of the house and its founder.',
        {
          isKnown: false,
          actions: ofJourney.actions,
        },
      )
    return isOnly(message, asksForPrizes)
      ? say(`The journey lists as recognition: ${journey.recognition.join('; ')}.`, ofJourney)
      : undefined
  }

  function aboutSelf(message: string): PersonaAnswer {
    const other = findOther(message, records)
    if (other) return { ...introduce(other), text: `${musicOf(other.artist)} The liner notes say: ${firstOf(other.artist.description)}` }
    if (isAboutHouse(message, records)) return aboutFounder()
    return say(`I am the text persona of ${artist.name}. The liner notes say: ${firstOf(artist.description)}`, {
      sources: [notes],
      actions: own,
    })
  }

  function lookUp(message: string): PersonaAnswer {
    const event = answerOfEvents(message, records, index, false)
    if (event) return event
    const other = findOther(message, records)
    const ofOther = other && answerOfOther(message, other, index)
    if (ofOther) return ofOther
    const asked = index.asked(message)
    const isOfWho = !/^(how|when|where|why)\b/.test(message)
    if (other && asked.every((word) => stemsOf(other.artist.name).includes(word))) return isOfWho ? introduce(other) : unknown()
    // Where the house is named, other artists are not meant.
    const mayBeMeant = ({ kind }: PersonaRecord) => kind !== 'roster' || other !== undefined || !isAboutHouse(message, records)
    const best = isPersonal(message, records) ? findPersonal(message, asked.length) : findAnswer(index, message, mayBeMeant)
    if (best) return quote(best, track)
    // Nothing but names and words that ask for nothing: then it is about who is named, unless about their age or whereabouts.
    if (asked.length === 0 && isOfWho) {
      if (isAboutHouse(message, records)) return aboutFounder()
      if (isNamed(message, records)) return biography()
    }
    return unknown()
  }

  /** What is asked of the artist is looked for in what is the artist's own; the house may know the rest of it, other artists do not. */
  function findPersonal(message: string, count: number): Hit | undefined {
    const [mine] = index.find(message, isOwn)
    if (mine && (mine.isAnswer || (count > 1 && mine.share >= 0.5))) return mine
    const isTheirs =
      isNamed(message, records) || /\b(your|yours|her|hers)\b|^(do|did|are|were) (you|she) (?!(have|sell|offer|know)\b)/.test(message)
    const mayKnow = ({ kind }: PersonaRecord) => kind !== 'roster' && !(isTheirs && ['book', 'chapter', 'journey'].includes(kind))
    return count > 1 ? findAnswer(index, message, mayKnow) : undefined
  }

  /** Whether nothing but these words is asked. */
  function isOnly(message: string, words: ReadonlySet<string>): boolean {
    return index.asked(message).every((word) => words.has(word))
  }

  return { answer, wish: (wish, onAir) => answerWish(wish, { records, index, onAir }) }
}

function isOwn({ kind }: PersonaRecord): boolean {
  return kind === 'artist' || kind === 'track' || kind === 'collection'
}

function firstOf(text: string): string {
  return paragraphs(text)[0]!
}
