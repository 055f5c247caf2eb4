import type { PersonaAnswer, VoiceAction } from '#features/voice/contract.ts'
import type { Passage } from './passages.ts'
import type { PersonaRecords } from './records.ts'

/** The song on the radio. */
export type OnAir = { title: string; artist: string } | undefined

/** Plays the radio in the bar at the bottom of every page. */
export const radioAction: VoiceAction = {
  kind: 'play',
  source: 'radio',
  label: 'Play the radio',
  doing: 'Playing the radio',
}

/** Returns the action that plays the artist's featured track in the player of the page; undefined if there is none. */
export function trackAction({ artist }: Pick<PersonaRecords, 'artist'>): VoiceAction | undefined {
  const track = artist.featuredTrack
  return (
    track && {
      kind: 'play',
      source: `track:${artist.slug}`,
      label: `Play “${track.title}”`,
      doing: `Playing “${track.title}”`,
    }
  )
}

/** Returns the action that opens a page of this site. */
export function openAction(title: string, href: string): VoiceAction {
  return { kind: 'open', href, label: `Open “${title}”`, doing: `Opening “${title}”` }
}

/** Returns the action that opens the subject of a passage: a chapter at its page, everything else at its own page. */
export function openPassage({ kind, about, title, source }: Passage): VoiceAction {
  if (kind === 'journey' || kind === 'legal') return openAction(source.label.replace(/,.*/, ''), about)
  if (kind === 'token') return openAction('Tokens', '/tokens')
  return openAction(title, kind === 'chapter' ? source.href : about)
}

/** Returns the song on the radio as a sentence. */
export function onAirText(onAir: OnAir): string {
  return onAir ? `On the air now: “${onAir.title}” by ${onAir.artist}.` : 'Nothing is playing on the radio right now.'
}

/** Creates an answer, without source and action unless `more` has them. */
export function say(text: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer {
  return { text, isKnown: true, sources: [], actions: [], isAsked: false, ...more }
}

/** Creates an answer whose source is a page of this site. */
export function sayFrom(text: string, label: string, href: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer {
  return say(text, { sources: [{ label, href }], actions: [openAction(label, href)], ...more })
}
