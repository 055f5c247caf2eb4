import { changes, near, pads, voiceLead } from '../score/harmony.ts'
import { between, line, repeat, shift, steps, transpose, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { vinyl } from '../sound/ambience.ts'
import { eightOhEight } from '../sound/deep-bass.ts'
import { clap, drumMachine, hat, kick, rim, riser, snare, wash } from '../sound/drum-machine.ts'
import { saturate, wow } from '../sound/effects.ts'
import { highPass, highShelf, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { program, soundfont } from '../sound/soundfont.ts'
import { struck } from '../sound/struck.ts'
import { synthesizer } from '../sound/synthesizer.ts'

// Trap in C sharp minor, counted at 140 and felt at 70. Bars: fog 0, verse 8, hook 24, undertow 32, hook 40, receding
// 48, last chord 56.
const bar = 4
const cycle = 'C#m | % | Amaj7 | % | F#m9 | % | G#7b9 | %'
const chart = changes([...Array.from({ length: 7 }, () => cycle), 'C#m'].join(' | '))
const voicings = voiceLead(chart, { low: 49, high: 68, voices: 4 })

const bellCycle = `
  C#5/1! G#5/.5 E5/1.5 D#5/1 | r/.5 C#5/.5 D#5/.5 E5/1 D#5/.5 B4/1 | C#5/1! A5/.5 E5/1.5 D#5/1 | r/.5 C#5/.5 B4/.5 C#5/1 E5/.5 G#4/1 |
  C#5/1! A5/.5 F#5/1.5 E5/1 | r/.5 C#5/.5 E5/.5 F#5/1 E5/.5 C#5/1 | C5/1! A5/.5 G#5/1.5 F#5/1 | r/.5 D#5/.5 F#5/.5 D#5/1 C5/.5 G#4/1 |`
const sparse = (at: number) =>
  between(line(bellCycle, { at, velocity: 0.62 }), at, at + 32).filter((note) => (note.beat - at) % 8 < 4)
const bells = [
  ...sparse(0),
  ...repeat(line(bellCycle, { at: 8 * bar, velocity: 0.6 }), 2, 32),
  ...line(bellCycle, { at: 24 * bar, velocity: 0.66 }),
  ...sparse(32 * bar),
  ...line(bellCycle, { at: 40 * bar, velocity: 0.68 }),
  ...sparse(48 * bar),
  ...line('C#5/1 G#5/1 E5/2 |', { at: 56 * bar, velocity: 0.6 }),
]
const highBells = transpose(between(bells, 40 * bar, 48 * bar), 12).filter((_, index) => index % 2 === 0)

/**
 * Two bars under one chord: [beat, semitones above the root, length]; a length reaching the next note slides into it.
 */
const low: Record<string, [number, number, number][]> = {
  calm: [
    [0, 0, 2.2],
    [2.75, 0, 0.9],
    [4.75, 0, 0.8],
    [6, 0, 1.2],
    [7.25, 7, 0.6],
  ],
  slide: [
    [0, 0, 1.6],
    [1.5, 12, 0.5],
    [2.75, 0, 1],
    [4.75, 0, 0.9],
    [6, 3, 1.05],
    [7, 0, 0.9],
  ],
  heavy: [
    [0, 0, 1.4],
    [1.5, 0, 0.9],
    [2.75, 0, 0.9],
    [3.5, 7, 0.45],
    [4, 0, 0.7],
    [4.75, 0, 1],
    [6, 12, 0.55],
    [6.5, 0, 1.2],
  ],
}
const lowEnd = (fromBar: number, untilBar: number, plan: (keyof typeof low)[]): Note[] =>
  chart
    .filter((change, index) => index % 2 === 0 && change.beat >= fromBar * bar && change.beat < untilBar * bar)
    .flatMap((change, index) =>
      low[plan[index % plan.length]!]!.map(([beat, interval, length]) => ({
        beat: change.beat + beat,
        length,
        pitch: near(change.root, 32) + interval,
        velocity: beat === 0 ? 0.95 : 0.82,
      })),
    )
const bass = [
  ...lowEnd(8, 24, ['calm', 'slide', 'calm', 'slide']),
  ...lowEnd(24, 32, ['heavy', 'slide', 'heavy', 'heavy']),
  ...chart
    .filter((change, index) => index % 2 === 0 && change.beat >= 32 * bar && change.beat < 40 * bar)
    .map((change) => ({ beat: change.beat, length: 5, pitch: near(change.root, 32), velocity: 0.7 })),
  ...lowEnd(40, 48, ['heavy', 'heavy', 'slide', 'heavy']),
  ...lowEnd(48, 54, ['calm']),
  { beat: 56 * bar, length: 6, pitch: near(1, 32), velocity: 0.85 },
]

const hatBars = [
  steps('x.o.x.o.x.o.x.o.', 42),
  [...steps('x.o.x.o.x.o.', 42), ...steps('oxoxox', 42, { at: 3, step: 1 / 6 })],
  [...steps('x.o.x.oox.o.', 42), ...steps('-ooxxx-o', 42, { at: 3, step: 0.125 })],
  [...steps('x.o.', 42), ...steps('o-o-o-', 42, { at: 1, step: 1 / 3 / 2 }), ...steps('x.o.x.oo', 42, { at: 2 })],
]
const hatPlan = [0, 1, 0, 2, 0, 3, 1, 2]
const hats = [
  8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 40, 41, 42, 43, 44, 45, 46,
  47, 48, 49, 50, 51,
].flatMap((at) => shift(hatBars[hatPlan[(at * 3 + (at >= 24 ? 1 : 0)) % 8]!]!, at * bar))
const grooveBars = [...Array.from({ length: 24 }, (_, k) => k + 8), ...Array.from({ length: 12 }, (_, k) => k + 40)]
const claps = grooveBars.flatMap((at) => steps('........x.......', 39, { at: at * bar }))
const ghosts = grooveBars
  .filter((at) => at % 4 === 3)
  .flatMap((at) => steps('........x.....oo', 38, { at: at * bar, velocity: 0.5 }))
const kicks = grooveBars.flatMap((at) =>
  steps(at % 2 === 0 ? 'x.....o....x....' : '...x......o.....', 36, { at: at * bar }),
)
const sticks = grooveBars
  .filter((at) => at >= 16)
  .flatMap((at) => steps(at % 2 === 0 ? '...o......o...-.' : '......o......o..', 37, { at: at * bar }))
const openHats = grooveBars
  .filter((at) => at >= 24 && at % 2 === 1)
  .flatMap((at) => steps('......o.......x.', 46, { at: at * bar }))

const brass = (at: number) =>
  line(
    'C#3+G#3/1.5! r/.5 E3/.5 D#3/.5 C#3/1 | r/4 | A2+E3/1.5! r/.5 C#3/.5 B2/.5 A2/1 | r/4 | F#2+C#3/1.5! r/.5 A2/.5 G#2/.5 F#2/1 | r/2 A2/1 B2/1 | G#2+D#3/3! A2/1 | G#2/3 r/1 |',
    { at, velocity: 0.75 },
  )
const choir = [...pads(chart, voicings, 0.55)]
const drowned = line('G#4/4 | E4/3 D#4/1 | E4/4 | r/2 C#4/2 | F#4/4 | A4/3 G#4/1 | F#4/4 | D#4/4 |', {
  at: 32 * bar,
  velocity: 0.6,
  legato: 1,
})

function compose(): Song {
  return {
    tempo: { bpm: 140 },
    beats: 58 * bar,
    tailSeconds: 3,
    plate: { decay: 0.78, damping: 0.5 },
    echo: { beats: 1.5, feedback: 0.45, brightness: 2200 },
    glue: { threshold: -12, ratio: 2, attackMs: 20, releaseMs: 120 },
    polish: [() => highShelf(6500, 2.5)],
    parts: [
      {
        name: 'bass',
        notes: bass,
        instrument: eightOhEight({ drive: 2.4, decay: 1.5, slideSeconds: 0.05 }),
        level: -16.5,
        feel: { loose: 0, touch: 0.02 },
        tone: [() => highPass(30), () => lowPass(1800)],
        duck: { by: 'kick', depth: 0.4, releaseMs: 90 },
      },
      {
        name: 'kick',
        notes: kicks,
        instrument: drumMachine(
          kick({ hertz: 62, drop: 4.5, dropSeconds: 0.013, decay: 0.07, click: 0.5, drive: 2.6 }),
        ),
        level: -19,
        feel: { loose: 0, touch: 0.02 },
      },
      {
        name: 'clap',
        notes: claps,
        instrument: layered(
          drumMachine(clap({ hertz: 1250, decay: 0.11 })),
          drumMachine(snare({ hertz: 176, tone: 0.5, noiseDecay: 0.1, bright: 7000 })),
        ),
        level: -18.5,
        plate: -13,
        feel: { loose: 1 },
      },
      {
        name: 'ghosts',
        notes: ghosts,
        instrument: drumMachine(snare({ hertz: 230, tone: 0.3, noiseDecay: 0.05, bright: 5500 })),
        level: -27,
        pan: -0.3,
        plate: -12,
      },
      {
        name: 'hats',
        notes: hats,
        instrument: drumMachine(hat({ decay: 0.022, bright: 7600 })),
        level: -26.5,
        pan: 0.12,
        feel: { loose: 1, touch: 0.06 },
      },
      { name: 'open-hats', notes: openHats, instrument: drumMachine(hat({ decay: 0.12 })), level: -29, pan: -0.2 },
      {
        name: 'sticks',
        notes: sticks,
        instrument: drumMachine(rim({ hertz: 830 })),
        level: -29,
        pan: -0.45,
        plate: -9,
        echo: -12,
      },
      {
        name: 'bells',
        notes: bells,
        instrument: struck({ ratio: 3.51, index: 1.3, indexSeconds: 0.25, decay: 1.1, release: 0.5, shimmerCents: 12 }),
        level: -21,
        plate: -7,
        echo: -12,
        width: 1.4,
        feel: { loose: 5, touch: 0.05 },
        shape: (sound) => wow(sound, 1.2, 0.4),
        sweep: curve(
          [0, 900],
          [32, 4500],
          [96, 7500],
          [128, 7500],
          [130, 1300],
          [158, 5000],
          [160, 9000],
          [192, 7000],
          [224, 1500],
        ),
      },
      {
        name: 'high-bells',
        notes: highBells,
        instrument: struck({ ratio: 2, index: 0.8, indexSeconds: 0.2, decay: 0.9, release: 0.4 }),
        level: -29,
        pan: -0.35,
        plate: -7,
        echo: -9,
      },
      {
        name: 'choir',
        notes: choir,
        instrument: soundfont(program.choir),
        level: -25,
        width: 1.6,
        plate: -8,
        tone: [() => highPass(180), () => lowPass(3800)],
        fade: curve([0, 0.5], [28, 1], [32, 0.6], [96, 0.75], [128, 1.3], [158, 1.3], [160, 0.8], [192, 1], [226, 0.7]),
      },
      {
        name: 'fog',
        notes: pads(chart, voicings, 0.6),
        instrument: synthesizer({
          wave: 'saw',
          voices: 3,
          detune: 30,
          spread: 1,
          attack: 0.6,
          decay: 2,
          sustain: 0.85,
          release: 0.8,
          cutoff: 480,
          resonance: 0.8,
          sub: 0.2,
        }),
        level: -25,
        plate: -12,
        tone: [() => highPass(110)],
        duck: { by: 'kick', depth: 0.3, releaseMs: 200 },
      },
      {
        name: 'brass',
        notes: [...brass(24 * bar), ...brass(40 * bar)],
        instrument: layered(
          soundfont(program.brass),
          synthesizer({
            wave: 'saw',
            voices: 3,
            detune: 16,
            attack: 0.03,
            decay: 0.5,
            sustain: 0.6,
            release: 0.15,
            cutoff: 700,
            sweep: 1.4,
            sweepSeconds: 0.3,
          }),
        ),
        level: -21.5,
        plate: -11,
        tone: [() => highPass(90), () => lowPass(5200)],
        shape: (sound) => saturate(sound, 2),
      },
      {
        name: 'drowned',
        notes: drowned,
        instrument: synthesizer({
          wave: 'triangle',
          voices: 2,
          detune: 10,
          attack: 0.12,
          decay: 1,
          sustain: 0.8,
          release: 0.5,
          cutoff: 1500,
          vibrato: { cents: 20, hertz: 4.6, after: 0.4 },
        }),
        level: -21,
        plate: -7,
        echo: -10,
      },
      {
        name: 'riser',
        notes: [
          { beat: 22 * bar, length: 8, pitch: 60, velocity: 1 },
          { beat: 38 * bar, length: 8, pitch: 60, velocity: 1 },
        ],
        instrument: drumMachine(riser({ seconds: 3.42, from: 250, to: 6000 })),
        level: -30,
        plate: -12,
      },
      {
        name: 'crash',
        notes: [8, 24, 32, 40, 48].map((at) => ({ beat: at * bar, length: 4, pitch: 49, velocity: 0.8 })),
        instrument: drumMachine(wash({ decay: 1.2, bright: 8000 })),
        level: -31,
        plate: -10,
        width: 1.5,
      },
      {
        name: 'rain',
        notes: [],
        instrument: (_, seconds, random) => vinyl(seconds, random, 22),
        level: -42,
        fade: curve([0, 1.4], [32, 0.6], [128, 1.4], [160, 0.6], [200, 1.3], [230, 0.4]),
      },
    ],
  }
}

export const undertowCity: Track = {
  artistSlug: 'onyx-swade',
  artist: 'Onyx Swade',
  file: 'undertow-city',
  title: 'Undertow City',
  genre: 'Trap',
  compose,
}
