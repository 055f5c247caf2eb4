import { changes, comp, near, pads, voiceLead } from '../score/harmony.ts'
import { dynamics, line, repeat, steps, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { drumMachine, kick, rim, shaker } from '../sound/drum-machine.ts'
import { bell, highPass, highShelf, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { kit, program, soundfont, soundfontDrums } from '../sound/soundfont.ts'
import { plucked } from '../sound/struck.ts'

// Bossa nova in D. Bars: guitar alone 0, theme 4, theme 12, bridge 20, vibraphone 28, bridge 36, coda 44, last chord
// 50.
const bar = 4
const theme = 'Dmaj9 | % | Em9 | A13 | F#m7 | B7b9 | Em9 | A13b9'
const bridge = 'Gmaj9 | C9 | F#m7 | B7b9 | E9 | % | Em9 | A13b9'
const chart = changes(
  [
    'Dmaj9 | Em9 | Dmaj9 | A13',
    theme,
    theme,
    bridge,
    theme,
    bridge,
    'Dmaj9 | B7b9 | Em9 | A13b9 | F#m7 B7b9 | Em9 A13',
    'D69',
  ].join(' | '),
)
const voicings = voiceLead(chart, { low: 54, high: 71, voices: 4, rootless: true })

// The clave of the right hand: two bars, the second leaning over the bar line.
const guitarChords = dynamics(
  comp(
    chart,
    voicings,
    (n) => {
      if (n === 50) return ''
      return n % 2 === 0
        ? '0/0.9@0.6 1/0.35@0.44 1.5/1.3@0.62 3/0.8@0.55'
        : '0/0.7@0.5 1/1.2@0.6 2.5/0.9@0.62 3.5/0.45@0.5'
    },
    { push: 0.5 },
  ),
  curve([0, 0.95], [16, 0.9], [80, 1], [112, 0.85], [144, 1.05], [200, 0.85]),
)
const thumb: Note[] = chart.flatMap((change) => {
  const root = near(change.bass, 45)
  return change.beat >= 200
    ? []
    : change.length < 4
      ? [{ beat: change.beat, length: 1.8, pitch: root, velocity: 0.5 }]
      : [
          { beat: change.beat, length: 1.9, pitch: root, velocity: 0.52 },
          { beat: change.beat + 2, length: 1.8, pitch: root + 7 > 52 ? root - 5 : root + 7, velocity: 0.46 },
        ]
})
const lastChord = line('D3/.5 A3/.5 F#4/.5 B4/.5 E5/2 |', { at: 50 * bar, velocity: 0.55, legato: 4 })

const bass: Note[] = chart
  .filter((change) => change.beat >= 4 * bar)
  .flatMap((change, index) => {
    const root = near(change.bass, 38)
    const fifth = root + (change.symbol.includes('b5') ? 6 : 7) - (root > 38 ? 12 : 0)
    if (change.beat >= 200) return [{ beat: change.beat, length: 4, pitch: 38, velocity: 0.7 }]
    if (change.length < 4)
      return [
        { beat: change.beat, length: 1.4, pitch: root, velocity: 0.7 },
        { beat: change.beat + 1.5, length: 0.45, pitch: fifth, velocity: 0.6 },
      ]
    const lead =
      index % 4 === 3
        ? [{ beat: change.beat + 3.5, length: 0.45, pitch: root + 1, velocity: 0.58 }]
        : [{ beat: change.beat + 3.5, length: 0.45, pitch: fifth, velocity: 0.6 }]
    return [
      { beat: change.beat, length: 1.4, pitch: root, velocity: 0.74 },
      { beat: change.beat + 1.5, length: 0.45, pitch: fifth, velocity: 0.58 },
      { beat: change.beat + 2, length: 1.4, pitch: fifth, velocity: 0.7 },
      ...lead,
    ]
  })

const tune = `
  r/1 F#5/1 A5/1.5! B5/.5 | A5/.5 F#5/1 E5/2.5 | r/1 G5/1 B5/1.5! C#6/.5 | B5/.5 G5/1 F#5/2.5 |
  r/.5 A5/.5 C#6/1! B5/.5 A5/1 E5/.5 | D#5/.5 F#5/1 C6/.5! B5/1 A5/1 | G5/1.5 F#5/.5 E5/1 B4/1 | Bb4/1 C#5/.5 E5/.5 F#5/2 |`
const tuneAgain = `
  r/1 F#5/.5 A5/.5 A5/1.5! B5/.5 | A5/.5 F#5/.5 E5/.5 F#5/.5 E5/2 | r/1 G5/.5 B5/.5 B5/1.5! C#6/.5 | D6/.5 B5/1 F#5/2.5 |
  r/.5 A5/.5 C#6/1! B5/.5 A5/1 E5/.5 | D#5/.5 F#5/1 C6/.5! B5/1 A5/1 | G5/1.5 F#5/.5 E5/.5 G5/.5 B5/1 | A5/.5 F#5/1 E5/.5 C#5/2 |`
const bridgeTune = `
  D5/1.5 B4/.5 D5/.5 F#5/1! A5/.5 | Bb5/1.5! A5/.5 E5/2 | r/.5 E5/.5 A5/.5 C#6/1.5! r/1 | C6/1 B5/.5 A5/.5 D#5/2 |
  r/.5 E5/.5 G#5/1 B5/1.5! A5/.5 | G#5/1 F#5/.5 E5/.5 D5/2 | r/1 E5/.5 G5/.5 B5/1! D6/1 | C#6/.5 Bb5/.5 G5/.5 E5/.5 F#5/2 |`
const flute = [
  ...line(tune, { at: 4 * bar, velocity: 0.6, legato: 1 }),
  ...line(tuneAgain, { at: 12 * bar, velocity: 0.66, legato: 1 }),
  ...line(bridgeTune, { at: 20 * bar, velocity: 0.66, legato: 1 }),
  ...line(bridgeTune, { at: 36 * bar, velocity: 0.72, legato: 1 }),
  ...line(
    'r/1 F#5/1 A5/1.5! B5/.5 | A5/.5 F#5/1 D#5/2.5 | r/1 G5/1 B5/1.5 C#6/.5 | Bb5/.5 G5/1 F#5/2.5 | r/.5 A5/.5 C#6/1! C6/.5 B5/.5 A5/1 | G5/1.5 F#5/.5 C#5/1 B4/1 | A5/4 |',
    { at: 44 * bar, velocity: 0.6, legato: 1 },
  ),
]
const vibes = [
  ...line('r/4 | r/4 | r/1 A4+C#5/.5 C#5+F#5/.5 E5+A5/2 | r/4 |', { velocity: 0.5 }),
  ...line('r/4 | r/2.5 C#5/.5 F#5/1 | r/4 | r/2.5 C#5/.5 F#5/.5 A5/.5 |', { at: 12 * bar, velocity: 0.46 }),
  ...line(
    `r/.5 F#5/.5 A5/.5 C#6/.5! E6/1 C#6/.5 A5/.5 | B5/.5 A5/.5 F#5/.5 E5/.5 C#5/1 r/1 | r/.5 G5/.5 B5/.5 D6/.5! F#6/1 D6/.5 B5/.5 | C#6/.5 B5/.5 G5/.5 F#5/.5 E5/1 r/1 |
     A5/.5 C#6/.5 E6/1! C#6/.5 A5/.5 E5/1 | D#5/.5 F#5/.5 A5/.5 C6/.5! B5/.5 A5/.5 F#5/1 | G5/.5 B5/.5 D6/1! B5/.5 G5/.5 F#5/1 | E5/.5 G5/.5 Bb5/.5 C#6/.5 E6/2 |`,
    { at: 28 * bar, velocity: 0.62, legato: 1.4 },
  ),
  ...line('r/3 A4+D5+F#5/1? | r/3 A4+C#5+G5/1? |', { at: 48 * bar, velocity: 0.5 }),
  ...line('r/2 A5/.5 C#6/.5 E6/1 |', { at: 50 * bar, velocity: 0.5, legato: 4 }),
]
const bridgeStrings = pads(chart, voiceLead(chart, { low: 59, high: 79, voices: 4, rootless: true }), 0.5).filter(
  (note) => (note.beat >= 80 && note.beat < 112) || (note.beat >= 144 && note.beat < 176) || note.beat >= 192,
)

const every = (from: number, until: number, first: string, second: string, drum: number, velocity = 0.8) =>
  repeat(
    [
      ...steps(first, drum, { at: from * bar, step: 0.5, velocity }),
      ...steps(second, drum, { at: (from + 1) * bar, step: 0.5, velocity }),
    ],
    (until - from) / 2,
    2 * bar,
  )
const sticks = [...every(4, 20, 'x..x..x.', '..x..x..', 37), ...every(20, 50, 'x..x..x.', '..x..x.-', 37)]
const shakers = [...every(2, 4, '-o-o-o-o', '-o-o-o-o', 70, 0.6), ...every(4, 50, 'o-x-o-x-', 'o-x-o-x-', 70)]
const kicks = every(4, 50, 'x..ox..o', 'x..ox..o', 36)
const triangle = every(20, 44, '..o...x.', '..o...x.', 81, 0.6)
const hats = every(12, 50, '..x...x.', '..x...x.', 44, 0.7)
const swishes = every(20, 44, '-...-...', '-...-...', 40, 0.55)

function compose(): Song {
  return {
    tempo: { bpm: 132, slowing: { from: 47.5 * bar, until: 50.5 * bar, to: 0.8 } },
    beats: 51.5 * bar,
    tailSeconds: 3.5,
    plate: { decay: 0.6, damping: 0.35, predelayMs: 22 },
    glue: { threshold: -15, ratio: 1.6, attackMs: 25, releaseMs: 180 },
    polish: [() => highShelf(7000, 1.5)],
    parts: [
      {
        name: 'guitar',
        notes: [...guitarChords, ...lastChord],
        instrument: layered(soundfont(program.nylonGuitar), plucked({ brightness: 0.3, sustain: 1.2 })),
        level: -20.5,
        pan: -0.22,
        plate: -17,
        feel: { loose: 7, touch: 0.06, roll: 11 },
        tone: [() => highPass(120), () => bell(250, -2)],
      },
      {
        name: 'thumb',
        notes: thumb,
        instrument: soundfont(program.nylonGuitar),
        level: -25,
        pan: -0.22,
        plate: -20,
        feel: { loose: 6, touch: 0.05 },
        tone: [() => highPass(75)],
        fade: curve([0, 1.3], [15, 1.3], [17, 0.7], [198, 0.8]),
      },
      {
        name: 'bass',
        notes: bass,
        instrument: soundfont(program.uprightBass),
        level: -20.5,
        feel: { late: 4, loose: 6, touch: 0.05 },
        tone: [() => highPass(38), () => bell(700, 2.5)],
      },
      {
        name: 'flute',
        notes: flute,
        instrument: soundfont(program.flute),
        level: -19,
        pan: 0.12,
        plate: -12,
        feel: { late: 18, loose: 10, touch: 0.04 },
        tone: [() => highPass(250), () => bell(3000, -1.5)],
      },
      {
        name: 'vibes',
        notes: vibes,
        instrument: soundfont(program.vibraphone),
        level: -20.5,
        pan: 0.3,
        width: 1.3,
        plate: -11,
        feel: { late: 10, loose: 8, touch: 0.05 },
      },
      {
        name: 'strings',
        notes: bridgeStrings,
        instrument: soundfont(program.slowStrings),
        level: -25.5,
        width: 1.5,
        plate: -12,
        tone: [() => highPass(260), () => lowPass(7000)],
      },
      {
        name: 'sticks',
        notes: sticks,
        instrument: layered(soundfontDrums(kit.standard), drumMachine(rim({ hertz: 1050 }))),
        level: -26,
        pan: 0.18,
        plate: -16,
        feel: { loose: 5, touch: 0.06 },
      },
      {
        name: 'shaker',
        notes: shakers,
        instrument: drumMachine(shaker({ hertz: 6400, seconds: 0.1 })),
        level: -30,
        pan: -0.4,
        feel: { loose: 6, touch: 0.07 },
      },
      {
        name: 'kick',
        notes: kicks,
        instrument: drumMachine(kick({ hertz: 58, drop: 2.2, dropSeconds: 0.02, decay: 0.1, click: 0.08, drive: 1.1 })),
        level: -25,
        feel: { loose: 5, touch: 0.05 },
      },
      {
        name: 'hats',
        notes: hats,
        instrument: soundfontDrums(kit.brush),
        level: -33,
        pan: 0.35,
        feel: { loose: 5, touch: 0.06 },
      },
      {
        name: 'triangle',
        notes: triangle,
        instrument: soundfontDrums(kit.standard),
        level: -37,
        pan: 0.5,
        plate: -14,
        feel: { loose: 5, touch: 0.05 },
      },
      {
        name: 'swishes',
        notes: swishes,
        instrument: soundfontDrums(kit.brush),
        level: -32,
        pan: 0.1,
        plate: -18,
        feel: { loose: 8, touch: 0.06 },
      },
    ],
  }
}

export const copperSand: Track = {
  artistSlug: 'rio-swade',
  artist: 'Rio Swade',
  file: 'copper-sand',
  title: 'Copper Sand',
  genre: 'Bossa Nova',
  compose,
}
