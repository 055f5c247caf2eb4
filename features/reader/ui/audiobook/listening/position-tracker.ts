/** Position of a listener. `session` increases with every start, in any tab; updates of earlier ones are ignored. */
export type SavedPosition = { file: string; seconds: number; session: number }

/**
 * Shorter playback is not listening: failed starts, slips on the seek bar, or an element that reports 0:00 too early.
 */
const minProgressSeconds = 1.5

/** Larger steps between two updates are seeks; at triple speed in a background tab updates are seconds apart. */
const maxStepSeconds = 10

const writeEverySeconds = 1

type PositionTracker = {
  find(): SavedPosition | undefined
  /** Starts a session at a position. @returns The session number to pass to `update`. */
  start(file: string, seconds: number): number
  /** Reports the current position. Ignored unless the session is the newest, here and in storage. */
  update(session: number, seconds: number): void
}

/**
 * Saves the position in one book, only after real playback and never from an earlier session, so neither a stale 0:00
 * nor a late event can overwrite it.
 */
export function createPositionTracker(store: {
  load(): SavedPosition | undefined
  save(place: SavedPosition): void
}): PositionTracker {
  let current = { file: '', session: 0, last: 0, moved: 0, written: -Infinity }

  return {
    find: store.load,
    start(file, seconds) {
      const session = Math.max(current.session, store.load()?.session ?? 0) + 1
      current = { file, session, last: seconds, moved: 0, written: -Infinity }
      return session
    },
    update(session, seconds) {
      if (session !== current.session || !Number.isFinite(seconds)) return
      const step = seconds - current.last
      current.last = seconds
      current.moved = step >= 0 && step <= maxStepSeconds ? current.moved + step : 0
      if (current.moved < minProgressSeconds || Math.abs(seconds - current.written) < writeEverySeconds) return
      if ((store.load()?.session ?? 0) > session) return
      current.written = seconds
      store.save({ file: current.file, seconds, session })
    },
  }
}
