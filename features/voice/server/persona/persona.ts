import type { Locale } from '#shared/locales.ts'
import { punctuateQuotes } from '#shared/quotation-marks.ts'
import type { Artist } from '#features/artists/contract.ts'
import type { PersonaAnswer, VoiceAction, AgentCommand } from '#features/voice/contract.ts'
import { type OnAir, onAirText, openAction, openPassage, radioAction, say, trackAction } from './actions.ts'
import { createAnswers } from './answers.ts'
import { specificConcepts, createPassageIndex } from './find-passages.ts'
import { createIntentFinder } from './intents.ts'
import { clausesOf, createSpelling, together } from './message.ts'
import { createNameFinder, type Names } from './names.ts'
import { type Passage, passagesOf } from './passages.ts'
import type { PersonaRecords } from './records.ts'
import { startsWithPhrase, includesPhrase, normalizeText, wordsOf } from './text.ts'

/** Weights of passages by kind or page: the current site counts more than its history and its books. */
const weights: Record<string, number> = {
  'platform': 1.2,
  'token': 1.2,
  'book': 0.9,
  'chapter': 0.5,
  'journey': 0.9,
  '/privacy': 0.8,
  '/imprint': 0.4,
}
const ownWeight = 3
const firstWeight = 1.2

/** Number of passages given to a model. */
const maxPassages = 8

/**
 * An answer from the records, and the passages from which a model may write another one; none if the answer is fixed or
 * runs an action.
 */
export type PersonaResponse = {
  answer: PersonaAnswer
  unknown: PersonaAnswer
  passages: readonly Passage[]
  locale: Locale
}

/** Persona that answers from the site's own records only. */
export type Persona = ReturnType<typeof createPersona>

/**
 * Creates the built-in persona of an artist, which searches the records and recognizes some intents.
 *
 * @param writer Name of the language model's provider; undefined if passages are quoted.
 */
export function createPersona(records: PersonaRecords, writer?: string) {
  const { artist, others, language, locale, t } = records
  const { conceptsOf, phrases } = language
  const passages = passagesOf(records)
  const answers = createAnswers(records, writer)
  const track = trackAction(records)
  const home = `/artist/${artist.slug}`
  const isOfArtist = ({ kind }: Passage) => kind === 'artist' || kind === 'track'
  const isOthers = (passage: Passage) =>
    passage.kind === 'collection' ? !passage.keys.endsWith(artist.name) : isOfArtist(passage) && passage.about !== home
  const isOwn = (passage: Passage) => (isOfArtist(passage) || passage.kind === 'collection') && !isOthers(passage)
  const recordOf = ({ kind, about, title }: Passage) => `${kind} ${about} ${title}`
  const firsts = new Map(passages.toReversed().map((passage) => [recordOf(passage), passage]))
  const firstOf = (passage: Passage) => firsts.get(recordOf(passage))!

  const weightOf = (passage: Passage) => {
    const weight = isOwn(passage) ? ownWeight : (weights[passage.about.split('#')[0]!] ?? weights[passage.kind] ?? 1)
    return passage === firstOf(passage) ? weight * firstWeight : weight
  }
  const otherSubjects: ReadonlySet<string> = new Set(['legal', 'platform', 'book', 'chapter'])
  const isOtherSubject = (passage: Passage) => otherSubjects.has(passage.kind) || isOthers(passage)
  const index = createPassageIndex(passages, language, weightOf, isOtherSubject)
  const findNames = createNameFinder(records, passages)
  const intentOf = createIntentFinder(language)
  const respell = createSpelling([
    ...passages.flatMap(({ title, sentence }) => wordsOf(`${title} ${sentence}`)),
    ...language.samples.flatMap(({ words }) => words),
  ])

  /** Answers a message from the records. */
  function respond(typed: string, onAir: OnAir): PersonaResponse {
    const message = respell(typed)
    const { coming } = records.schedule()
    const answerTo = (question: string) => {
      const names = findNames(question, coming)
      const intent = intentOf(names.slotted)
      if (intent === 'open') return open(question, names)
      return intent && intent !== 'look-up' ? answers.byIntent[intent]({ question, names, onAir }) : undefined
    }
    const parts = clausesOf(message, language).flatMap((clause) => answerTo(clause) ?? [])
    const fixed = (parts.length < 2 ? answerTo(message) : undefined) ?? (parts.length > 0 ? together(parts) : undefined)
    const { answer, found } = fixed ? { answer: fixed, found: [] } : lookUp(message, findNames(message, coming))
    return {
      answer: { ...answer, text: locale === 'en' ? punctuateQuotes(answer.text) : answer.text },
      unknown: answers.unknown(),
      passages: found.slice(0, maxPassages),
      locale,
    }
  }

  function lookUp(question: string, names: Names): { answer: PersonaAnswer; found: Passage[] } {
    const concepts = conceptsOf(question)
    const spoken = normalizeText(question)
    if (concepts.every((word) => names.concepts.has(word)) && !startsWithPhrase(spoken, ...phrases.reason)) {
      const answer = introduceNamed(names)
      if (answer) return { answer, found: [] }
    }
    if (startsWithPhrase(spoken, ...phrases.play)) return { answer: answers.declineOtherMusic(), found: [] }
    const isPersonal =
      !names.relevance &&
      !names.isFamilyName &&
      !includesPhrase(spoken, ...phrases.mine) &&
      includesPhrase(spoken, ...phrases.persona)
    const ofOwn = isPersonal ? index.find(question, (passage) => Number(isOwn(passage)), names.concepts) : []
    const isOfOwn = ofOwn[0]?.isAnswer || (isPersonal && specificConcepts.has(concepts[0] ?? ''))
    const ofAll = isOfOwn
      ? []
      : index.find(question, (passage) => relevanceOf(passage, spoken, names), names.relevance && names.concepts)
    const [best] = [...(isOfOwn ? ofOwn : []), ...ofAll]
    const found = [...ofOwn, ...ofAll].map(({ passage }) => passage)
    if (best?.isAnswer) return { answer: quote(best.isOfRecord ? firstOf(best.passage) : best.passage), found }
    if (names.event) return { answer: answers.eventsAnswer(names.event), found: [] }
    const wantsBook =
      concepts.includes('book') &&
      concepts.length > 1 &&
      includesPhrase(spoken, ...phrases.bookTopic) &&
      !startsWithPhrase(spoken, ...phrases.howTo)
    return { answer: wantsBook ? noBook() : answers.unknown(), found }
  }

  /**
   * Returns how relevant a passage is to the question, 0 to exclude it: only passages about named records; none about
   * other artists for a question about this one; no stories for “how to” questions and for what is the visitor's; and
   * events only if the question names one, the venue or a date.
   */
  function relevanceOf(passage: Passage, spoken: string, names: Names): number {
    const { kind, about } = passage
    const isEvent = kind === 'event'
    if (isEvent && !names.event && !includesPhrase(spoken, ...phrases.event)) return 0
    if (names.relevance) return names.relevance(passage)
    // A title of several words is no common word, so the question is about the event.
    if (!isEvent && names.event?.includes(' ')) return 0
    const isOfBooks = kind === 'book' || kind === 'chapter'
    const isOfWork = isOfArtist(passage) || kind === 'collection'
    if ((isOfWork || kind === 'journey') && includesPhrase(spoken, ...phrases.mine)) return 0
    if (isOthers(passage) && (names.isFamilyName || includesPhrase(spoken, ...phrases.persona))) return 0
    if (
      (isOfBooks || kind === 'journey') &&
      includesPhrase(spoken, ...phrases.possessive) &&
      !includesPhrase(spoken, ...phrases.book)
    )
      return 0
    if ((isOfWork || kind === 'journey') && startsWithPhrase(spoken, ...phrases.howTo)) return 0
    const isOffered = startsWithPhrase(spoken, ...phrases.offer)
    return (
      (includesPhrase(spoken, ...phrases.book, ...phrases.chapter) && !isOfBooks && kind !== 'legal' ? 0.4 : 1) *
      (includesPhrase(spoken, ...phrases.token) && kind !== 'token' ? 0.7 : 1) *
      (isOffered && kind === 'platform' ? 1.2 : 1) *
      // The privacy page and the legal notice mention many things in passing.
      (about.startsWith('/privacy') ? 0.8 : about.startsWith('/imprint') ? 0.6 : 1)
    )
  }

  /** Introduces the named record if the question is only its name. */
  function introduceNamed({
    artists: [named],
    track: ofTrack,
    event,
    isOfFirst,
    isFamilyName,
  }: Names): PersonaAnswer | undefined {
    if (named) return answers.introduce(named)
    if (ofTrack) return answers.trackAnswer(ofTrack)
    if (event) return answers.eventsAnswer(event)
    const first = passages.find(isOfFirst)
    return first ? quote(first) : isFamilyName ? answers.founder() : undefined
  }

  function quote(passage: Passage): PersonaAnswer {
    if (passage.kind === 'event')
      return answers.eventsAnswer(language.withoutArticle(normalizeText(passage.title).trim()))
    const isOwnPage = passage.about === home && track
    return say(passage.quote, {
      sources: [passage.source],
      actions: [isOwnPage ? track : openPassage({ ...passage, title: titleOf(passage) }, records)],
    })
  }

  /** Returns the title of the page: the artist's name, or the record's title. */
  function titleOf({ about, title }: Passage): string {
    return [artist, ...others].find(({ slug }: Artist) => about === `/artist/${slug}`)?.name ?? title
  }

  function open(question: string, { artists: [who] }: Names): PersonaAnswer | undefined {
    const found = findBook(
      question,
      includesPhrase(normalizeText(question), ...phrases.chapter) ? ['chapter', 'book'] : ['book', 'chapter'],
    )
    if (found)
      return say(found.quote, { sources: [found.source], actions: [openPassage(found, records)], isAsked: true })
    if (who)
      return {
        ...answers.introduce(who),
        actions: [openAction(records, who.name, `/artist/${who.slug}`)],
        isAsked: true,
      }
    return answers.booksAnswer()
  }

  /** Finds the book or chapter called `name`; undefined if none is similar. */
  function findBook(name: string, kinds: readonly Passage['kind'][]): Passage | undefined {
    const idle = new Set(conceptsOf(phrases.anyPart.join(' ')))
    const concepts = conceptsOf(name).filter((word) => !idle.has(word) && Number.isNaN(Number(word)))
    for (const kind of kinds) {
      const isMeant = (passage: Passage) => passage.kind === kind && firstOf(passage) === passage
      const titled = passages.filter(
        (passage) => isMeant(passage) && normalizeText(name).includes(normalizeText(passage.title)),
      )
      const [longest] = titled.toSorted((one, other) => other.title.length - one.title.length)
      const [best] = index.find(concepts.join(' '), (passage) => Number(isMeant(passage)), new Set())
      const found = longest ?? (best?.isAnswer ? best.passage : undefined)
      if (found) return found
    }
    return undefined
  }

  function noBook(): PersonaAnswer {
    const { text, sources } = answers.booksAnswer()
    return say(t('noBookAbout', { books: text }), { isKnown: false, sources })
  }

  /** Converts a command of the voice agent's tools to an action and a sentence for the agent. */
  function runCommand(
    { wish: wanted, name }: Pick<AgentCommand, 'wish' | 'name'>,
    onAir: OnAir,
  ): { action: VoiceAction | null; says: string } {
    if (wanted === 'on-air') return { action: radioAction(records), says: onAirText(records, onAir) }
    const found = wanted === 'play-track' ? undefined : findBook(name, [wanted === 'open-book' ? 'book' : 'chapter'])
    const action = wanted === 'play-track' ? track : found && openPassage(found, records)
    if (action)
      return {
        action,
        says: `The visitor sees the button “${action.label}”. It runs in a few seconds unless they cancel it.`,
      }
    return {
      action: null,
      says: wanted === 'play-track' ? 'There is no track to play.' : 'The library has nothing by that name.',
    }
  }

  return { artist, respond, answer: (message: string, onAir: OnAir) => respond(message, onAir).answer, runCommand }
}
