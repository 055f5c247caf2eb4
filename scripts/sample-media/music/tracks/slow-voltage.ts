import { changes, comp, pads, voiceLead } from '../score/harmony.ts'
import { between, dynamics, line, repeat, steps } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { vinyl } from '../sound/ambience.ts'
import { drumMachine, hat, kick, shaker, snare } from '../sound/drum-machine.ts'
import { autoPan, chorus, saturate } from '../sound/effects.ts'
import { bell, highPass, highShelf, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { kit, program, soundfont, soundfontDrums } from '../sound/soundfont.ts'
import { glidingSine, synthesizer } from '../sound/synthesizer.ts'

// Neo-soul in F minor. Bars: intro 0, verse 4, chorus 12, bridge 20, verse 24, coda 30, last chord 32.
const bar = 4
const verseChart = 'Dbmaj9 | C7alt | Fm9 | Ebm9 Ab13'
const chorusChart = 'Bbm9 | Eb13 | Abmaj9 | Gm7b5 C7alt'
const chart = changes(
  [
    verseChart,
    verseChart,
    verseChart,
    chorusChart,
    chorusChart,
    'Gbmaj9 | Dbmaj9/F | Ebm9 | C7alt',
    verseChart,
    'Dbmaj9 | C7alt',
    'Dbmaj9 | Gm7b5 C7alt',
    'Fm9',
  ].join(' | '),
)

const verseBass =
  'Db2/1.5 r/.5 Db2/.5 Ab1/.5 Bb1/.5? B1/.5 | C2/1.5 r/.5 G1/.5 Bb1/.5? C2/.5 E2/.5 | F2/1.5 r/.5 C2/.5? Eb2/.5 F2/.5 E2/.5 | Eb2/1.5 Bb1/.5? Ab1/1 Bb1/.5 C2/.5 |'
const chorusBass =
  'Bb1/1.5 r/.5 F2/.5? Db2/.5 Bb1/.5 D2/.5 | Eb2/1.5 r/.5 Bb1/.5? Db2/.5 Eb2/.5 G1/.5 | Ab1/1.5 r/.25 Ab1/.25? Eb2/.5 C2/.5 Ab1/1 | G1/1.5 Db2/.5? C2/1.5 E2/.5 |'
const bass = [
  ...between(line(verseBass, { velocity: 0.72 }), 12, 16),
  ...repeat(line(verseBass, { at: 4 * bar, velocity: 0.74 }), 2, 4 * bar),
  ...repeat(line(chorusBass, { at: 12 * bar, velocity: 0.78 }), 2, 4 * bar),
  ...line('Gb1/3 Db2/1? | F1/3 Ab1/1? | Eb2/2 Bb1/1? Eb2/1 | C2/2 G1/.5 Bb1/.5 C2/1 |', {
    at: 20 * bar,
    velocity: 0.66,
  }),
  ...line(verseBass, { at: 24 * bar, velocity: 0.76 }),
  ...line(
    'Db2/1.5 r/.5 Db2/.5 Ab1/.5 Bb1/.5? B1/.5 | C2/1.5 r/.5 G1/.5 Bb1/.5? C2/.5 E2/.5 | Db2/3 Ab1/1? | G1/2 C2/2 | F1/4 |',
    {
      at: 28 * bar,
      velocity: 0.7,
    },
  ),
]

const verseTune = `
  r/.5 C5/.5 Eb5/.5 F5/1! Eb5/.25 C5/.25 r/1 | Eb5/.75 Db5/.25 Bb4/.5 Ab4/1.5 G4/1 | Ab4/1.5 r/.5 C5/.5? Eb5/.5 F5/1 | Gb5/1! F5/.5 Db5/.5 C5/1.5 r/.5 |
  r/.5 C5/.5 Eb5/.5 F5/1 Ab5/.5! G5/.5 F5/.5 | Eb5/1 C5/.5 Bb4/.5 Ab4/1 Bb4/.5 C5/.5 | Ab4/.5 F4/1.5 r/2 | r/1 Db5/.5 C5/.5 Bb4/.5 C5/1.5 |`
const chorusTune = `
  F5/1.5! Db5/.5 C5/1 Bb4/1 | C5/1.5 Db5/.5 Eb5/1 r/1 | Eb5/1.5 C5/.5 Bb4/1 G4/1 | Db5/1.5 Bb4/.5 E5/.5! Eb5/.5 Db5/.5 Bb4/.5 |
  F5/1.5 Ab5/.5! G5/.5 F5/.5 Db5/1 | C5/1.5 Bb4/.5 Db5/1 Eb5/1 | G5/1.5! Ab5/.5? G5/.5 Eb5/.5 C5/1 | Bb4/1 Db5/1 C5/2 |`
const tune = [
  ...line(verseTune, { at: 4 * bar, velocity: 0.66, legato: 1 }),
  ...line(chorusTune, { at: 12 * bar, velocity: 0.74, legato: 1 }),
  ...line(
    'r/.5 C5/.5 Eb5/.5 F5/1! Eb5/.25 C5/.25 Ab5/.5 F5/.5 | Eb5/.75 Db5/.25 Bb4/.5 Ab4/1.5 G4/.5 Bb4/.5 | C5/1 Ab4/1 r/.5 C5/.5 Eb5/.5 F5/.5 | Gb5/1! Ab5/.5 F5/.5 Eb5/.5 C5/1.5 | r/.5 C5/.5 Eb5/.5 F5/1 Eb5/.5 C5/1 | Bb4/1 Ab4/1 G4/2 |',
    { at: 24 * bar, velocity: 0.7, legato: 1 },
  ),
]
const guitar = line(
  `r/3.5 Ab4+C5/.25 Bb4+Db5/.25 | C5+Eb5/1 r/3 | r/4 | r/2.5 C5+F5/.5 Bb4+Eb5/.5 Ab4+C5/.5 | r/3.5 Ab4+C5/.25 Bb4+Db5/.25 | C5+Eb5/1 r/3 | r/2 C5/.5 Eb5/.5 F5/.5 Ab5/.5 | r/4 |
   r/4 | r/3 G4+Bb4/.5 C5+Eb5/.5 | r/3 Eb5/.25 F5/.25 G5/.5 | r/4 | r/4 | r/3 G4+Db5/.5 G4+C5/.5 | r/2.5 C5+Eb5/.5 Bb4+Db5/.5 Ab4+C5/.5 | r/4 |
   Ab4/1 Bb4/.5 Db5/.5 F5/1.5 Eb5/.5 | C5/1 Ab4/1 Eb4/2 | Gb4/.5 Bb4/.5 Db5/.5 F5/1 Db5/.5 Bb4/1 | Bb4/1 Ab4/1 E4/1 G4/1 |`,
  { at: 4 * bar, velocity: 0.62 },
)

const voicings = voiceLead(chart, { low: 51, high: 70, voices: 4, rootless: true })
const rhodes = dynamics(
  comp(
    chart,
    voicings,
    (n) => {
      if (n >= 31) return '0/3.9@0.58'
      if (n >= 20 && n < 24) return '0/1.9@0.5 2/1.9@0.42'
      return n % 2 === 0 ? '0/1.6@0.62 1.75/0.25@0.36 2.5/1.3@0.55' : '0/1.3@0.58 1.5/0.5@0.4 2/1.2@0.5 3.5/0.48@0.46'
    },
    { push: 0.5 },
  ),
  curve([0, 0.82], [16, 0.95], [48, 1.1], [80, 0.85], [96, 1.05], [124, 0.8]),
)
const intro = line('r/4 | r/2 Eb5/.5? F5/.5? Ab5/1 | G5/1.5 F5/.5 Eb5/.5 C5/1.5 | Gb5/1 F5/.5 Db5/.5 C5/2 |', {
  velocity: 0.5,
})
const coda = line('r/.5 C5/.5 Eb5/.5 F5/1! Ab5/.5 G5/1 | F5/1 Db5/1 E5/.5 Eb5/.5 Db5/1 | C5+G5/4 |', {
  at: 30 * bar,
  velocity: 0.5,
})

const from = 4 * bar
const kicks = [
  ...repeat(
    [...steps('x......o..x.....', 36, { at: from }), ...steps('x..,...o..x..,o.', 36, { at: from + bar })],
    4,
    2 * bar,
  ),
  ...repeat(
    [...steps('x......o..xo....', 36, { at: 12 * bar }), ...steps('x.,....o..x...o.', 36, { at: 13 * bar })],
    4,
    2 * bar,
  ),
  ...repeat(
    [...steps('x......o..x.....', 36, { at: 24 * bar }), ...steps('x..,...o..x..,o.', 36, { at: 25 * bar })],
    3,
    2 * bar,
  ),
]
const snareRow = (at: number) => [
  ...steps('....x..,....x...', 38, { at }),
  ...steps('....x....,..x.,,', 38, { at: at + bar }),
]
const snares = [...repeat(snareRow(from), 8, 2 * bar), ...repeat(snareRow(24 * bar), 3, 2 * bar)]
const hats = [
  ...repeat(steps('o.x.o.x,o.x.o,x-', 42, { at: from }), 16, bar),
  ...repeat(steps('o...-...o...-...', 42, { at: 20 * bar }), 4, bar),
  ...repeat(steps('o.x.o.x,o,x.o.x-', 42, { at: 24 * bar }), 6, bar),
]

function compose(): Song {
  return {
    tempo: { bpm: 78, swing: { unit: 0.25, ratio: 0.59 }, slowing: { from: 29.5 * bar, until: 32.5 * bar, to: 0.82 } },
    beats: 33 * bar,
    tailSeconds: 3,
    plate: { decay: 0.62, damping: 0.42 },
    echo: { beats: 0.75, feedback: 0.34, brightness: 2600 },
    glue: { threshold: -13, ratio: 1.8, attackMs: 20, releaseMs: 180 },
    polish: [() => highShelf(7500, 2)],
    parts: [
      {
        name: 'rhodes',
        notes: [...rhodes, ...intro, ...coda],
        instrument: soundfont(program.rhodes),
        level: -19,
        width: 2,
        plate: -13,
        feel: { loose: 7, touch: 0.05, roll: 9 },
        tone: [() => highPass(150), () => bell(380, -2), () => highShelf(1500, 4)],
        shape: (sound) => {
          saturate(sound, 2.2)
          chorus(sound, 0.3)
          autoPan(sound, 2.1, 0.22)
        },
      },
      {
        name: 'bass',
        notes: bass,
        instrument: layered(
          soundfont(program.fingerBass),
          synthesizer({ wave: 'sine', attack: 0.008, decay: 0.9, sustain: 0.55, release: 0.06, cutoff: 900 }),
        ),
        level: -19,
        feel: { late: 12, loose: 5 },
        tone: [() => highPass(36), () => lowPass(2600)],
        shape: (sound) => saturate(sound, 1.8),
      },
      {
        name: 'kick',
        notes: kicks,
        instrument: drumMachine(
          kick({ hertz: 52, drop: 3.4, dropSeconds: 0.022, decay: 0.13, click: 0.25, drive: 1.6 }),
        ),
        level: -19.5,
        feel: { late: 2, loose: 5, touch: 0.03 },
      },
      {
        name: 'snare',
        notes: snares,
        instrument: layered(
          drumMachine(snare({ hertz: 188, tone: 0.6, noiseDecay: 0.09, bright: 6200 })),
          soundfontDrums(kit.room),
        ),
        level: -21,
        plate: -17,
        pan: 0.05,
        feel: { late: 21, loose: 5, touch: 0.04 },
      },
      {
        name: 'hats',
        notes: hats,
        instrument: drumMachine(hat({ decay: 0.035, bright: 6400 })),
        level: -29,
        pan: -0.25,
        feel: { late: -3, loose: 5, touch: 0.08 },
      },
      {
        name: 'shaker',
        notes: [
          ...repeat(steps('-,o,-,o,-,o,-,o,', 70, { at: 12 * bar }), 8, bar),
          ...repeat(steps('-,o,-,o,-,o,-,o,', 70, { at: 24 * bar }), 6, bar),
        ],
        instrument: drumMachine(shaker({ hertz: 6200, seconds: 0.09 })),
        level: -35,
        pan: 0.4,
        feel: { late: 6, loose: 6, touch: 0.08 },
      },
      {
        name: 'lead',
        notes: tune,
        instrument: glidingSine({ glide: 0.035, attack: 0.03, release: 0.12, vibratoCents: 18, warmth: 0.5 }),
        level: -19.5,
        plate: -13,
        echo: -17,
        feel: { late: 14, loose: 8, touch: 0.03 },
        tone: [() => highPass(200), () => lowPass(5200)],
      },
      {
        name: 'guitar',
        notes: guitar,
        instrument: soundfont(program.jazzGuitar),
        level: -21.5,
        pan: 0.35,
        plate: -13,
        echo: -18,
        feel: { late: 10, loose: 8, roll: 14 },
        tone: [() => highPass(180)],
      },
      {
        name: 'pad',
        notes: pads(chart, voicings, 0.5).filter((note) => note.beat >= 12 * bar),
        instrument: synthesizer({
          wave: 'saw',
          voices: 3,
          detune: 14,
          spread: 0.8,
          attack: 0.5,
          decay: 1,
          sustain: 0.8,
          release: 0.6,
          cutoff: 900,
          resonance: 0.6,
        }),
        level: -27,
        width: 1.4,
        plate: -11,
        tone: [() => highPass(260)],
        fade: curve([48, 0.8], [79, 1], [81, 1.25], [95, 1.25], [97, 0.9], [128, 1], [131, 0]),
      },
      {
        name: 'dust',
        notes: [],
        instrument: (_, seconds, random) => vinyl(seconds, random, 5),
        level: -44,
        fade: curve([0, 1], [130, 1], [133, 0]),
      },
    ],
  }
}

export const slowVoltage: Track = {
  artistSlug: 'nova-swade',
  artist: 'Nova Swade',
  file: 'slow-voltage',
  title: 'Slow Voltage',
  genre: 'R&B',
  compose,
}
