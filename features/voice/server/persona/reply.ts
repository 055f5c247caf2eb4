import type { Citation, PersonaAnswer, VoiceAction } from '#features/voice/contract.ts'
import type { Hit } from './record-index.ts'
import type { PersonaRecord } from './records.ts'
import { openAction } from './wishes.ts'
import { bestSentences } from './words.ts'

/** Something that is known, said without source and act unless `more` brings them. */
export function say(text: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer {
  return { text, isKnown: true, sources: [], actions: [], isAsked: false, ...more }
}

/** A record, or two sentences of it where it is long, with the record as the source. @param track What is played where the record is about the artist's own. */
export function quote({ record, words }: Pick<Hit, 'record' | 'words'>, track: VoiceAction | undefined): PersonaAnswer {
  const isOwn = record.kind === 'track' || record.kind === 'artist'
  const action = isOwn ? track : openAction(pageOf(record))
  return say(record.opening ? `${record.opening} ${bestSentences(record.text, words, 2)}` : record.text, {
    sources: [citation(record)],
    actions: action ? [action] : [],
  })
}

/** What an answer names as its source. */
export function citation({ label, href }: PersonaRecord): Citation {
  return { label, href }
}

/** A record is opened by its own name, or by the page it is a part of. */
function pageOf({ kind, title, href }: PersonaRecord): Pick<PersonaRecord, 'title' | 'href'> {
  if (kind === 'journey') return { title: 'The journey', href }
  return kind === 'token' ? { title: 'Tokens', href } : { title, href }
}
