import { CircleAlert, Pause, Play } from 'lucide-react'
import { useId } from 'react'
import { formatDuration } from '#shared/duration.ts'
import { usePlayer } from '#ui/audio/player.ts'
import type { PlayerError } from '#ui/audio/player-errors.ts'
import { Button } from '#ui/button.tsx'

/**
 * Button that plays and pauses a recording which visitors may not hear yet, with its position while it is in use. It is
 * a source of the one speaker, so the radio pauses. Without JavaScript, the browser's own player is shown.
 *
 * @param src Address of the recording; give the player this as its key if it can change.
 * @param of Names the recording for screen readers, as after "Listen to".
 */
export function ListenPlayer({ src, of, durationSeconds = 0 }: { src: string; of: string; durationSeconds?: number }) {
  // One file may be listed twice.
  const id = useId()
  const [view, player] = usePlayer({ id: `admin:${src}:${id}`, kind: 'track', title: of, src, durationSeconds })
  const { state, positionSeconds, error } = view
  const isOn = state === 'playing' || state === 'loading'
  const passed = formatDuration(Math.floor(positionSeconds))
  const total = formatDuration(view.durationSeconds)
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
        <Button onClick={player.toggle} className="min-w-32">
          {isOn ? (
            <Pause size={16} strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Play size={16} strokeWidth={1.5} aria-hidden="true" />
          )}
          {isOn ? 'Pause' : 'Listen'}
          <span className="sr-only">{isOn ? ` ${of}` : ` to ${of}`}</span>
        </Button>
        {state === 'idle' || state === 'error' ? null : (
          <>
            <input
              type="range"
              min={0}
              max={Math.max(1, Math.floor(view.durationSeconds))}
              value={Math.floor(positionSeconds)}
              aria-label={`Position in ${of}`}
              aria-valuetext={`${passed} of ${total}`}
              onChange={({ currentTarget }) => player.seekTo(Number(currentTarget.value))}
              className="h-11 w-32 min-w-0 cursor-pointer accent-sand"
            />
            <span aria-hidden="true" className="figures text-small whitespace-nowrap text-dust">
              {passed} / {total}
            </span>
          </>
        )}
        <p role="status" className="flex min-w-0 items-start gap-2 text-small text-loss empty:sr-only">
          {state === 'error' && error ? (
            <>
              <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0" />
              {listenError(error)}
            </>
          ) : null}
        </p>
      </div>
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music and narration; there is nothing to caption */}
        <audio controls preload="none" src={src} aria-label={`Listen to ${of}`} className="h-11 max-w-full" />
      </noscript>
    </>
  )
}

/** Returns what to do about an error; a browser does not tell a missing file from a damaged one. */
export function listenError({ key }: PlayerError): string {
  if (key === 'network' || key === 'aborted') return 'Connection lost. Select Listen to try again.'
  return 'This file cannot be played. Reload the page. If it still fails, upload the file again.'
}
