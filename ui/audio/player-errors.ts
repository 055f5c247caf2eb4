/** Error of a player: the key of its message in the catalogue of players, and the reason that the browser gave. */
export type PlayerError = {
  key: 'aborted' | 'network' | 'corrupted' | 'unsupported' | 'failed' | 'refused' | 'unable'
  /** Text of the browser; empty for errors whose message is sufficient. */
  reason: string
}

/** Names of messages by `MediaError.code`; a missing file counts as an unsupported format. */
const keys: Record<number, PlayerError['key']> = { 1: 'aborted', 2: 'network', 3: 'corrupted', 4: 'unsupported' }

/**
 * Returns the error for a media element's error.
 *
 * @param code `MediaError.code`, 1–4; anything else gets the general sentence.
 * @see https://html.spec.whatwg.org/multipage/media.html#error-codes
 */
export function loadingError(code: number | undefined): PlayerError {
  return { key: keys[code ?? 0] ?? 'failed', reason: '' }
}

/** Returns the error for a refused playback. */
export function playbackError(reason: unknown): PlayerError {
  return { key: 'refused', reason: messageOf(reason) }
}

/** Returns the error for a player that could not start. */
export function startError(reason: unknown): PlayerError {
  return { key: 'unable', reason: messageOf(reason) }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
