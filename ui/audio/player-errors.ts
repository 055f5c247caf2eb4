/** Error messages by `MediaError.code`; a missing file counts as an unsupported format. */
const texts: Record<number, string> = {
  1: 'Audio loading was aborted',
  2: 'Network error while loading audio',
  3: 'Audio file format not supported or corrupted',
  4: 'Audio format not supported by your browser',
}

/**
 * Returns the message for a media element's error.
 *
 * @param code `MediaError.code`, 1–4; anything else gets the general sentence.
 * @see https://html.spec.whatwg.org/multipage/media.html#error-codes
 */
export function loadingError(code: number | undefined): string {
  return texts[code ?? 0] ?? 'Failed to load audio file'
}

/** Returns the message for a refused playback. */
export function playbackError(reason: unknown): string {
  return `Playback failed: ${messageOf(reason)}`
}

/** Returns the message for a player that could not start. */
export function startError(reason: unknown): string {
  return `Unable to play audio: ${messageOf(reason)}`
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
