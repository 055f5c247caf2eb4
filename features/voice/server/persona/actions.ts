import type { Song } from '#features/radio/contract.ts'
import type { PersonaAnswer, VoiceAction } from '#features/voice/contract.ts'
import type { Passage } from './passages.ts'
import type { PersonaRecords, Translation } from './records.ts'

type Named = Pick<Song, 'title' | 'artist'>

/** The song on the radio, with the one before it and the next one if the station knows them. */
export type OnAir = (Named & { previous?: Named | undefined; next?: Named | undefined }) | undefined

/** Returns the action that plays the radio in the bar at the bottom of every page. */
export function radioAction({ t }: Translation): VoiceAction {
  return { kind: 'play', source: 'radio', label: t('playRadio'), doing: t('playingRadio') }
}

/** Returns the action that plays the artist's featured track in the player of the page; undefined if there is none. */
export function trackAction({ artist, t }: Pick<PersonaRecords, 'artist' | 't'>): VoiceAction | undefined {
  const track = artist.featuredTrack
  if (!track) return undefined
  const { title } = track
  return { kind: 'play', source: `track:${artist.slug}`, label: t('play', { title }), doing: t('playing', { title }) }
}

/** Returns the action that opens a page of this site. */
export function openAction({ t }: Translation, title: string, href: string): VoiceAction {
  return { kind: 'open', href, label: t('open', { title }), doing: t('opening', { title }) }
}

/** Returns the action that opens the subject of a passage: a chapter at its page, everything else at its own page. */
export function openPassage({ kind, about, title, source }: Passage, { t }: Translation): VoiceAction {
  if (kind === 'journey' || kind === 'legal') return openAction({ t }, source.label.replace(/,.*/, ''), about)
  if (kind === 'token') return openAction({ t }, t('tokens'), '/tokens')
  return openAction({ t }, title, kind === 'chapter' ? source.href : about)
}

/** Returns the song on the radio as a sentence. */
export function onAirText({ t }: Translation, onAir: OnAir): string {
  return onAir ? t('onAir', { title: onAir.title, artist: onAir.artist }) : t('nothingOnAir')
}

/** Creates an answer, without source and action unless `more` has them. */
export function say(text: string, more: Partial<PersonaAnswer> = {}): PersonaAnswer {
  return { text, isKnown: true, sources: [], actions: [], isAsked: false, ...more }
}
