/** Beats to seconds. */
export type Clock = (beat: number) => number

/**
 * @property swing Where the off-beat of a pair falls: `unit` is half the pair in beats (0.5 swings eighths), `ratio`
 *   0.5 is straight, 0.667 a triplet.
 * @property slowing The tempo eases from 1 to `to` (a factor) between two beats: a written ritardando.
 */
export type Tempo = {
  bpm: number
  swing?: { unit: number; ratio: number }
  slowing?: { from: number; until: number; to: number }
}

const grid = 96

export function clockFor(tempo: Tempo, beats: number): Clock {
  const ticks = Math.ceil((beats + 64) * grid)
  const table = new Float64Array(ticks + 1)
  for (let tick = 0; tick < ticks; tick++) {
    table[tick + 1] = table[tick]! + 60 / (tempo.bpm * factorAt(tempo, tick / grid)) / grid
  }
  return (beat) => {
    const position = Math.max(0, swung(beat, tempo.swing) * grid)
    const tick = Math.min(ticks - 1, Math.floor(position))
    return table[tick]! + (table[tick + 1]! - table[tick]!) * (position - tick)
  }
}

function factorAt(tempo: Tempo, beat: number): number {
  const slowing = tempo.slowing
  if (!slowing || beat <= slowing.from) return 1
  const progress = Math.min(1, (beat - slowing.from) / (slowing.until - slowing.from))
  return 1 + (slowing.to - 1) * progress
}

function swung(beat: number, swing: Tempo['swing']): number {
  if (!swing) return beat
  const pair = swing.unit * 2
  const start = Math.floor(beat / pair + 1e-9) * pair
  const place = Math.max(0, (beat - start) / pair)
  const warped = place < 0.5 ? place * 2 * swing.ratio : swing.ratio + (place - 0.5) * 2 * (1 - swing.ratio)
  return start + warped * pair
}
