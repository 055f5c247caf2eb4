/** Everything in a score is counted in quarter-note beats; velocity runs from 0 to 1. */
export type Note = { beat: number; length: number; pitch: number; velocity: number }

const semitones: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** `Eb4` → 63. Middle C is `C4` = 60. */
export function pitch(name: string): number {
  const match = /^([A-G])(##|bb|#|b)?(-?\d)$/.exec(name)
  if (!match) throw new Error(`not a pitch: ${name}`)
  const accidental = (match[2] ?? '').split('').reduce((sum, sign) => sum + (sign === '#' ? 1 : -1), 0)
  return semitones[match[1]!]! + accidental + 12 * (Number(match[3]) + 1)
}

/**
 * Reads a written line: `C5/1.5 Eb5/.5! r/1 C4+E4+G4/4? |`.
 * A token is pitches/length; `!` accents, `?` ghosts, `r` rests, and `|` asserts a full bar,
 * so that a slip of the pen stops the render instead of shifting the tune.
 */
export function line(
  text: string,
  options: { at?: number; velocity?: number; bar?: number; legato?: number } = {},
): Note[] {
  const { at = 0, velocity = 0.7, bar = 4, legato = 0.95 } = options
  const notes: Note[] = []
  let beat = 0
  for (const token of text.trim().split(/\s+/)) {
    if (token === '|') {
      if (Math.abs(beat / bar - Math.round(beat / bar)) > 0.01) throw new Error(`bar line at beat ${beat} of: ${text}`)
      continue
    }
    const match = /^([^/]+)\/([\d.]+)([!?]?)$/.exec(token)
    if (!match) throw new Error(`cannot read "${token}" in: ${text}`)
    const length = Number(match[2])
    const accent = match[3] === '!' ? 0.15 : match[3] === '?' ? -0.2 : 0
    if (match[1] !== 'r') {
      for (const name of match[1]!.split('+')) {
        notes.push({ beat: at + beat, length: length * legato, pitch: pitch(name), velocity: clamp(velocity + accent) })
      }
    }
    beat += length
  }
  return notes
}

const stepLevels: Record<string, number> = { 'x': 1, 'o': 0.78, '-': 0.5, ',': 0.32 }

/** Reads a drum row: `x` loud, `o` plain, `-` soft, `,` ghost, `.` silent; blanks and `|` are for the eye. */
export function steps(
  row: string,
  drum: number,
  options: { at?: number; step?: number; velocity?: number; length?: number } = {},
): Note[] {
  const { at = 0, step = 0.25, velocity = 0.9, length = step } = options
  return [...row.replace(/[\s|]/g, '')].flatMap((mark, index) =>
    mark in stepLevels
      ? [{ beat: at + index * step, length, pitch: drum, velocity: clamp(stepLevels[mark]! * velocity) }]
      : [],
  )
}

export function shift(notes: Note[], beats: number): Note[] {
  return notes.map((note) => ({ ...note, beat: note.beat + beats }))
}

export function transpose(notes: Note[], interval: number): Note[] {
  return notes.map((note) => ({ ...note, pitch: note.pitch + interval }))
}

/** The same notes `times` over, each start `every` beats after the last. */
export function repeat(notes: Note[], times: number, every: number): Note[] {
  return Array.from({ length: times }, (_, turn) => shift(notes, turn * every)).flat()
}

/** Only what starts in [from, to). */
export function between(notes: Note[], from: number, to: number): Note[] {
  return notes.filter((note) => note.beat >= from - 1e-6 && note.beat < to - 1e-6)
}

/** Scales velocities by a constant or by a curve over the beat. */
export function dynamics(notes: Note[], level: number | ((beat: number) => number)): Note[] {
  return notes.map((note) => ({
    ...note,
    velocity: clamp(note.velocity * (typeof level === 'number' ? level : level(note.beat))),
  }))
}

function clamp(velocity: number): number {
  return Math.max(0.04, Math.min(1, velocity))
}
