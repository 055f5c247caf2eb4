import type { CSSProperties } from 'react'
import { Download } from 'lucide-react'
import { describeSound } from '#ui/audio/media-session.ts'
import { usePlayer } from '#ui/audio/player.ts'
import { PlayerStatus } from '#ui/audio/player-status.tsx'
import { PlayerTransport } from '#ui/audio/player-transport.tsx'
import { SeekBar } from '#ui/audio/seek-bar.tsx'
import { ButtonAnchor } from '#ui/button.tsx'
import type { SubmissionView } from '#features/submissions/contract.ts'
import {
  submissionAudioPath,
  submissionSpectrogramPath,
  submissionWaveformPath,
} from '#features/submissions/constants.ts'
import { useAdminKeys } from './use-admin-keys.ts'

/** The track with its waveform and its spectrogram. It is a source of the audio arbiter, so the radio pauses. */
export function ReviewPlayer({ submission }: { submission: SubmissionView }) {
  const { id, songTitle: title, artistName: artist, durationSeconds, checks } = submission
  const src = submissionAudioPath(id)
  const [view, player] = usePlayer({
    id: `submission:${id}`,
    kind: 'track',
    title,
    src,
    durationSeconds,
    announce: (now) =>
      describeSound(
        `submission:${id}`,
        { title, artist, artwork: undefined },
        { durationSeconds: now.durationSeconds, positionSeconds: now.positionSeconds, rate: 1 },
      ),
  })
  useAdminKeys({ ' ': () => player.toggle() })
  return (
    <section aria-label={`Player: ${title}`} data-player={view.state} className="border border-groove bg-plate-raised">
      <div style={{ '--hue': 'var(--color-sand)' } as CSSProperties} className="flex flex-col gap-4 p-5">
        <noscript>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music; there is nothing to caption */}
          <audio controls preload="none" src={src} className="w-full" />
        </noscript>
        <div className="flex flex-col gap-4 noscript:hidden">
          <SeekBar
            label={`Position in ${title}`}
            waveformUrl={submissionWaveformPath(id)}
            positionSeconds={view.positionSeconds}
            durationSeconds={view.durationSeconds}
            onSeek={player.seekTo}
          />
          <PlayerTransport player={player} view={view} title={title} />
          <PlayerStatus view={view} onRetry={player.play}>
            Playing the track pauses the radio.
          </PlayerStatus>
        </div>
      </div>
      {checks?.spectrogramKey ? (
        <figure className="flex flex-col border-t border-groove">
          <img
            src={submissionSpectrogramPath(id)}
            alt="Spectrogram: time from left to right, frequency from bottom to top, louder is brighter."
            className="h-48 w-full object-fill"
          />
          <figcaption className="label border-t border-groove px-5 py-3 text-dust">Spectrogram</figcaption>
        </figure>
      ) : null}
      <div className="border-t border-groove px-5 py-3">
        <ButtonAnchor href={`${src}?download`} variant="bare">
          <Download size={16} />
          Download the original MP3
        </ButtonAnchor>
      </div>
    </section>
  )
}
