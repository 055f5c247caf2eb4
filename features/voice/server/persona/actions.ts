import type { PersonaAnswer, VoiceAction } from '#features/voice/contract.ts'
import type { Passage } from './passages.ts'
import type { PersonaRecords } from './records.ts'

/** What is on the air. */
export type OnAir = { title: string; artist: string } | undefined

/** The radio in the bar at the foot of every page. */
export const radioAction: VoiceAction = {
  kind: 'play',
  source: 'radio',
  label: 'Play the radio',
  doing: 'Playing the radio',
}

/** The artist's own track, which the player on this page plays; undefined when there is none. */
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

/** Opens a page of this site. */
export function openAction(title: string, href: string): VoiceAction {
  return { kind: 'open', href, label: `Open “${title}”`, doing: `Opening “${title}”` }
}

/** Opens what a passage is about: a chapter at its own place, everything else on its page. */
export function openPassage({ kind, about, title, source }: Passage): VoiceAction {
  if (kind === 'journey' || kind === 'legal') return openAction(source.label.replace(/,.*/, ''), about)
  if (kind === 'token') return openAction('Tokens', '/tokens')
  return openAction(title, kind === 'chapter' ? source.href : about)
}

/** What is on the air as a sentence. */
export function onAirText(onAir: OnAir): string {
  return onAir ? `On the air now: “${onAir.title}” by ${onAir.artist}.` : 'Nothing is playing on the radio right now.'
}

/** An answer that is known, without source and action unless `more` brings them. */
export function say(text: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer {
  return { text, isKnown: true, sources: [], actions: [], isAsked: false, ...more }
}

/** An answer whose source is a page of this site that can be opened. */
export function sayFrom(text: string, label: string, href: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer {
  return say(text, { sources: [{ label, href }], actions: [openAction(label, href)], ...more })
}
