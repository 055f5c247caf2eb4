import type { Note } from './notation.ts'

const qualities: Record<string, number[]> = {
  '': [0, 4, 7],
  'm': [0, 3, 7],
  '5': [0, 7],
  'sus2': [0, 2, 7],
  'sus4': [0, 5, 7],
  'add9': [0, 2, 4, 7],
  'madd9': [0, 2, 3, 7],
  '6': [0, 4, 7, 9],
  'm6': [0, 3, 7, 9],
  '69': [0, 2, 4, 7, 9],
  'm69': [0, 2, 3, 7, 9],
  '7': [0, 4, 7, 10],
  'maj7': [0, 4, 7, 11],
  'm7': [0, 3, 7, 10],
  'm7b5': [0, 3, 6, 10],
  'dim7': [0, 3, 6, 9],
  '7sus4': [0, 5, 7, 10],
  '9': [0, 4, 7, 10, 2],
  'maj9': [0, 4, 7, 11, 2],
  'm9': [0, 3, 7, 10, 2],
  '9sus4': [0, 5, 7, 10, 2],
  'm11': [0, 3, 7, 10, 5],
  'mmaj9': [0, 3, 7, 11, 2],
  '13': [0, 4, 9, 10, 2],
  '7b9': [0, 4, 7, 10, 1],
  '7#9': [0, 4, 7, 10, 3],
  '13b9': [0, 4, 9, 10, 1],
  '7alt': [0, 4, 8, 10, 3],
  '7#5': [0, 4, 8, 10],
  'maj7#11': [0, 4, 6, 11, 2],
  'maj9#11': [0, 4, 6, 11, 2],
  '7b13': [0, 4, 8, 10, 2],
}
const letters: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** `root` and `bass` are pitch classes; `tones` are intervals above the root in order of importance. */
export type Chord = { symbol: string; root: number; bass: number; tones: number[] }
/** A chord and where it sounds, in beats. */
export type Change = Chord & { beat: number; length: number }

export function chord(symbol: string): Chord {
  const match = /^([A-G])([#b]?)([^/]*)(?:\/([A-G])([#b]?))?$/.exec(symbol)
  const tones = match && qualities[match[3]!]
  if (!match || !tones) throw new Error(`not a chord: ${symbol}`)
  const root = pitchClass(match[1]!, match[2])
  return { symbol, root, bass: match[4] ? pitchClass(match[4], match[5]) : root, tones }
}

/** Reads a chart: bars divided by `|`, each bar shared equally by its chords; `%` repeats the chord before. */
export function changes(chart: string, options: { at?: number; bar?: number } = {}): Change[] {
  const { at = 0, bar = 4 } = options
  const found: Change[] = []
  chart
    .split('|')
    .filter((cell) => cell.trim())
    .forEach((cell, index) => {
      const symbols = cell.trim().split(/\s+/)
      symbols.forEach((symbol, place) => {
        const length = bar / symbols.length
        const beat = at + index * bar + place * length
        found.push({ ...(symbol === '%' ? found[found.length - 1]! : chord(symbol)), beat, length })
      })
    })
  return found
}

/** The chord sounding at a beat. */
export function chordAt(chart: Change[], beat: number): Change {
  const found = chart.find((change) => beat >= change.beat - 1e-6 && beat < change.beat + change.length - 1e-6)
  if (!found) throw new Error(`no chord at beat ${beat}`)
  return found
}

/**
 * Voices a chart so that hands move as little as they can: of all placements of the chord's tones
 * in the range, takes the one nearest to the voicing before it, away from mud and from semitone clusters at the top.
 *
 * @param voices How many tones; with `rootless` the root is left to the bass.
 * @returns One ascending list of pitches per change.
 */
export function voiceLead(
  chart: Chord[],
  options: { low: number; high: number; voices?: number; rootless?: boolean },
): number[][] {
  const { low, high, voices = 4, rootless = false } = options
  const centre = (low + high) / 2
  let before: number[] | undefined
  return chart.map((change) => {
    const tones = rootless && change.tones.length > 3 ? change.tones.slice(1) : change.tones
    const classes = tones.slice(0, voices).map((tone) => (change.root + tone) % 12)
    const choices = placements(classes, low, high)
    let best = choices[0]
    let bestCost = Infinity
    for (const choice of choices) {
      const cost = voicingCost(choice, before, centre)
      if (cost < bestCost) [best, bestCost] = [choice, cost]
    }
    if (!best) throw new Error(`no room for ${change.symbol} between ${low} and ${high}`)
    before = best
    return best
  })
}

/** Long held chords, one note per voice. */
export function pads(chart: Change[], voicings: number[][], velocity = 0.6): Note[] {
  return chart.flatMap((change, index) =>
    voicings[index]!.map((tone) => ({ beat: change.beat, length: change.length, pitch: tone, velocity })),
  )
}

/**
 * Plays the chart in a rhythm written per bar as `offset/length@velocity` strokes, for instance `0/1.5@0.6 2.5/1@0.5`.
 * A hit just before a change may anticipate it: with `push`, hits closer than that many beats take the next chord.
 */
export function comp(
  chart: Change[],
  voicings: number[][],
  rhythm: (bar: number) => string,
  options: { bar?: number; push?: number } = {},
): Note[] {
  const { bar = 4, push = 0 } = options
  const start = chart[0]!.beat
  const end = chart[chart.length - 1]!.beat + chart[chart.length - 1]!.length
  const notes: Note[] = []
  for (let at = start, index = 0; at < end - 1e-6; at += bar, index++) {
    for (const { offset, length, velocity } of strokes(rhythm(index))) {
      const beat = at + offset
      if (beat >= end) continue
      const place = placeOf(chart, Math.min(beat + push, end - 0.01))
      for (const tone of voicings[place]!) notes.push({ beat, length, pitch: tone, velocity })
    }
  }
  return notes
}

function strokes(text: string): { offset: number; length: number; velocity: number }[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((stroke) => {
      const match = /^([\d.]+)\/([\d.]+)@([\d.]+)$/.exec(stroke)
      if (!match) throw new Error(`cannot read the stroke "${stroke}" in: ${text}`)
      return { offset: Number(match[1]), length: Number(match[2]), velocity: Number(match[3]) }
    })
}

/** The pitch of a pitch class nearest to a wanted height. */
export function near(pitchClassWanted: number, height: number): number {
  const up = (((pitchClassWanted - height) % 12) + 12) % 12
  return up <= 6 ? height + up : height + up - 12
}

function placeOf(chart: Change[], beat: number): number {
  const place = chart.findIndex((change) => beat >= change.beat - 1e-6 && beat < change.beat + change.length - 1e-6)
  if (place < 0) throw new Error(`no chord at beat ${beat}`)
  return place
}

function pitchClass(letter: string, sign: string | undefined): number {
  return (letters[letter]! + (sign === '#' ? 1 : sign === 'b' ? 11 : 0)) % 12
}

function placements(wanted: number[], low: number, high: number): number[][] {
  const found: number[][] = []
  const place = (index: number, taken: number[]): void => {
    if (index === wanted.length) {
      found.push([...taken].sort((a, b) => a - b))
      return
    }
    for (let tone = low + ((wanted[index]! - (low % 12) + 12) % 12); tone <= high; tone += 12) {
      place(index + 1, [...taken, tone])
    }
  }
  place(0, [])
  return found
}

function voicingCost(voicing: number[], before: number[] | undefined, centre: number): number {
  let cost = 0
  const mean = voicing.reduce((sum, tone) => sum + tone, 0) / voicing.length
  cost += Math.abs(mean - centre) * 0.8
  for (let i = 1; i < voicing.length; i++) {
    const gap = voicing[i]! - voicing[i - 1]!
    if (gap === 1) cost += i === voicing.length - 1 ? 9 : 3
    if (gap > 8) cost += (gap - 8) * 1.5
    if (voicing[i - 1]! < 52 && gap < 4) cost += 5
  }
  if (before) {
    for (let i = 0; i < voicing.length; i++) {
      const other = before[Math.min(i, before.length - 1)]!
      cost += Math.abs(voicing[i]! - other)
    }
    cost += Math.abs(voicing[voicing.length - 1]! - before[before.length - 1]!) * 0.8
  }
  return cost
}
