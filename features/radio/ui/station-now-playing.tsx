import { formatDuration } from '#shared/duration.ts'
import type { NowPlaying } from '#features/radio/contract.ts'
import { StationPanel } from './station-panel.tsx'

/** The current song, its progress, and the next song. */
export function OnTheAir({ now }: { now: NowPlaying }) {
  const { now_playing: playing, playing_next: next, listeners } = now
  return (
    <StationPanel name="On air" fact={`${listeners.total} ${listeners.total === 1 ? 'listener' : 'listeners'}`}>
      <div className="flex flex-col gap-5 border-t border-groove p-5 md:p-6">
        {playing ? (
          <>
            <p className="flex flex-col gap-1">
              <span className="title">{playing.song.title}</span>
              <span className="text-dust">{playing.song.artist}</span>
            </p>
            <Progress elapsed={playing.elapsed} duration={playing.duration} />
          </>
        ) : (
          <p className="title text-dust">{now.is_online ? 'The station did not report a song' : 'Off air'}</p>
        )}
        {next ? (
          <p className="text-small text-dust">
            Next: {next.song.title}, {next.song.artist}
          </p>
        ) : null}
      </div>
    </StationPanel>
  )
}

function Progress({ elapsed, duration }: { elapsed: number; duration: number }) {
  if (duration === 0) return <p className="figures text-small text-dust">{formatDuration(elapsed)} elapsed</p>
  const part = Math.min(1, elapsed / duration)
  return (
    <div className="figures flex items-center gap-4 text-small text-dust">
      <span>{formatDuration(elapsed)}</span>
      <span className="h-px flex-1 bg-groove" aria-hidden="true">
        <span className="block h-px origin-left bg-live" style={{ transform: `scaleX(${part})` }} />
      </span>
      <span>{formatDuration(duration)}</span>
    </div>
  )
}
