/** Returns the eight band levels at a position, 0–255 each; undefined outside of the recording. */
export type SongLevels = (seconds: number) => Uint8Array | undefined

const bandCount = 8

/**
 * Loads the levels of a recording. The stream itself is not analyzed, because it would be silent on some phones when
 * routed through an analyser.
 *
 * @returns undefined if there are none; the figure then does not move.
 */
export async function loadSongLevels(path: string): Promise<SongLevels | undefined> {
  try {
    const answer = await fetch(path)
    return answer.ok ? readSongLevels(await answer.json()) : undefined
  } catch {
    return undefined
  }
}

/** Reads the levels of a recording from their JSON; undefined for anything else. */
export function readSongLevels(answer: unknown): SongLevels | undefined {
  const { bandCount: count, perSecond, bands } = (answer ?? {}) as Record<string, unknown>
  if (count !== bandCount || typeof perSecond !== 'number' || !(perSecond > 0) || typeof bands !== 'string')
    return undefined
  const bytes = Uint8Array.from(atob(bands), (character) => character.charCodeAt(0))
  return (seconds) => {
    const at = Math.floor(seconds * perSecond) * bandCount
    return at >= 0 && at + bandCount <= bytes.length ? bytes.subarray(at, at + bandCount) : undefined
  }
}
