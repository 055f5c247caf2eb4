/**
 * Where a listener is. `turn` rises with every start, in whatever tab: what an earlier one still has to say is too
 * late.
 */
export type Place = { file: string; seconds: number; turn: number }

/**
 * Less is not listening: a start that fails, a slip on the seek bar, an element that tells 0:00 before it knows better.
 */
const progressSeconds = 1.5

/**
 * A clock that moves further between two looks was moved, not heard; at triple speed in a tab behind others it takes
 * steps of seconds.
 */
const longestStepSeconds = 10

const writeEverySeconds = 1

export type PlaceKeeper = {
  find(): Place | undefined
  /** Sound is about to begin there. @returns The turn to give with everything that follows. */
  begin(file: string, seconds: number): number
  /** The sound is there now. Ignored unless the turn is the newest, here and in the store. */
  heard(turn: number, seconds: number): void
}

/**
 * Keeps the place in one book. It is written only after sound really moved on from where it began, and never by an
 * earlier turn, so neither a stale 0:00 nor an event that comes late can take it away.
 */
export function createPlaceKeeper(store: { load(): Place | undefined; save(place: Place): void }): PlaceKeeper {
  let current = { file: '', turn: 0, last: 0, moved: 0, written: -Infinity }

  return {
    find: store.load,
    begin(file, seconds) {
      const turn = Math.max(current.turn, store.load()?.turn ?? 0) + 1
      current = { file, turn, last: seconds, moved: 0, written: -Infinity }
      return turn
    },
    heard(turn, seconds) {
      if (turn !== current.turn || !Number.isFinite(seconds)) return
      const step = seconds - current.last
      current.last = seconds
      current.moved = step >= 0 && step <= longestStepSeconds ? current.moved + step : 0
      if (current.moved < progressSeconds || Math.abs(seconds - current.written) < writeEverySeconds) return
      if ((store.load()?.turn ?? 0) > turn) return
      current.written = seconds
      store.save({ file: current.file, seconds, turn })
    },
  }
}
