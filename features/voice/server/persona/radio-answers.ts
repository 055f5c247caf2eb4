import type { NowPlaying, Song } from '#features/radio/contract.ts'
import type { PersonaAnswer } from '#features/voice/contract.ts'
import { type OnAir, onAirText, radioAction, say } from './actions.ts'
import type { Intent } from './language.ts'
import type { PersonaRecords } from './records.ts'

/** Intents of questions on the radio. */
type RadioIntent = Extract<Intent, 'on-air' | 'listeners' | 'play-radio' | 'played-before' | 'plays-next'>

/** Returns the song on the radio, the previous and the next one; undefined while the radio is off air. */
export function onAirOf({
  now_playing: now,
  playing_next: next,
  song_history: [previous],
}: Pick<NowPlaying, 'now_playing' | 'playing_next' | 'song_history'>): OnAir {
  const songOf = ({ title, artist }: Song) => ({ title, artist })
  return now
    ? { ...songOf(now.song), previous: previous && songOf(previous.song), next: next ? songOf(next.song) : undefined }
    : undefined
}

/** Creates the answers on what the radio plays, has played and will play, from the station's own data. */
export function createRadioAnswers(records: PersonaRecords) {
  const { t } = records
  const ofRadio = (text: string, more: Partial<PersonaAnswer> = {}) =>
    say(text, { sources: [{ label: t('radioLabel'), href: '/radio' }], actions: [radioAction(records)], ...more })

  /** Answers with the song on the air and the one before or after it; without that one, the question stays open. */
  function neighborAnswer(onAir: OnAir, which: 'previous' | 'next'): PersonaAnswer {
    const song = onAir?.[which]
    const text = song
      ? t(which === 'next' ? 'playsNext' : 'playedBefore', song)
      : t(which === 'next' ? 'noNextSong' : 'noPreviousSong')
    return ofRadio(`${onAirText(records, onAir)} ${text}`, { isKnown: song !== undefined })
  }

  const byIntent: Record<RadioIntent, (input: { onAir: OnAir }) => PersonaAnswer> = {
    'on-air': ({ onAir }) => ofRadio(onAirText(records, onAir)),
    'listeners': () => ofRadio(t('listeners')),
    'play-radio': ({ onAir }) => ofRadio(t('turningOn', { onAir: onAirText(records, onAir) }), { isAsked: true }),
    'played-before': ({ onAir }) => neighborAnswer(onAir, 'previous'),
    'plays-next': ({ onAir }) => neighborAnswer(onAir, 'next'),
  }
  return byIntent
}
