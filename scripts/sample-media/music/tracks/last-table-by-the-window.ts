import { changes, comp, near, voiceLead } from '../score/harmony.ts'
import { dynamics, line, repeat, steps, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { vinyl } from '../sound/ambience.ts'
import { bell, highPass, highShelf, lowPass } from '../sound/filter.ts'
import { kit, program, soundfont, soundfontDrums } from '../sound/soundfont.ts'

// A trio ballad in D minor. Bars: intro 0, theme 2, bridge 10, solo 18, theme 26, coda 30, last chord 32.
const bar = 4
const theme = 'Gm9 | C13 | Fmaj9 | Bbmaj9#11 | Em7b5 | A7alt | Dm9 | D7b9'
const bridge = 'Gm9 | A7b13 | Dm9 | Dm9/C | Bm7b5 | Bbmaj9 | Em7b5 A7alt | D7alt'
const chart = changes(
  ['Dm9 | A7alt', theme, bridge, theme, 'Gm9 | C13 | Fmaj9 | Bbmaj9#11', 'Em7b5 A7alt | Bbmaj9', 'Dm69'].join(' | '),
)
const voicings = voiceLead(chart, { low: 50, high: 67, voices: 4, rootless: true })

const melody = [
  ...line('r/1 D5/.5? F5/.5 A5/1.5 G5/.5 | F5/.5 E5/.5 C#5/.5 Bb4/.5 A4/2 |', { velocity: 0.52 }),
  ...line(
    `r/1 D5/.5 F5/.5 A5/1.5! G5/.5 | E5/1 D5/.5? C5/.5 A4/2 | r/1 C5/.5 E5/.5 G5/1.5! F5/.5 | D5/1 C5/.5? A4/.5 E5/2 |
     r/.5 G5/.5 Bb5/1! A5/.5 G5/.5 E5/1 | F5/.5 E5/.5? C#5/.5 Bb4/.5 C5/.5 Bb4/.5? G4/1 | A4/1.5 F4/.5? E4/2 | r/1 F#4/.5 A4/.5 C5/1 Eb5/1 |`,
    { at: 2 * bar, velocity: 0.62, legato: 1 },
  ),
  ...line(
    `Bb4/1 D5/1 F5/1.5! A5/.5 | G5/1 F5/.5? C#5/.5 E5/2 | r/1 E5/.5 F5/.5 A5/1! C6/1 | B5/.5 A5/.5 F5/.5? E5/.5 D5/2 |
     r/.5 D5/.5 F5/.5 A5/1! B5/.5 A5/1 | F5/1.5 D5/.5? A4/1 C5/1 | Bb4/1 G4/1 G5/.5! F5/.5 C#5/1 | F#4/1 Bb4/1 C5/1 Eb5/1 |`,
    { at: 10 * bar, velocity: 0.66, legato: 1 },
  ),
  ...line(
    `r/.5 D5/.5 F5/.5 A5/.5! Bb5/.5 A5/.5? F5/.5 D5/.5 | E5/.5 G5/.5? Bb5/.5! A5/.5 G5/.5? E5/.5 Eb5/.5? D5/.5 | C5/1 r/.5 A4/.5? C5/.5 E5/.5 G5/1! | F5/.5 E5/.5? D5/.5 C5/.5? A4/1 r/1 |
     r/.5 Bb4/.5 D5/.5? E5/.5 G5/.5 Bb5/.5! A5/.5? G5/.5 | F5/.5 Eb5/.5? Db5/.5 C5/.5? Bb4/.5 A4/.5? G4/.5 C#5/.5 | D5/.5 E5/.5? F5/.5 A5/.5 C6/1! A5/1 | r/.5 F#5/.5 Eb5/.5? C5/.5 Bb4/.5? Ab4/.5 F#4/1 |`,
    { at: 18 * bar, velocity: 0.68, legato: 0.9 },
  ),
  ...line(
    `r/1 D5/.5 F5/.5 A5/1! Bb5/.5? A5/.5 | E5+G5/1 D5/.5? C5/.5 A4+E5/2 | r/1 C5/.5 E5/.5 G5/1! A5/.5? G5/.5 | D5+F5/1 C5/.5? A4/.5 E5/2 |
     r/.5 G5/.5 Bb5/1! F5/.5 E5/.5 C#5/1 | D5/1 F5/1 A5/2 | E5+A5+D6/4? |`,
    { at: 26 * bar, velocity: 0.6, legato: 1 },
  ),
]
const leftHand = dynamics(
  comp(
    chart,
    voicings,
    (n) => {
      if (n < 2 || n >= 32) return '0/3.8@0.46'
      if (n < 10) return n % 2 === 0 ? '0/2.4@0.48 2.5/1.2@0.4' : '0/1.4@0.44 1.5/2.2@0.44'
      if (n >= 18 && n < 26)
        return n % 2 === 0 ? '0/0.4@0.42 1.5/0.7@0.52 3.5/0.45@0.46' : '0.5/1@0.46 2.5/0.4@0.44 3/0.6@0.36'
      return n % 2 === 0 ? '0/1.6@0.48 2/0.4@0.36 2.5/1.3@0.46' : '0/1.4@0.46 1.5/0.9@0.44 3.5/0.45@0.4'
    },
    { push: 0.5 },
  ),
  curve([0, 0.9], [40, 1], [72, 1.08], [104, 1.1], [120, 0.9], [132, 0.78]),
)

const bass: Note[] = chart.flatMap((change, index) => {
  const next = chart[index + 1]
  const root = near(change.bass, 41)
  const target = next ? near(next.bass, 41) : root
  const third = root + change.tones[1]!
  const fifth = root + (change.tones.includes(6) ? 6 : 7)
  const approach = target + (target > root ? -1 : 1)
  const { beat, length } = change
  if (!next) return [{ beat, length: 4, pitch: near(change.bass, 38), velocity: 0.7 }]
  if (beat < 2 * bar) return [{ beat, length: 3.8, pitch: root, velocity: 0.62 }]
  if (length < 4)
    return [
      { beat, length: 1, pitch: root, velocity: 0.72 },
      { beat: beat + 1, length: 0.95, pitch: approach, velocity: 0.62 },
    ]
  if (beat < 10 * bar || beat >= 30 * bar) {
    const tail = index % 2 === 0 ? [{ beat: beat + 3.5, length: 0.45, pitch: approach, velocity: 0.52 }] : []
    return [
      { beat, length: 1.9, pitch: root, velocity: 0.74 },
      { beat: beat + 2, length: tail.length ? 1.4 : 1.8, pitch: fifth > 47 ? fifth - 12 : fifth, velocity: 0.64 },
      ...tail,
    ]
  }
  const up = [root, third, fifth, approach]
  const down = [root, fifth - 12 < 29 ? fifth : fifth - 12, third - (third > 44 ? 12 : 0), approach]
  const walk = index % 3 === 1 ? down : up
  const skip = index % 4 === 2 ? [{ beat: beat + 2.5, length: 0.4, pitch: walk[2]!, velocity: 0.45 }] : []
  return [
    ...walk.map((tone, k) => ({
      beat: beat + k,
      length: k === 2 && skip.length ? 0.5 : 0.93,
      pitch: tone,
      velocity: k % 2 === 0 ? 0.76 : 0.68,
    })),
    ...skip,
  ]
})

// FluidR3's brush kit: 38 tap, 39 slap, 40 swirl, 44 pedal hat, 51 ride.
const swirl = repeat(steps('o.......-.......', 40, { at: 1 * bar, length: 2, velocity: 0.62 }), 31, bar)
const taps = [
  ...repeat(steps('....-.....,.-..,', 38, { at: 2 * bar, velocity: 0.75 }), 8, bar),
  ...repeat(steps('....o..,....o.,.', 38, { at: 10 * bar, velocity: 0.75 }), 16, bar),
  ...repeat(steps('....-.....,.-...', 38, { at: 26 * bar, velocity: 0.7 }), 5, bar),
  ...steps('............o.oo', 38, { at: 17 * bar, velocity: 0.7 }),
]
const ride = [
  ...repeat(steps('o...x.-.o...x.-.', 51, { at: 10 * bar, velocity: 0.62 }), 16, bar),
  ...steps('o', 51, { at: 32 * bar, velocity: 0.6, length: 4 }),
]
const pedal = repeat(steps('....o.......o...', 44, { at: 6 * bar, velocity: 0.6 }), 24, bar)
const feather = repeat(steps('-.......-.......', 36, { at: 10 * bar, velocity: 0.6 }), 16, bar)
const accents = [
  ...steps('......o.', 36, { at: 17 * bar, velocity: 0.8 }),
  ...steps('x', 49, { at: 18 * bar, velocity: 0.45, length: 3 }),
  ...steps('......o...o.....', 36, { at: 25 * bar, velocity: 0.7 }),
]

function compose(): Song {
  return {
    tempo: { bpm: 76, swing: { unit: 0.5, ratio: 0.64 }, slowing: { from: 29 * bar, until: 32 * bar, to: 0.68 } },
    beats: 33 * bar,
    tailSeconds: 4,
    plate: { decay: 0.6, damping: 0.4, predelayMs: 26 },
    glue: { threshold: -16, ratio: 1.5, attackMs: 30, releaseMs: 220 },
    polish: [() => highShelf(6000, 2)],
    parts: [
      {
        name: 'melody',
        notes: melody,
        instrument: soundfont(program.piano),
        level: -18.5,
        pan: 0.08,
        plate: -16,
        feel: { late: 14, loose: 11, touch: 0.05, roll: 16 },
        tone: [() => highPass(120), () => bell(300, -1.5)],
      },
      {
        name: 'left-hand',
        notes: leftHand,
        instrument: soundfont(program.piano),
        level: -23,
        pan: -0.08,
        plate: -17,
        feel: { late: 4, loose: 9, touch: 0.05, roll: 8 },
        tone: [() => highPass(110), () => bell(280, -2)],
      },
      {
        name: 'bass',
        notes: bass,
        instrument: soundfont(program.uprightBass),
        level: -22,
        pan: -0.04,
        plate: -27,
        feel: { late: 3, loose: 6, touch: 0.05 },
        tone: [() => highPass(38), () => bell(800, 3), () => bell(120, -1.5)],
      },
      {
        name: 'brushes',
        notes: [...swirl, ...taps],
        instrument: soundfontDrums(kit.brush),
        level: -25,
        pan: 0.12,
        plate: -18,
        width: 1.3,
        feel: { late: 6, loose: 8, touch: 0.07 },
      },
      {
        name: 'ride',
        notes: ride,
        instrument: soundfontDrums(kit.brush),
        level: -29.5,
        pan: 0.3,
        plate: -18,
        feel: { loose: 7, touch: 0.07 },
      },
      {
        name: 'pedal',
        notes: pedal,
        instrument: soundfontDrums(kit.brush),
        level: -33,
        pan: -0.3,
        plate: -18,
        feel: { loose: 6, touch: 0.05 },
      },
      {
        name: 'kick',
        notes: [...feather, ...accents],
        instrument: soundfontDrums(kit.brush),
        level: -27,
        plate: -20,
        feel: { loose: 7, touch: 0.05 },
        tone: [() => lowPass(7000)],
      },
      {
        name: 'room',
        notes: [],
        instrument: (_, seconds, random) => vinyl(seconds, random, 1.5),
        level: -50,
        tone: [() => lowPass(3000)],
      },
    ],
  }
}

export const lastTableByTheWindow: Track = {
  artistSlug: 'sable-swade',
  artist: 'Sable Swade',
  file: 'last-table-by-the-window',
  title: 'Last Table by the Window',
  genre: 'Jazz',
  compose,
}
