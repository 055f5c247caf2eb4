import { changes, near, pads, voiceLead } from '../score/harmony.ts'
import { dynamics, line, repeat, steps, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { clap, drumMachine, hat, kick, riser, snare, wash } from '../sound/drum-machine.ts'
import { chorus, saturate } from '../sound/effects.ts'
import { highPass, highShelf, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { struck } from '../sound/struck.ts'
import { synthesizer } from '../sound/synthesizer.ts'

// Synth-pop in E major. Bars: intro 0, verse 8, chorus 16, verse 24, bridge 28, chorus 36, coda 44, last chord 48.
const bar = 4
const verse = 'C#m7 | Aadd9 | Eadd9 | Bsus4 B'
const chorusA = 'Aadd9 | B | C#m7 | E/G#'
const chorusB = 'Aadd9 | B | Eadd9 | B/D#'
const chart = changes(
  [
    verse,
    verse,
    verse,
    verse,
    chorusA,
    chorusB,
    verse,
    'F#m9 | G#m7 | Amaj9 | Bsus4',
    'F#m9 | G#m7 | Amaj9 | Bsus4',
    chorusA,
    chorusB,
    'Aadd9 | B | C#m7 | Bsus4',
    'Eadd9',
  ].join(' | '),
)
const voicings = voiceLead(chart, { low: 54, high: 74, voices: 4 })
const glassVoicings = voiceLead(chart, { low: 66, high: 88, voices: 4 })

const glassOrder = [0, 2, 1, 3, 2, 1, 3, 0, 2, 3, 1, 2, 3, 1, 2, 0]
const glass: Note[] = chart.flatMap((change, index) => {
  if (change.beat >= 48 * bar)
    return glassVoicings[index]!.map((tone, k) => ({
      beat: change.beat + k * 0.25,
      length: 4,
      pitch: tone,
      velocity: 0.55,
    }))
  return Array.from({ length: change.length * 4 }, (_, k) => {
    const sixteenth = Math.round((change.beat % 4) * 4) + k
    const tones = glassVoicings[index]!
    return {
      beat: change.beat + k * 0.25,
      length: 0.4,
      pitch: tones[glassOrder[sixteenth % 16]! % tones.length]!,
      velocity: sixteenth % 6 === 0 ? 0.8 : sixteenth % 2 === 0 ? 0.56 : 0.42,
    }
  })
})

const bass: Note[] = chart.flatMap((change) => {
  const root = near(change.bass, 34)
  const inChorus =
    (change.beat >= 16 * bar && change.beat < 24 * bar) || (change.beat >= 36 * bar && change.beat < 44 * bar)
  if (change.beat < 4 * bar) return []
  if (change.beat >= 48 * bar || (change.beat >= 28 * bar && change.beat < 32 * bar))
    return [{ beat: change.beat, length: change.length * 0.95, pitch: root, velocity: 0.75 }]
  const row = inChorus ? 'x.o.x.o.x.oxx.oo' : 'x..x..o.x..x.oo.'
  return steps(row.slice(0, change.length * 4), root, {
    at: change.beat,
    length: inChorus ? 0.34 : 0.3,
    velocity: 0.85,
  }).map((note, k) => (inChorus && k % 4 === 3 ? { ...note, pitch: note.pitch + 12 } : note))
})

const hook = `
  r/.5 E5/.5 G#5/.5 B5/1! G#5/.5 A5/.5 G#5/.5 | F#5/1.5 E5/.5 D#5/.5 E5/.5 F#5/1 | G#5/1.5! E5/.5 C#5/.5 E5/1 B4/.5 | B4/2 r/1 B4/.5 D#5/.5 |
  r/.5 E5/.5 G#5/.5 B5/1! C#6/.5 B5/.5 G#5/.5 | F#5/1 G#5/.5 A5/.5 G#5/.5 F#5/.5 E5/1 | G#5/1.5! F#5/.5 E5/2 | r/1 B4/.5 E5/.5 F#5/1 D#5/1 |`
const verseTune =
  'G#4/.5 B4/.5 C#5/1! r/.5 C#5/.5 B4/.5 G#4/.5 | A4/1 E5/1! r/2 | G#4/.5 B4/.5 C#5/.5 E5/1! D#5/.5 B4/1 | F#4/1.5 B4/.5 r/2 |'
const verseReply =
  'G#4/.5 B4/.5 C#5/1! r/.5 E5/.5 D#5/.5 C#5/.5 | E5/1 C#5/.5 A4/.5 r/2 | B4/.5 C#5/.5 E5/.5 G#5/1! F#5/.5 E5/1 | F#5/1.5 D#5/.5 B4/2 |'
const lead = [
  ...line(hook, { at: 16 * bar, velocity: 0.74 }),
  ...line(hook, { at: 36 * bar, velocity: 0.8 }),
  ...line(
    'r/.5 E5/.5 G#5/.5 B5/1! G#5/.5 A5/.5 G#5/.5 | F#5/1.5 E5/.5 D#5/.5 E5/.5 F#5/1 | G#5/2 E5/2 | F#5/1 E5/3 |',
    {
      at: 44 * bar,
      velocity: 0.62,
    },
  ),
]
const verseLead = [
  ...line(verseTune, { at: 8 * bar, velocity: 0.66 }),
  ...line(verseReply, { at: 12 * bar, velocity: 0.68 }),
  ...line(verseReply, { at: 24 * bar, velocity: 0.7 }),
  ...line(
    'A4/2 C#5/1 E5/1 | D#5/2 B4/2 | C#5/2 E5/1 G#5/1 | F#5/4 | A5/2! G#5/1 E5/1 | D#5/2 F#5/1 G#5/1 | E5/2 G#5/1 B5/1! | B5/2 A5/1 F#5/1 |',
    { at: 28 * bar, velocity: 0.66 },
  ),
]
const counter = repeat(
  line('r/2 C#6/.5 B5/.5 G#5/1 | r/2 F#5/.5 A5/.5 B5/1 | r/2 G#5/.5 B5/.5 C#6/1 | r/2 B5/.5 E6/.5! B5/1 |', {
    at: 40 * bar,
    velocity: 0.55,
  }),
  1,
  16,
)

const fourFloor = (fromBar: number, untilBar: number) =>
  repeat(steps('x...x...x...x...', 36, { at: fromBar * bar }), untilBar - fromBar, bar)
const kicks = [
  ...fourFloor(4, 8),
  ...repeat(steps('x.....x.x.......', 36, { at: 8 * bar }), 8, bar),
  ...fourFloor(16, 24),
  ...repeat(steps('x.....x.x.......', 36, { at: 24 * bar }), 4, bar),
  ...fourFloor(32, 35),
  ...fourFloor(36, 47),
  ...steps('x', 36, { at: 48 * bar }),
]
const backbeat = (fromBar: number, untilBar: number) =>
  repeat(steps('....x.......x...', 38, { at: fromBar * bar }), untilBar - fromBar, bar)
const roll = (at: number) => [
  ...steps('x...x...x...x...', 38, { at, velocity: 0.5 }),
  ...steps('x.x.x.x.xxxxxxxx', 38, { at: at + bar, velocity: 0.7 }),
]
const snares = [
  ...backbeat(8, 28),
  ...backbeat(36, 46),
  ...dynamics(roll(34 * bar), curve([136, 0.6], [144, 1.1])),
  ...steps('........x.x.xxxx', 38, { at: 15 * bar, velocity: 0.7 }),
  ...steps('............xxxx', 38, { at: 23 * bar, velocity: 0.7 }),
]
const hats = [
  ...repeat(steps('..x...x...x...x.', 42, { at: 4 * bar }), 4, bar),
  ...repeat(steps('o-x-o-x-o-x-o-xo', 42, { at: 8 * bar }), 20, bar),
  ...repeat(steps('o-x-o-x-o-x-o-xo', 42, { at: 36 * bar }), 10, bar),
]
const openHats = [
  ...repeat(steps('..x...x...x...x.', 46, { at: 16 * bar }), 8, bar),
  ...repeat(steps('..x...x...x...x.', 46, { at: 36 * bar }), 8, bar),
]
const toms = [
  ...steps('........x.o.x.o.', 50, { at: 7 * bar }),
  ...steps('x.o.', 47, { at: 23 * bar + 2 }),
  ...steps('x..x..x.x..x..x.', 47, { at: 43 * bar, velocity: 0.8 }),
]
const isChorus = (beat: number) => (beat >= 64 && beat < 96) || beat >= 144

function compose(): Song {
  return {
    tempo: { bpm: 116, slowing: { from: 47 * bar, until: 48 * bar, to: 0.9 } },
    beats: 49.5 * bar,
    tailSeconds: 3,
    plate: { decay: 0.7, damping: 0.25 },
    echo: { beats: 0.75, feedback: 0.42, brightness: 4200 },
    glue: { threshold: -13, ratio: 2, attackMs: 15, releaseMs: 120 },
    parts: [
      {
        name: 'kick',
        notes: kicks,
        instrument: drumMachine(kick({ hertz: 54, drop: 5, dropSeconds: 0.014, decay: 0.12, click: 0.3, drive: 1.8 })),
        level: -17.5,
        feel: { loose: 0, touch: 0.02 },
      },
      {
        name: 'snare',
        notes: snares,
        instrument: layered(
          drumMachine(snare({ hertz: 196, tone: 0.6, noiseDecay: 0.13, bright: 9000 })),
          drumMachine(clap({ hertz: 1500, decay: 0.09 })),
        ),
        level: -19.5,
        plate: -9,
        feel: { loose: 1, touch: 0.03 },
      },
      {
        name: 'hats',
        notes: hats,
        instrument: drumMachine(hat({ decay: 0.028 })),
        level: -31,
        pan: 0.2,
        feel: { loose: 2, touch: 0.06 },
      },
      {
        name: 'open-hats',
        notes: openHats,
        instrument: drumMachine(hat({ decay: 0.1 })),
        level: -29,
        pan: -0.15,
        feel: { loose: 1 },
      },
      {
        name: 'toms',
        notes: toms,
        instrument: drumMachine(kick({ hertz: 98, drop: 2.1, dropSeconds: 0.05, decay: 0.16, click: 0.1, drive: 1.4 })),
        level: -22,
        plate: -9,
        pan: 0.25,
      },
      {
        name: 'bass',
        notes: bass,
        instrument: synthesizer({
          wave: 'saw',
          voices: 2,
          detune: 7,
          sub: 0.7,
          attack: 0.004,
          decay: 0.25,
          sustain: 0.6,
          release: 0.04,
          cutoff: 420,
          resonance: 1.2,
          sweep: 1.9,
          sweepSeconds: 0.11,
        }),
        level: -18.5,
        tone: [() => highPass(36)],
        shape: (sound) => saturate(sound, 2),
        duck: { by: 'kick', depth: 0.55, releaseMs: 170 },
        feel: { loose: 1, touch: 0.03 },
      },
      {
        name: 'glass',
        notes: glass,
        instrument: struck({ ratio: 3, index: 1.7, indexSeconds: 0.12, decay: 0.5, release: 0.16, shimmerCents: 9 }),
        level: -22,
        width: 1.5,
        plate: -11,
        echo: -12,
        feel: { loose: 2, touch: 0.05 },
        tone: [() => highPass(350)],
        sweep: curve(
          [0, 1200],
          [30, 6000],
          [32, 9000],
          [64, 11000],
          [112, 9000],
          [113, 1600],
          [140, 8000],
          [144, 12000],
          [190, 12000],
          [200, 4000],
        ),
      },
      {
        name: 'pad',
        notes: pads(chart, voicings, 0.6),
        instrument: synthesizer({
          wave: 'saw',
          voices: 4,
          detune: 22,
          spread: 1,
          attack: 0.05,
          decay: 1,
          sustain: 0.9,
          release: 0.35,
          cutoff: 1500,
          resonance: 0.6,
        }),
        level: -22,
        width: 1.3,
        plate: -13,
        tone: [() => highPass(220)],
        duck: { by: 'kick', depth: 0.62, releaseMs: 300 },
        fade: curve(
          [0, 0.5],
          [30, 0.5],
          [62, 0.45],
          [64, 1],
          [95, 1],
          [96, 0.45],
          [112, 0.6],
          [143, 0.9],
          [144, 1.1],
          [176, 1],
          [192, 0.6],
          [200, 0.4],
        ),
        sweep: curve([0, 500], [31, 2200], [64, 7500], [96, 2500], [112, 900], [143, 7000], [176, 8000], [196, 1200]),
      },
      {
        name: 'verse-lead',
        notes: verseLead,
        instrument: synthesizer({
          wave: 'square',
          voices: 2,
          detune: 9,
          spread: 0.4,
          attack: 0.008,
          decay: 0.4,
          sustain: 0.55,
          release: 0.12,
          cutoff: 1500,
          sweep: 1.2,
          sweepSeconds: 0.2,
          vibrato: { cents: 9, hertz: 5, after: 0.3 },
        }),
        level: -20.5,
        plate: -12,
        echo: -11,
        tone: [() => highPass(220)],
        feel: { loose: 4 },
      },
      {
        name: 'lead',
        notes: lead,
        instrument: synthesizer({
          wave: 'saw',
          voices: 5,
          detune: 20,
          spread: 0.7,
          attack: 0.01,
          decay: 0.5,
          sustain: 0.75,
          release: 0.14,
          cutoff: 3000,
          sweep: 1,
          sweepSeconds: 0.25,
          vibrato: { cents: 12, hertz: 5.4, after: 0.3 },
        }),
        level: -18,
        plate: -12,
        echo: -13,
        shape: (sound) => chorus(sound, 0.3),
        tone: [() => highPass(260), () => lowPass(9000)],
        feel: { loose: 4 },
      },
      {
        name: 'counter',
        notes: counter,
        instrument: struck({ ratio: 2, index: 1.2, indexSeconds: 0.3, decay: 1, release: 0.3 }),
        level: -24,
        pan: 0.3,
        plate: -9,
        echo: -10,
      },
      {
        name: 'riser',
        notes: [
          { beat: 14 * bar, length: 8, pitch: 60, velocity: 0.8 },
          { beat: 34 * bar, length: 8, pitch: 60, velocity: 1 },
        ],
        instrument: drumMachine(riser({ seconds: 4.138, from: 400, to: 9000 })),
        level: -30,
        plate: -12,
      },
      {
        name: 'crash',
        notes: [8, 16, 28, 36, 40, 48].map((at) => ({
          beat: at * bar,
          length: 4,
          pitch: 49,
          velocity: isChorus(at * bar) ? 0.9 : 0.6,
        })),
        instrument: drumMachine(wash({ decay: 0.9, bright: 11000 })),
        level: -30,
        plate: -14,
        width: 1.4,
      },
    ],
    polish: [() => highShelf(9000, 1)],
  }
}

export const glassArcade: Track = {
  artistSlug: 'luma-swade',
  artist: 'Luma Swade',
  file: 'glass-arcade',
  title: 'Glass Arcade',
  genre: 'Synth-pop',
  compose,
}
