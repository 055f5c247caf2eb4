import { changes, chordAt, comp, near, pads, voiceLead } from '../score/harmony.ts'
import { dynamics, line, repeat, steps, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { logDrum } from '../sound/deep-bass.ts'
import { clap, drumMachine, hat, kick, rim, riser, shaker, wash } from '../sound/drum-machine.ts'
import { autoPan, chorus } from '../sound/effects.ts'
import { bell, highPass, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { kit, program, soundfont, soundfontDrums } from '../sound/soundfont.ts'
import { plucked } from '../sound/struck.ts'
import { synthesizer } from '../sound/synthesizer.ts'

// Amapiano in A minor. Bars: morning 0, stalls open 8, log drum 16, shade 24, full market 30, packing up 42, last chord
// 46.
const bar = 4
const street = 'Am9 | Dm9 | Fmaj9 | Em7'
const square = 'Fmaj9 | G6 | Am9 | Em7 G6'
const chart = changes(
  [
    street,
    street,
    street,
    street,
    square,
    square,
    'Dm9 | % | Fmaj9 | % | Em7 | G6',
    square,
    square,
    square,
    street,
    'Am9',
  ].join(' | '),
)
const voicings = voiceLead(chart, { low: 55, high: 74, voices: 4 })

const keys = dynamics(
  comp(
    chart,
    voicings,
    (n) => {
      if (n === 46) return '0/4@0.6'
      if (n >= 24 && n < 30) return '0/3.6@0.5'
      return n % 2 === 0
        ? '0/0.6@0.62 0.75/0.5@0.5 1.5/1.3@0.6 3/0.4@0.46 3.5/0.45@0.5'
        : '0.5/0.4@0.5 1.5/0.9@0.6 2.75/1.1@0.54'
    },
    { push: 0.5 },
  ),
  curve([0, 0.95], [32, 0.95], [64, 1], [96, 0.8], [120, 1.1], [168, 0.85], [184, 0.7]),
)

const call =
  'E5/.5 G5/.25 A5/.5! r/.25 A5/.25 G5/.25 E5/.5 D5/.5 E5/1 | r/.5 C5/.25 D5/.25 E5/.5 D5/.5 A4/1 r/1 | E5/.5 G5/.25 A5/.5! r/.25 C6/.25 A5/.25 G5/.5 E5/.5 A5/1 | r/.5 G5/.25 E5/.25 D5/.5 E5/.5 B4/1 r/1 |'
const market =
  'A5/.75! G5/.75 E5/.5 r/.5 C5/.5 E5/.5 G5/.5 | r/.75 B5/.75! A5/.5 G5/.5 D5/1.5 | C6/.75! A5/.75 G5/.5 r/.5 E5/.5 G5/.5 A5/.5 | r/.75 G5/.75 E5/.5 D5/.75 E5/.75 B4/.5 |'
const marimba = [
  ...line(call, { at: 4 * bar, velocity: 0.62 }),
  ...line(call, { at: 8 * bar, velocity: 0.68 }),
  ...line(call, { at: 12 * bar, velocity: 0.7 }),
  ...line(market, { at: 16 * bar, velocity: 0.7 }),
  ...line(market, { at: 20 * bar, velocity: 0.72 }),
  ...line(market, { at: 30 * bar, velocity: 0.74 }),
  ...line(market, { at: 34 * bar, velocity: 0.76 }),
  ...line(market, { at: 38 * bar, velocity: 0.76 }),
  ...line(call, { at: 42 * bar, velocity: 0.6 }),
  ...line('A4+E5/4 |', { at: 46 * bar, velocity: 0.6 }),
]
const flute = [
  ...line('r/2 C5/.5 D5/.5 E5/1 | r/2 F5/.5 E5/.5 D5/1 | r/2 A5/.5 G5/.5 E5/1 | r/2 D5/.5 E5/.5 G5/1 |', {
    at: 12 * bar,
    velocity: 0.6,
  }),
  ...line(
    'A5/1.5! F5/.5 D5/1 E5/1 | F5/.5 E5/.5 D5/1 A4/2 | C5/.5 E5/.5 A5/1.5! G5/.5 E5/1 | C6/1 A5/.5 G5/.5 E5/2 | G5/.5 A5/.5 B5/1! G5/.5 E5/.5 D5/1 | B4/.5 D5/.5 G5/1 B5/1 D6/1 |',
    { at: 24 * bar, velocity: 0.66, legato: 1 },
  ),
  ...line('C6/1.5! A5/.5 G5/1 E5/1 | D5/1 G5/1 B5/1.5 A5/.5 | C6/2! B5/.5 A5/.5 G5/1 | G5/1 E5/1 D5/2 |', {
    at: 38 * bar,
    velocity: 0.66,
    legato: 1,
  }),
]
const pick = (text: string, at: number) => line(text, { at, velocity: 0.56, legato: 0.8 })
const guitarStreet =
  'A4/.25 C5/.25 E5/.25 C5/.25 r/.25 E5/.25 C5/.25 A4/.25 B4/.25 C5/.5 E5/.25 C5/.5 A4/.5 | A4/.25 D5/.25 F5/.25 D5/.25 r/.25 F5/.25 D5/.25 A4/.25 C5/.25 D5/.5 F5/.25 E5/.5 D5/.5 | A4/.25 C5/.25 F5/.25 C5/.25 r/.25 F5/.25 C5/.25 A4/.25 G4/.25 A4/.5 C5/.25 E5/.5 C5/.5 | G4/.25 B4/.25 E5/.25 B4/.25 r/.25 E5/.25 B4/.25 G4/.25 A4/.25 B4/.5 D5/.25 E5/.5 G5/.5 |'
const guitarSquare =
  'A4/.25 C5/.25 F5/.25 C5/.25 r/.25 F5/.25 C5/.25 A4/.25 C5/.25 E5/.5 C5/.25 A4/.5 C5/.5 | B4/.25 D5/.25 G5/.25 D5/.25 r/.25 G5/.25 D5/.25 B4/.25 D5/.25 E5/.5 D5/.25 B4/.5 D5/.5 | C5/.25 E5/.25 A5/.25 E5/.25 r/.25 A5/.25 E5/.25 C5/.25 B4/.25 C5/.5 E5/.25 G5/.5 E5/.5 | G4/.25 B4/.25 E5/.25 B4/.25 r/.25 E5/.25 G5/.25 B4/.25 D5/.25 B4/.5 G4/.25 B4/.5 D5/.5 |'
const guitar = [
  pick(guitarStreet, 8 * bar),
  pick(guitarStreet, 12 * bar),
  pick(guitarSquare, 20 * bar),
  pick(guitarSquare, 30 * bar),
  pick(guitarSquare, 34 * bar),
  pick(guitarSquare, 38 * bar),
  pick(guitarStreet, 42 * bar),
].flat()

/** The log drum answers itself every two bars: [beat, semitones above the root, length]. */
const logs: [number, number, number][][] = [
  [
    [0, 0, 0.5],
    [0.75, 0, 0.4],
    [1.5, 0, 0.5],
    [2.25, 12, 0.25],
    [2.5, 7, 0.4],
    [3.25, 0, 0.5],
  ],
  [
    [0.75, 0, 0.5],
    [1.5, 7, 0.25],
    [1.75, 12, 0.3],
    [2.5, 0, 0.5],
    [3, 0, 0.25],
    [3.25, 0, 0.25],
    [3.5, -2, 0.45],
  ],
  [
    [0, 0, 0.7],
    [1.5, 0, 0.4],
    [2, 12, 0.25],
    [2.25, 12, 0.25],
    [2.75, 7, 0.3],
    [3.5, 5, 0.4],
  ],
  [
    [0.25, 0, 0.3],
    [0.75, 0, 0.4],
    [1.5, 0, 0.25],
    [1.75, 3, 0.25],
    [2, 7, 0.4],
    [2.75, 0, 0.3],
    [3.25, 12, 0.25],
    [3.5, 7, 0.4],
  ],
]
const logAt = (at: number): Note[] => {
  const root = near(chordAt(chart, at).root, 34)
  return logs[(at / bar) % 4]!.map(([beat, interval, length]) => ({
    beat: at + beat,
    length,
    pitch: root + interval,
    velocity: interval === 0 ? 0.86 : 0.74,
  }))
}
const logNotes = [
  ...[15].flatMap((at) => logAt(at * bar).filter((note) => note.beat >= at * bar + 2)),
  ...Array.from({ length: 8 }, (_, k) => logAt((16 + k) * bar)).flat(),
  ...Array.from({ length: 12 }, (_, k) => logAt((30 + k) * bar)).flat(),
  { beat: 46 * bar, length: 1, pitch: 33, velocity: 0.8 },
]
const softBass = chart
  .filter(
    (change) =>
      (change.beat >= 8 * bar && change.beat < 15 * bar) ||
      (change.beat >= 24 * bar && change.beat < 30 * bar) ||
      (change.beat >= 42 * bar && change.beat < 46 * bar),
  )
  .flatMap((change) =>
    (
      [
        [0, 1.2],
        [1.5, 0.8],
        [2.75, 1],
      ] as const
    ).map(([beat, length]) => ({ beat: change.beat + beat, length, pitch: near(change.root, 34), velocity: 0.7 })),
  )

const range = (from: number, until: number, row: string, drum: number, velocity = 0.9) =>
  repeat(steps(row, drum, { at: from * bar, velocity }), until - from, bar)
const kicks = [
  ...range(8, 16, 'x...x...x...x...', 36),
  ...range(16, 24, 'x...x...x...x..o', 36),
  ...range(30, 42, 'x...x...x...x..o', 36),
  ...range(42, 46, 'x.......x.......', 36),
  ...steps('x', 36, { at: 46 * bar }),
]
const rims = [...range(8, 24, '...x..x....x..x.', 37), ...range(30, 44, '...x..x....x..x.', 37)]
const shakers = [
  ...range(0, 8, '-,o,-,o,-,o,-,o,', 70, 0.75),
  ...range(8, 24, 'o,x-o,x-o,x-o,x-', 70),
  ...range(24, 30, '-,o,-,o,-,o,-,o,', 70, 0.7),
  ...range(30, 44, 'o,x-o,x-o,x-o,x-', 70),
  ...range(44, 46, '-,o,-,o,-,o,-,o,', 70, 0.6),
]
const congas = [
  ...range(4, 8, '..,.o.,...-.o.o.', 63, 0.75),
  ...repeat(
    [
      ...steps('o..-..o...-.o.o.', 63, { at: 12 * bar }),
      ...steps('......,..o......', 64, { at: 12 * bar }),
      ...steps('o..-..o.,.-.x.oo', 63, { at: 13 * bar }),
      ...steps('.o......o.......', 64, { at: 13 * bar }),
    ],
    9,
    2 * bar,
  ),
  ...repeat(
    [...steps('o..-..o...-.o.o.', 63, { at: 30 * bar }), ...steps('......,..o......', 64, { at: 30 * bar })],
    14,
    bar,
  ),
]
const claps = [...range(20, 24, '....x.......x...', 39, 0.8), ...range(34, 42, '....x.......x...', 39, 0.8)]
const openHats = [...range(16, 24, '..x...x...x...x.', 46), ...range(30, 42, '..x...x...x...x.', 46)]

function compose(): Song {
  return {
    tempo: { bpm: 112, swing: { unit: 0.25, ratio: 0.545 }, slowing: { from: 45 * bar, until: 46 * bar, to: 0.93 } },
    beats: 47 * bar,
    tailSeconds: 3,
    plate: { decay: 0.6, damping: 0.35 },
    echo: { beats: 0.75, feedback: 0.32, brightness: 3600 },
    glue: { threshold: -13, ratio: 1.8, attackMs: 20, releaseMs: 130 },
    parts: [
      {
        name: 'keys',
        notes: keys,
        instrument: layered(soundfont(program.rhodes), soundfont(program.fmPiano)),
        level: -20,
        width: 1.9,
        plate: -14,
        feel: { loose: 6, touch: 0.05, roll: 5 },
        tone: [() => highPass(190), () => bell(1800, 2)],
        shape: (sound) => {
          chorus(sound, 0.35)
          autoPan(sound, 3.7, 0.15)
        },
      },
      {
        name: 'log',
        notes: logNotes,
        instrument: logDrum(),
        level: -17.5,
        feel: { late: 4, loose: 3, touch: 0.04 },
        tone: [() => highPass(34), () => bell(220, 2)],
      },
      {
        name: 'soft-bass',
        notes: softBass,
        instrument: synthesizer({
          wave: 'triangle',
          attack: 0.01,
          decay: 0.5,
          sustain: 0.6,
          release: 0.08,
          cutoff: 500,
        }),
        level: -22,
        tone: [() => lowPass(1200)],
      },
      {
        name: 'kick',
        notes: kicks,
        instrument: drumMachine(kick({ hertz: 54, drop: 3, dropSeconds: 0.02, decay: 0.1, click: 0.16, drive: 1.3 })),
        level: -20,
        feel: { loose: 2, touch: 0.02 },
      },
      {
        name: 'rims',
        notes: rims,
        instrument: drumMachine(rim({ hertz: 1180 })),
        level: -25,
        pan: -0.2,
        plate: -14,
        feel: { loose: 4, touch: 0.05 },
      },
      {
        name: 'shaker',
        notes: shakers,
        instrument: drumMachine(shaker({ hertz: 5600, seconds: 0.08 })),
        level: -29,
        pan: 0.3,
        feel: { loose: 4, touch: 0.06 },
      },
      {
        name: 'congas',
        notes: congas,
        instrument: soundfontDrums(kit.standard),
        level: -24.5,
        width: 1.3,
        pan: 0.15,
        plate: -15,
        feel: { loose: 6, touch: 0.07 },
      },
      {
        name: 'claps',
        notes: claps,
        instrument: drumMachine(clap({ hertz: 1400, decay: 0.08 })),
        level: -25,
        plate: -11,
        feel: { loose: 4 },
      },
      {
        name: 'open-hats',
        notes: openHats,
        instrument: drumMachine(hat({ decay: 0.07 })),
        level: -31,
        pan: -0.3,
        feel: { loose: 3, touch: 0.05 },
      },
      {
        name: 'marimba',
        notes: marimba,
        instrument: layered(soundfont(program.marimba), soundfont(program.kalimba)),
        level: -19.5,
        pan: -0.15,
        width: 1.4,
        plate: -14,
        echo: -15,
        feel: { loose: 7, touch: 0.05 },
        tone: [() => highPass(180)],
      },
      {
        name: 'flute',
        notes: flute,
        instrument: soundfont(program.flute),
        level: -20.5,
        pan: 0.2,
        plate: -10,
        echo: -14,
        feel: { late: 12, loose: 9, touch: 0.04 },
        tone: [() => highPass(250), () => bell(3200, -1.5)],
      },
      {
        name: 'guitar',
        notes: guitar,
        instrument: layered(soundfont(program.cleanGuitar), plucked({ brightness: 0.6, sustain: 0.8 })),
        level: -24.5,
        pan: 0.42,
        plate: -15,
        echo: -20,
        feel: { loose: 6, touch: 0.06 },
        tone: [() => highPass(250)],
      },
      {
        name: 'shade',
        notes: pads(chart, voicings, 0.5).filter((note) => note.beat >= 24 * bar && note.beat < 42 * bar),
        instrument: synthesizer({
          wave: 'saw',
          voices: 3,
          detune: 16,
          spread: 1,
          attack: 0.4,
          decay: 1,
          sustain: 0.85,
          release: 0.6,
          cutoff: 1000,
        }),
        level: -27,
        plate: -12,
        tone: [() => highPass(250)],
        duck: { by: 'kick', depth: 0.4, releaseMs: 250 },
      },
      {
        name: 'riser',
        notes: [{ beat: 28 * bar, length: 8, pitch: 60, velocity: 1 }],
        instrument: drumMachine(riser({ seconds: 4.28, from: 500, to: 8000 })),
        level: -33,
        plate: -12,
      },
      {
        name: 'crash',
        notes: [16, 30, 42].map((at) => ({ beat: at * bar, length: 4, pitch: 49, velocity: 0.7 })),
        instrument: drumMachine(wash({ decay: 0.8, bright: 9000 })),
        level: -32,
        plate: -14,
        width: 1.4,
      },
    ],
  }
}

export const marketDay: Track = {
  artistSlug: 'zuri-swade',
  artist: 'Zuri Swade',
  file: 'market-day',
  title: 'Market Day',
  genre: 'Amapiano',
  compose,
}
