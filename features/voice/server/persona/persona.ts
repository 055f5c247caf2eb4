import type { PersonaAnswer, VoiceAction, Wish } from '#features/voice/contract.ts'
import { answerOfBooks, priceOfBooks } from './library.ts'
import { answerOfEvents, answerOfTokens, priceOfTokens } from './live-facts.ts'
import { createRecordIndex, type Hit } from './record-index.ts'
import { musicOf, notesOf, paragraphs, type PersonaRecord, personaRecords, type PersonaRecords } from './records.ts'
import { citation, quote, say } from './reply.ts'
import { answerOfOther, answerOfRoster, answerOfTracks, findOther, introduce, pageAction } from './roster.ts'
import { type Aim, aimsOf } from './small-talk.ts'
import { answerWish, findNamed, type OnAir, onAirWords, openAction, radioAction, trackAction } from './wishes.ts'
import { plain, stemSet, stemsOf, wordsOf } from './words.ts'

const asksForVoice = stemSet('voice vocals sing singing speak speaking sound come use model singer behind person train trained')
const asksForGenre = stemSet('genre style music song artist play sing sound type')
const asksForPrizes = stemSet('award prize medal recognition win won receive received founder journey')
const asksForHelp = stemSet('help know assist answer')

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
  const biography = () => say(firstOf(artist.description), { sources: [notes], actions: own })

  /** Each answers, or leaves it to the next aim of the message and in the end to the records. */
  const answers: Record<Aim, (message: string, onAir: OnAir) => PersonaAnswer | undefined> = {
    'software': () =>
      say(
        `I am software: the text persona built into this site for ${artist.name}${artist.aiGenerated ? ', who is an AI-generated artist' : ''}. No person types here and no model writes here. I look up what the site’s own records say, and tell you which.`,
      ),
    'on-air': (_message, onAir) => say(onAirWords(onAir), { actions: [radioAction] }),
    'play-radio': (_message, onAir) => say(`${onAirWords(onAir)} I put the radio on.`, { actions: [radioAction], isAsked: true }),
    'play-track': play,
    'open': open,
    'price': (message) => priceOfBooks(message, library) ?? priceOfTokens(message, records),
    'events': (message) => answerOfEvents(message, records, index, true),
    'voice': aboutVoice,
    'genre': aboutGenre,
    'songs': (message) => {
      const said = answerOfTracks(message, records, index)
      return said?.actions.length === 0 ? { ...said, actions: own } : said
    },
    'roster': (message) => answerOfRoster(message, records, index),
    'tokens': (message) => answerOfTokens(message, records, index),
    'books': (message) => answerOfBooks(message, library),
    'collections': collection,
    'prizes': aboutPrizes,
    'founder': aboutFounder,
    'self': aboutSelf,
    'help': (message) => (isOnly(message, asksForHelp) ? say(canSpeakOf, { actions: own }) : undefined),
    'thanks': () => say('You are welcome.'),
    'goodbye': () => say('Goodbye. What you typed here is not kept.'),
    'hello': () => say(`Hello. I am software that answers for ${artist.name}. ${canSpeakOf}`, { actions: own }),
  }

  function answer(message: string, onAir: OnAir): PersonaAnswer {
    for (const aim of aimsOf(message)) {
      const said = answers[aim](message, onAir)
      if (said) return said
    }
    return lookUp(message)
  }

  function play(message: string): PersonaAnswer | undefined {
    const other = findOther(message, records) ?? findByTrack(message)
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
    const isAlone = aimsOf(message).every((aim) => aim === 'open')
    const named = (kind: 'book' | 'chapter') => findNamed(index, message, kind, isAlone || words.includes(kind))
    const record = words.includes('chapter') ? (named('chapter') ?? named('book')) : (named('book') ?? named('chapter'))
    if (record) return say(record.text, { sources: [citation(record)], actions: [openAction(record)], isAsked: true })
    const other = findOther(message, records)
    return other && { ...introduce(other), actions: [pageAction(other.artist)], isAsked: true }
  }

  function collection(message: string): PersonaAnswer {
    const asked = findOther(message, records) ?? records
    const [first] = asked.collections
    const [hit] = first ? index.find(`${first.name} collection`, ({ label }) => label === `Collection “${first.name}”`) : []
    return hit
      ? { ...quote(hit, track), text: `${hit.record.opening} ${hit.record.text}` }
      : say(`There is no collection of ${asked.artist.name} yet. The market shows what the others have made.`, { actions: [market] })
  }

  function aboutVoice(message: string): PersonaAnswer | undefined {
    const other = findOther(message, records)
    if (other) return answerOfOther('voice', other, index)
    if (!isOnly(message, asksForVoice)) return undefined
    const [hit] = index.find('voice singer model', ({ kind, opening }) => kind === 'artist' && opening !== undefined)
    return hit && quote({ record: hit.record, words: stemsOf('voice') }, track)
  }

  function aboutGenre(message: string): PersonaAnswer | undefined {
    const other = findOther(message, records)
    if (other) return introduce(other)
    return isOnly(message, asksForGenre) ? say(musicOf(artist), { sources: [notes], actions: own }) : undefined
  }

  function aboutFounder(): PersonaAnswer {
    return say(firstOf(journey.roots[0]!), ofJourney)
  }

  function aboutPrizes(message: string): PersonaAnswer | undefined {
    if (findOther(message, records) || isPersonal(message) || !isOnly(message, asksForPrizes)) return undefined
    return say(`The journey lists as recognition: ${journey.recognition.join('; ')}.`, ofJourney)
  }

  function aboutSelf(message: string): PersonaAnswer {
    const other = findOther(message, records)
    if (other) return { ...introduce(other), text: `${musicOf(other.artist)} The liner notes say: ${firstOf(other.artist.description)}` }
    if (isAboutHouse(message)) return aboutFounder()
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
    if (other && asked.every((word) => stemsOf(other.artist.name).includes(word))) return introduce(other)
    // Where the house is named, other artists are not meant.
    const mayBeMeant = ({ kind }: PersonaRecord) => kind !== 'roster' || other !== undefined || !isAboutHouse(message)
    const best = isPersonal(message)
      ? findPersonal(message, asked.length)
      : index.find(message, mayBeMeant).find(({ isAnswer }) => isAnswer)
    if (best) return quote(best, track)
    // Nothing but names and words that ask for nothing: then it is about who is named.
    if (asked.length === 0 && isAboutHouse(message)) return aboutFounder()
    if (asked.length === 0 && wordsOf(artist.name).some((word) => wordsOf(message).includes(word))) return biography()
    return say(`I do not know that: none of this site’s records speak of it. ${canSpeakOf}`, { isKnown: false })
  }

  /** What is asked of the artist is looked for in what is the artist's own; the house may know the rest of it, other artists do not. */
  function findPersonal(message: string, count: number): Hit | undefined {
    const [mine] = index.find(message, isOwn)
    if (mine && (mine.isAnswer || (count > 1 && mine.share >= 0.5))) return mine
    const isTheirs = /\b(your|yours|her|hers)\b/i.test(message)
    const mayKnow = ({ kind }: PersonaRecord) => kind !== 'roster' && !(isTheirs && (kind === 'book' || kind === 'chapter'))
    return count > 1 ? index.find(message, mayKnow).find(({ isAnswer }) => isAnswer) : undefined
  }

  function findByTrack(message: string) {
    const spoken = plain(message)
    return records.others?.find(({ artist: { featuredTrack } }) => featuredTrack && spoken.includes(plain(featuredTrack.title)))
  }

  /** Whether nothing but these words is asked. */
  function isOnly(message: string, words: ReadonlySet<string>): boolean {
    return index.asked(message).every((word) => words.has(word))
  }

  /** Whether the name all artists share stands alone, for the founder's. */
  function isAboutHouse(message: string): boolean {
    const [first, ...house] = wordsOf(artist.name)
    const words = wordsOf(message)
    return house.some((word) => words.includes(word)) && !words.includes(first!)
  }

  return { answer, wish: (wish, onAir) => answerWish(wish, { records, index, onAir }) }
}

const ofJourney = {
  sources: [{ label: 'The journey', href: '/journey' }],
  actions: [openAction({ title: 'The journey', href: '/journey' })],
}

const market: VoiceAction = { kind: 'open', href: '/market', label: 'Open “Market”', doing: 'Opening “Market”' }

function isOwn({ kind }: PersonaRecord): boolean {
  return kind === 'artist' || kind === 'track' || kind === 'collection'
}

/** Whether the artist is asked about, beyond being asked to speak. */
function isPersonal(message: string): boolean {
  const said = message.replace(
    /\b(can|could|would|will|do|did) you (please )?(tell|explain|describe|know|show|help|say|give|list|name)\b/gi,
    ' ',
  )
  return /\b(you|your|yours|she|her|hers)\b/i.test(said)
}

function firstOf(text: string): string {
  return paragraphs(text)[0]!
}
