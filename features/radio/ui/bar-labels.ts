import type { useTranslations } from 'use-intl/react'
import type { SourceKind, SpeakerView } from '#ui/audio/speaker.ts'
import type { NowHeard } from './now-playing-store.ts'
import type { StreamStatus } from './stream.ts'

/** Status of the radio bar: the stream's state, or waiting for another source to end. */
type BarStatus = StreamStatus | 'waiting'

type BarTranslator = ReturnType<typeof useTranslations<'radio.bar'>>

/** Returns the bar's status: waiting for another source and resuming afterwards, or the stream's own status. */
export function barStatus(status: StreamStatus, speaker: SpeakerView): BarStatus {
  return status === 'silent' && speaker.returning === 'radio' ? 'waiting' : status
}

const resumeLabels = {
  track: 'afterTrack',
  chapter: 'afterChapter',
  preview: 'afterPreview',
  video: 'afterVideo',
  voice: 'afterVoice',
  venue: 'afterVenue',
} as const satisfies Record<Exclude<SourceKind, 'radio'>, string>

const resumeLabel = ({ owner }: SpeakerView) =>
  owner && owner.kind !== 'radio' ? resumeLabels[owner.kind] : 'afterOther'

/** Returns the key of the notice shown instead of the artist; undefined if there is none. */
export function barNotice(status: BarStatus, speaker: SpeakerView, { isOnline, song }: NowHeard) {
  switch (status) {
    case 'waiting':
      return speaker.elsewhere ? 'elsewhere' : resumeLabel(speaker)
    case 'reconnecting':
      return isOnline === false ? 'offAirReconnecting' : 'reconnecting'
    case 'starting':
      return 'connecting'
    case 'playing':
      return song ? undefined : 'onAir'
    case 'silent':
      if (isOnline === false) return 'offAir'
      return song ? undefined : 'pressPlay'
  }
}

/**
 * Returns the announcement for screen readers: errors, and the song when it changes while the radio plays. Empty while
 * it is off.
 */
export function barAnnouncement(status: BarStatus, speaker: SpeakerView, now: NowHeard, t: BarTranslator): string {
  if (status === 'silent' || status === 'starting') return ''
  const notice = barNotice(status, speaker, now)
  if (notice) return t(notice)
  if (!now.song) return ''
  const { title, artist } = now.song
  return artist ? t('nowPlayingBy', { title, artist }) : t('nowPlaying', { title })
}
