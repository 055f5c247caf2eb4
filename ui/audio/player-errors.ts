/**
 * What a visitor reads when a media element gives up, by `MediaError.code`; a missing file counts as a format the
 * browser cannot play.
 */
const texts: Record<number, string> = {
  1: 'Audio loading was aborted',
  2: 'Network error while loading audio',
  3: 'Audio file format not supported or corrupted',
  4: 'Audio format not supported by your browser',
}

/**
 * The sentence for a media element's error.
 *
 * @param code `MediaError.code`, 1–4; anything else gets the general sentence.
 * @see https://html.spec.whatwg.org/multipage/media.html#error-codes
 */
export function loadingError(code: number | undefined): string {
  return texts[code ?? 0] ?? 'Failed to load audio file'
}

/** The sentence for a browser that refused to begin. */
export function playbackError(reason: unknown): string {
  return `Playback failed: ${messageOf(reason)}`
}

/** The sentence for a player that could not even be asked. */
export function startError(reason: unknown): string {
  return `Unable to play audio: ${messageOf(reason)}`
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
