import type { SourceKind, SpeakerView } from '#ui/audio/speaker.ts'
import type { NowHeard } from './now-playing-store.ts'
import type { StreamStatus } from './stream.ts'

/** Status of the radio bar: the stream's state, or waiting for another source to end. */
export type BarStatus = StreamStatus | 'waiting'

/** The radio is silent and comes back by itself, or it is simply silent. */
export function barStatus(status: StreamStatus, speaker: SpeakerView): BarStatus {
  return status === 'silent' && speaker.returning === 'radio' ? 'waiting' : status
}

const resumeLabels: Record<Exclude<SourceKind, 'radio'>, string> = {
  track: 'Back after this track',
  chapter: 'Back after this chapter',
  preview: 'Back after the preview',
  video: 'Back after the video',
  voice: 'Back after the call',
  venue: 'Back after the venue',
}

function resumeLabel({ owner }: SpeakerView): string {
  return owner && owner.kind !== 'radio' ? resumeLabels[owner.kind] : 'Back in a moment'
}

/** Returns the notice shown instead of the artist; undefined if there is none. */
export function barNotice(status: BarStatus, speaker: SpeakerView, { isOnline, song }: NowHeard): string | undefined {
  switch (status) {
    case 'waiting':
      return speaker.elsewhere ? 'Playing in another tab' : resumeLabel(speaker)
    case 'reconnecting':
      return isOnline === false ? 'Off air, reconnecting' : 'Reconnecting'
    case 'starting':
      return 'Connecting'
    case 'playing':
      return song ? undefined : 'On air'
    case 'silent':
      if (isOnline === false) return 'Off air'
      return song ? undefined : 'Press play'
  }
}

/**
 * Returns the announcement for screen readers: errors, and the song when it changes while the radio plays. Empty while
 * it is off.
 */
export function barAnnouncement(status: BarStatus, speaker: SpeakerView, now: NowHeard): string {
  if (status === 'silent' || status === 'starting') return ''
  const notice = barNotice(status, speaker, now)
  if (notice) return notice
  return now.song ? `Now playing: ${now.song.title}${now.song.artist ? ` by ${now.song.artist}` : ''}` : ''
}
