import type { PersonaAnswer, VoiceAction, Wish } from '#features/voice/contract.ts'
import { bestSentences, createRecordIndex, type Hit, wordsOf } from './record-index.ts'
import { type PersonaRecord, personaRecords, type PersonaRecords } from './records.ts'
import { aimOf } from './small-talk.ts'
import { answerWish, findNamed, type OnAir, onAirWords, openAction, radioAction, trackAction } from './wishes.ts'

/** A record answers a question when it holds at least this share of its words. */
const leastShare = 0.5

/** Says what the site's own records say, and nothing else. */
export type Persona = {
  answer(message: string, onAir: OnAir): PersonaAnswer
  /** @see answerWish */
  wish(wish: Pick<Wish, 'wish' | 'name'>, onAir: OnAir): { action: VoiceAction | null; says: string }
}

/** The built-in text persona of one artist: no model, an index over the records and a few fixed sentences. */
export function createPersona(records: PersonaRecords): Persona {
  const { artist } = records
  const index = createRecordIndex(personaRecords(records), wordsOf(artist.name))
  const say = (text: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer => ({
    text,
    isKnown: true,
    sources: [],
    actions: [],
    isAsked: false,
    ...more,
  })
  const notes = { label: `Liner notes of ${artist.name}`, href: `/artist/${artist.slug}#about-heading` }
  const track = trackAction(records)
  const own = track ? [track] : []
  const canSpeakOf = `Ask me about ${artist.name}, the track, the books, the journey, the collection, or what is on the air.`

  function answer(message: string, onAir: OnAir): PersonaAnswer {
    switch (aimOf(message)) {
      case 'software':
        return say(
          `I am software: the text persona built into this site for ${artist.name}${artist.aiGenerated ? ', who is an AI-generated artist' : ''}. No person types here and no model writes here. I look up what the site’s own records say, and tell you which.`,
        )
      case 'self':
        return say(`I am the text persona of ${artist.name}. The liner notes say: ${firstOf(artist.description)}`, {
          sources: [notes],
          actions: own,
        })
      case 'on-air':
        return say(onAirWords(onAir), { actions: [radioAction] })
      case 'play-radio':
        return say(`${onAirWords(onAir)} I put the radio on.`, { actions: [radioAction], isAsked: true })
      case 'play-track':
        return play(message)
      case 'open':
        return open(message)
      case 'books':
        return bookList()
      case 'collections': {
        const [hit] = index.find('collection minted', ['collection'])
        return hit
          ? quote(hit)
          : say(`There is no collection of ${artist.name} yet. The market shows what the others have made.`, { actions: [market] })
      }
      case 'help':
        return say(canSpeakOf, { actions: own })
      case 'thanks':
        return say('You are welcome.')
      case 'goodbye':
        return say('Goodbye. What you typed here is not kept.')
      case 'hello':
        return say(`Hello. I am software that answers for ${artist.name}. ${canSpeakOf}`, { actions: own })
      case undefined:
        return lookUp(message)
    }
  }

  function play(message: string): PersonaAnswer {
    if (!track) return lookUp(message)
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

  function open(message: string): PersonaAnswer {
    const wantsChapter = /\bchapter\b/i.test(message)
    const record =
      (wantsChapter ? findNamed(index, message, 'chapter') : findNamed(index, message, 'book')) ??
      findNamed(index, message, wantsChapter ? 'book' : 'chapter')
    if (!record) return lookUp(message)
    return say(record.text, { sources: [citation(record)], actions: [openAction(record)], isAsked: true })
  }

  function bookList(): PersonaAnswer {
    const { books } = records
    if (books.length === 0) return say('The library is empty at the moment.')
    const free = books.find(({ isFree }) => isFree)
    return say(
      `There are ${books.length} books: ${books.map(({ title, isFree }) => (isFree ? `“${title}”, which is free` : `“${title}”`)).join('; ')}.`,
      {
        sources: [{ label: 'Books Library', href: '/books' }],
        actions: free ? [openAction({ title: free.title, href: `/book/${free.id}` })] : [],
      },
    )
  }

  function lookUp(message: string): PersonaAnswer {
    const best = index.find(message).find(({ share }) => share >= leastShare)
    if (best) return quote(best)
    // Nothing but the artist's name and words that ask for nothing: then it is about the artist.
    if (isAboutArtist(message)) return say(firstOf(artist.description), { sources: [notes], actions: own })
    return say(`I do not know that: none of this site’s records speak of it. ${canSpeakOf}`, { isKnown: false })
  }

  function isAboutArtist(message: string): boolean {
    const words = wordsOf(message)
    return wordsOf(artist.name).some((word) => words.includes(word)) && index.asked(message).length === 0
  }

  return { answer, wish: (wish, onAir) => answerWish(wish, { records, index, onAir }) }

  function quote({ record, words }: Hit): PersonaAnswer {
    const said = bestSentences(record.text, words, 2)
    const actions = actionOf(record)
    return say(`${opening(record)} ${said}`, {
      sources: [citation(record)],
      actions: actions ? [actions] : [],
    })
  }

  function actionOf(record: PersonaRecord): VoiceAction | undefined {
    if (record.kind === 'track' || record.kind === 'artist') return track
    return openAction(record.kind === 'journey' ? { title: 'The journey', href: record.href } : record)
  }
}

const market: VoiceAction = { kind: 'open', href: '/market', label: 'Open “Market”', doing: 'Opening “Market”' }

function opening({ kind, label }: PersonaRecord): string {
  return kind === 'artist' ? 'The liner notes say:' : `${label}:`
}

function citation({ label, href }: PersonaRecord) {
  return { label, href }
}

function firstOf(text: string): string {
  return text.split(/\n{2,}/)[0]!.replace(/\s+/g, ' ')
}
