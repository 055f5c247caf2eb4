import { useEffect, useRef } from 'react'
import { audioSource } from '#shared/audio-address.ts'
import { type PlayerView, usePlayer } from '#ui/audio/player.ts'
import type { AudiobookPreview } from '#features/books/contract.ts'

/** State of the preview button, and its action once the player is loaded. */
export type PreviewPlayback = Pick<PlayerView, 'state' | 'positionSeconds'> & { toggle?: () => void }

/**
 * Plays the preview of an audiobook. Renders nothing, so the pressed button keeps the focus.
 *
 * @param isAwaited Whether the button was pressed before the player was loaded; playback then starts right away.
 */
export function PreviewDriver({
  audiobook: { slug, title, previewAudioUrl, durationSeconds },
  isAwaited,
  onChange,
}: {
  audiobook: AudiobookPreview
  isAwaited: boolean
  onChange: (playback: PreviewPlayback) => void
}) {
  const [{ state, positionSeconds }, player] = usePlayer({
    id: `preview:${slug}`,
    kind: 'preview',
    title,
    src: audioSource(previewAudioUrl),
    durationSeconds,
    announce: ({ error }) => {
      // oxlint-disable-next-line eslint/no-console -- the specification wants this error in the log only
      if (error) console.warn(`audiobook preview failed: ${[error.key, error.reason].filter(Boolean).join(', ')}`)
    },
  })
  useEffect(
    () => onChange({ state, positionSeconds, toggle: player.toggle }),
    [onChange, state, positionSeconds, player],
  )
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isAwaited || hasBegun.current) return
    hasBegun.current = true
    player.play()
  }, [isAwaited, player])
  return null
}
