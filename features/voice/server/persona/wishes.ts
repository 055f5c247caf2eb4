import type { VoiceAction, Wish } from '#features/voice/contract.ts'
import type { RecordIndex } from './record-index.ts'
import type { PersonaRecord, PersonaRecords } from './records.ts'
import { plain, stemSet } from './words.ts'

/** What is on the air, by words. */
export type OnAir = { title: string; artist: string } | undefined

/** The radio in the bar at the foot of every page. */
export const radioAction: VoiceAction = { kind: 'play', source: 'radio', label: 'Play the radio', doing: 'Playing the radio' }

/** The artist's own track, which the player on this page plays. */
export function trackAction({ artist }: Pick<PersonaRecords, 'artist'>): VoiceAction | undefined {
  const track = artist.featuredTrack
  return track && { kind: 'play', source: `track:${artist.slug}`, label: `Play “${track.title}”`, doing: `Playing “${track.title}”` }
}

/** The page a record stands on. */
export function openAction({ title, href }: Pick<PersonaRecord, 'title' | 'href'>): VoiceAction {
  return { kind: 'open', href, label: `Open “${title}”`, doing: `Opening “${title}”` }
}

/** Words that say of no book and no chapter which one it is. */
const asksForAny = stemSet('book chapter page part open read show first second third fourth fifth sixth seventh eighth ninth tenth')

/** Whether a title may be meant, or only some book or chapter by its number. */
export function isTelling(index: RecordIndex, name: string): boolean {
  return index.asked(name).some((word) => !asksForAny.has(word) && !/^\d+$/.test(word))
}

/** The book or the chapter somebody means by `name`; undefined when none is near. @param mayGuess Whether less than the whole title will do. */
export function findNamed(index: RecordIndex, name: string, kind: 'book' | 'chapter', mayGuess = true): PersonaRecord | undefined {
  const spoken = plain(name)
  const hits = index.find(name, (record) => record.kind === kind)
  const byTitle = hits.find(({ record }) => spoken.includes(plain(record.title)))
  return (byTitle ?? (mayGuess && isTelling(index, name) ? hits.find(({ isAnswer }) => isAnswer) : undefined))?.record
}

/** Turns a wish, from the agent's tools, into an act and a sentence for the agent. */
export function answerWish(
  wish: Pick<Wish, 'wish' | 'name'>,
  parts: { records: PersonaRecords; index: RecordIndex; onAir: OnAir },
): { action: VoiceAction | null; says: string } {
  switch (wish.wish) {
    case 'play-track': {
      const action = trackAction(parts.records)
      return action ? offered(action) : { action: null, says: 'There is no track to play.' }
    }
    case 'on-air':
      return { action: radioAction, says: onAirWords(parts.onAir) }
    case 'open-book':
    case 'open-chapter': {
      const record = findNamed(parts.index, wish.name, wish.wish === 'open-book' ? 'book' : 'chapter')
      return record ? offered(openAction(record)) : { action: null, says: 'Nothing of that name is in the library.' }
    }
  }
}

/** What is on the air as a sentence. */
export function onAirWords(onAir: OnAir): string {
  return onAir ? `On the air now: “${onAir.title}” by ${onAir.artist}.` : 'Nothing is on the air at this moment.'
}

function offered(action: VoiceAction) {
  return { action, says: `The visitor sees a button that says: ${action.label}. It is done in a few seconds unless they cancel it.` }
}
