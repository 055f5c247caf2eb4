import { changes, comp, near, pads, voiceLead } from '../score/harmony.ts'
import { between, dynamics, line, repeat, steps, transpose, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { clap, drumMachine, hat, kick, riser, shaker, snare, wash } from '../sound/drum-machine.ts'
import { chorus, saturate } from '../sound/effects.ts'
import { bell, highPass, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { kit, program, soundfont, soundfontDrums } from '../sound/soundfont.ts'
import { synthesizer } from '../sound/synthesizer.ts'

// Disco-house around D. Bars: doors 0, floor 8, strings 16, lights down 24, strings 32, doors 44, last chord 50.
const bar = 4
const loop = 'Em9 | A13 | Dmaj9 | Bm9'
const chart = changes(
  [
    ...Array.from({ length: 6 }, () => loop),
    'Gmaj9 | A6 | F#m7 | Bm9 | Gmaj9 | A6 | Bm9 | A9sus4',
    loop,
    loop,
    loop,
    'Em9 | A13 | Dmaj9 | Bm9 | Em9 | A9sus4',
    'D69',
  ].join(' | '),
)
const voicings = voiceLead(chart, { low: 55, high: 74, voices: 4, rootless: true })

const stabs = dynamics(
  comp(
    chart,
    voicings,
    (n) => {
      if (n === 50) return '0/4@0.75'
      if (n >= 24 && n < 32) return '0/2.9@0.55 3/0.9@0.5'
      return n % 2 === 0
        ? '0/0.35@0.72 0.75/0.3@0.6 1.5/0.4@0.7 2.75/0.3@0.58 3.5/0.4@0.66'
        : '0.5/0.35@0.64 1.5/0.4@0.7 2.25/0.3@0.56 3/0.6@0.68'
    },
    { push: 0.5 },
  ),
  1,
)

// The sum in the title: threes counted over fours, so the figure comes home once every three bars.
const math: Note[] = chart.flatMap((change, index) => {
  if (change.beat >= 50 * bar) return []
  const tones = [...voicings[index]!, voicings[index]![0]! + 12]
  const steps16 = change.length * 4
  return Array.from({ length: steps16 }, (_, k) => k)
    .filter((k) => ((change.beat % 12) * 4 + k) % 3 === 0)
    .map((k) => {
      const count = Math.round(((change.beat % 12) * 4 + k) / 3)
      return {
        beat: change.beat + k / 4,
        length: 0.3,
        pitch: tones[count % tones.length]! + 12,
        velocity: count % 5 === 0 ? 0.75 : 0.55,
      }
    })
})

const bass: Note[] = chart.flatMap((change, index) => {
  const root = near(change.root, 36)
  const next = chart[index + 1]
  const approach = next ? near(next.root, 36) + (near(next.root, 36) > root ? -1 : 1) : root
  const { beat } = change
  if (beat < 4 * bar) return []
  if (beat >= 50 * bar) return [{ beat, length: 4, pitch: root, velocity: 0.85 }]
  if (beat >= 24 * bar && beat < 32 * bar) return [{ beat, length: 3.8, pitch: root, velocity: 0.6 }]
  const rows: [number, number, number][] =
    index % 2 === 0
      ? [
          [0, 0, 0.4],
          [0.5, 12, 0.3],
          [1, 0, 0.2],
          [1.5, 12, 0.3],
          [2, 0, 0.4],
          [2.5, 12, 0.3],
          [2.75, 0, 0.2],
          [3.25, 7, 0.2],
          [3.5, 12, 0.3],
        ]
      : [
          [0, 0, 0.4],
          [0.75, 0, 0.2],
          [1.5, 12, 0.3],
          [2, 0, 0.3],
          [2.5, 12, 0.3],
          [3, 7, 0.3],
          [3.5, approach - root, 0.4],
        ]
  return rows.map(([offset, interval, length]) => ({
    beat: beat + offset,
    length,
    pitch: root + interval,
    velocity: offset === 0 ? 0.88 : interval === 12 ? 0.7 : 0.76,
  }))
})

const hook =
  'B5/1.5! A5/.5 G5/.5 F#5/.5 G5/1 | F#5/1.5! E5/.5 C#5/2 | r/.5 E5/.5 F#5/.5 A5/.5 C#6/1! B5/1 | A5/.5 F#5/.5 D5/1 C#5/2 |'
const reply =
  'B5/1.5! A5/.5 G5/.5 F#5/.5 G5/1 | B5/.5 A5/.5 F#5/.5 E5/1.5 G5/1 | F#5/1 A5/.5 D6/1.5! C#6/1 | B5/2 F#5/.5 G5/.5 A5/.5 A#5/.5 |'
const run = 'B5/3 r/1 |'
const strings = [
  ...line(hook, { at: 16 * bar, velocity: 0.7 }),
  ...line(reply, { at: 20 * bar, velocity: 0.74 }),
  ...line(hook, { at: 32 * bar, velocity: 0.76 }),
  ...line(reply, { at: 36 * bar, velocity: 0.8 }),
  ...line(hook, { at: 40 * bar, velocity: 0.8 }),
  ...line(run, { at: 44 * bar, velocity: 0.7 }),
  ...line('r/1 E5/.5 F#5/.5 A5/1 B5/1 | A5+D6/4! |', { at: 49 * bar, velocity: 0.72 }),
]
const lowStrings = transpose(between(strings, 32 * bar, 44 * bar), -12)
const quiet = line(
  'r/1 D5/1 F#5/1 B5/1 | A5/2 E5/2 | r/1 C#5/1 E5/1 A5/1 | F#5/4 | r/1 D5/1 F#5/1 D6/1! | C#6/2 A5/2 | B5/2 F#5/1 D5/1 | E5/2 G5/1 A5/1 |',
  { at: 24 * bar, velocity: 0.6, legato: 1.1 },
)
const horns = repeat(
  line(
    'r/3.5 G4+B4+D5/.25! r/.25 | r/1.5 G4+B4+F#5/.25! r/.75 G4+C#5+E5/.5 r/1 | r/4 | r/2.5 A4+D5+F#5/.25! r/.25 B4+D5+A5/.5! r/.5 |',
    {
      at: 36 * bar,
      velocity: 0.75,
    },
  ),
  2,
  16,
)
const scratchGuitar = comp(
  chart,
  voiceLead(chart, { low: 64, high: 81, voices: 3, rootless: true }),
  () =>
    '0.25/0.12@0.4 0.5/0.14@0.62 1.25/0.12@0.42 1.5/0.14@0.66 2.25/0.12@0.4 2.5/0.14@0.6 2.75/0.12@0.44 3.25/0.12@0.42 3.5/0.14@0.66 3.75/0.12@0.4',
).filter((note) => (note.beat >= 32 && note.beat < 96) || (note.beat >= 128 && note.beat < 184))

const range = (from: number, until: number, row: string, drum: number, velocity = 0.9) =>
  repeat(steps(row, drum, { at: from * bar, velocity }), until - from, bar)
const kicks = [
  ...range(4, 24, 'x...x...x...x...', 36),
  ...range(32, 49, 'x...x...x...x...', 36),
  ...steps('x...x...x.......', 36, { at: 49 * bar }),
  ...steps('x', 36, { at: 50 * bar }),
]
const claps = [
  ...range(8, 24, '....x.......x...', 39),
  ...range(32, 48, '....x.......x...', 39),
  ...steps('..............o.', 39, { at: 15 * bar }),
]
const openHats = [...range(6, 24, '..x...x...x...x.', 46), ...range(32, 48, '..x...x...x...x.', 46)]
const hats = [...range(8, 24, 'o-.oo-.oo-.oo-.o', 42, 0.75), ...range(32, 48, 'o-.oo-.oo-.oo-.o', 42, 0.75)]
const tambourine = [
  ...range(16, 24, '-.o.-.o.-.o.-.oo', 70),
  ...range(32, 46, '-.o.-.o.-.o.-.oo', 70),
  ...range(0, 4, '..-...-...-...-.', 70),
]
const congas = [...range(12, 24, 'o.-o..o.-.o.o.-o', 63, 0.75), ...range(36, 46, 'o.-o..o.-.o.o.-o', 63, 0.75)]
const roll = dynamics(
  [...range(30, 31, 'x...x...x...x...', 38), ...range(31, 32, 'x.x.x.x.xxxxxxxx', 38)],
  curve([120, 0.4], [128, 1]),
)

function compose(): Song {
  return {
    tempo: { bpm: 122, swing: { unit: 0.25, ratio: 0.53 } },
    beats: 51.5 * bar,
    tailSeconds: 3,
    plate: { decay: 0.62, damping: 0.3 },
    echo: { beats: 0.75, feedback: 0.38, brightness: 4000 },
    glue: { threshold: -13, ratio: 2.2, attackMs: 18, releaseMs: 110 },
    parts: [
      {
        name: 'stabs',
        notes: stabs,
        instrument: layered(soundfont(program.piano), soundfont(program.rhodes)),
        level: -20,
        width: 1.3,
        plate: -15,
        echo: -22,
        tone: [() => highPass(200), () => bell(2500, 2)],
        feel: { loose: 4, touch: 0.04 },
        duck: { by: 'kick', depth: 0.5, releaseMs: 190 },
        sweep: curve(
          [0, 480],
          [24, 1400],
          [32, 9000],
          [96, 9000],
          [98, 1200],
          [124, 6000],
          [128, 12000],
          [176, 12000],
          [184, 5000],
          [196, 1100],
          [199, 9000],
        ),
      },
      {
        name: 'bass',
        notes: bass,
        instrument: layered(
          soundfont(program.fingerBass),
          synthesizer({
            wave: 'saw',
            attack: 0.004,
            decay: 0.2,
            sustain: 0.55,
            release: 0.05,
            cutoff: 380,
            resonance: 1.1,
            sweep: 1.5,
            sweepSeconds: 0.08,
            sub: 0.3,
          }),
        ),
        level: -18.5,
        tone: [() => highPass(38), () => bell(1000, 2), () => lowPass(4000)],
        shape: (sound) => saturate(sound, 1.8),
        duck: { by: 'kick', depth: 0.45, releaseMs: 120 },
        feel: { loose: 3, touch: 0.04 },
      },
      {
        name: 'kick',
        notes: kicks,
        instrument: drumMachine(
          kick({ hertz: 53, drop: 4.2, dropSeconds: 0.015, decay: 0.11, click: 0.3, drive: 1.9 }),
        ),
        level: -18,
        feel: { loose: 0, touch: 0.01 },
      },
      {
        name: 'claps',
        notes: claps,
        instrument: layered(
          drumMachine(clap({ hertz: 1350, decay: 0.08 })),
          drumMachine(snare({ hertz: 210, tone: 0.3, noiseDecay: 0.08, bright: 7500 })),
        ),
        level: -21.5,
        plate: -14,
        feel: { loose: 2, touch: 0.03 },
      },
      {
        name: 'open-hats',
        notes: openHats,
        instrument: drumMachine(hat({ decay: 0.09, bright: 6600 })),
        level: -26.5,
        pan: 0.1,
        feel: { loose: 2, touch: 0.04 },
      },
      {
        name: 'hats',
        notes: hats,
        instrument: drumMachine(hat({ decay: 0.024 })),
        level: -32,
        pan: -0.25,
        feel: { loose: 3, touch: 0.08 },
      },
      {
        name: 'tambourine',
        notes: tambourine,
        instrument: drumMachine(shaker({ hertz: 7600, seconds: 0.07 })),
        level: -32,
        pan: 0.4,
        feel: { loose: 4, touch: 0.06 },
      },
      {
        name: 'congas',
        notes: congas,
        instrument: soundfontDrums(kit.standard),
        level: -26.5,
        pan: -0.3,
        plate: -16,
        feel: { loose: 5, touch: 0.07 },
      },
      {
        name: 'roll',
        notes: roll,
        instrument: drumMachine(snare({ hertz: 200, tone: 0.4, noiseDecay: 0.07, bright: 8000 })),
        level: -23,
        plate: -13,
      },
      {
        name: 'math',
        notes: math,
        instrument: synthesizer({
          wave: 'square',
          voices: 2,
          detune: 8,
          spread: 0.5,
          attack: 0.003,
          decay: 0.14,
          sustain: 0.15,
          release: 0.09,
          cutoff: 1400,
          resonance: 1.4,
          sweep: 1.4,
          sweepSeconds: 0.09,
        }),
        level: -23.5,
        width: 1.4,
        plate: -13,
        echo: -12,
        tone: [() => highPass(300)],
        duck: { by: 'kick', depth: 0.35, releaseMs: 160 },
        sweep: curve([0, 700], [32, 3500], [64, 2600], [96, 7000], [124, 1000], [128, 6000], [176, 8000], [198, 900]),
      },
      {
        name: 'strings',
        notes: [...strings, ...lowStrings],
        instrument: soundfont(program.strings),
        level: -19.5,
        width: 1.4,
        plate: -11,
        echo: -20,
        feel: { late: -12, loose: 6, touch: 0.03 },
        tone: [() => highPass(240), () => bell(3200, -1)],
      },
      {
        name: 'quiet',
        notes: quiet,
        instrument: soundfont(program.piano),
        level: -20,
        plate: -9,
        echo: -12,
        feel: { loose: 9, touch: 0.05 },
        tone: [() => highPass(200)],
      },
      {
        name: 'bed',
        notes: pads(chart, voicings, 0.5).filter((note) => note.beat >= 24 * bar),
        instrument: soundfont(program.slowStrings),
        level: -26,
        width: 1.5,
        plate: -12,
        tone: [() => highPass(260)],
        duck: { by: 'kick', depth: 0.4, releaseMs: 220 },
      },
      {
        name: 'horns',
        notes: horns,
        instrument: soundfont(program.brass),
        level: -21.5,
        pan: 0.25,
        plate: -13,
        feel: { loose: 5 },
        tone: [() => highPass(220)],
      },
      {
        name: 'guitar',
        notes: scratchGuitar,
        instrument: soundfont(program.mutedGuitar),
        level: -25.5,
        pan: -0.42,
        plate: -18,
        feel: { loose: 4, touch: 0.07 },
        shape: (sound) => chorus(sound, 0.3),
        tone: [() => highPass(420)],
      },
      {
        name: 'riser',
        notes: [
          { beat: 6 * bar, length: 8, pitch: 60, velocity: 0.7 },
          { beat: 30 * bar, length: 8, pitch: 60, velocity: 1 },
        ],
        instrument: drumMachine(riser({ seconds: 3.93, from: 400, to: 9000 })),
        level: -31,
        plate: -12,
      },
      {
        name: 'crash',
        notes: [8, 16, 24, 32, 40, 50].map((at) => ({ beat: at * bar, length: 4, pitch: 49, velocity: 0.8 })),
        instrument: drumMachine(wash({ decay: 0.9, bright: 10000 })),
        level: -31,
        plate: -14,
        width: 1.4,
      },
    ],
  }
}

export const mirrorballMath: Track = {
  artistSlug: 'juno-swade',
  artist: 'Juno Swade',
  file: 'mirrorball-math',
  title: 'Mirrorball Math',
  genre: 'House',
  compose,
}
