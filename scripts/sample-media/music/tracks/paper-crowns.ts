import { changes, comp, pads, voiceLead } from '../score/harmony.ts'
import { between, dynamics, line, repeat, steps } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { vinyl } from '../sound/ambience.ts'
import { drumMachine, hat, kick, snare } from '../sound/drum-machine.ts'
import { sampler, saturate, wow } from '../sound/effects.ts'
import { bell, highPass, highShelf, lowPass } from '../sound/filter.ts'
import { layered } from '../sound/instrument.ts'
import { kit, program, soundfont, soundfontDrums } from '../sound/soundfont.ts'
import { synthesizer } from '../sound/synthesizer.ts'

// Boom-bap in D minor. Bars: the dusty loop 0, verse 4, hook 12, break 20, verse 22, hook 28, last chord 36.
const bar = 4
const loop = 'Dm9 | Bbmaj9 | Gm9 | Em7b5 A7alt'
const chart = changes(
  [...Array.from({ length: 5 }, () => loop), 'Dm9 | A7alt', loop, 'Gm9 | A7alt', loop, loop, 'Dm9'].join(' | '),
)
const voicings = voiceLead(chart, { low: 53, high: 74, voices: 4, rootless: true })

const chops = dynamics(
  comp(chart, voicings, (n) => {
    if (n === 36) return '0/4@0.7'
    if (n === 20 || n === 21) return '0/0.3@0.75 2.5/0.25@0.55'
    return n % 2 === 0
      ? '0/1.1@0.8 1.5/0.4@0.55 2.25/0.2@0.5 2.75/1.1@0.7'
      : '0/0.7@0.75 1/0.4@0.55 2/0.4@0.66 2.5/0.5@0.6 3.25/0.6@0.66'
  }),
  0.95,
)
const crownMotif =
  'A5/.75 F5/.75 E5/.5 D5/1 r/1 | r/.5 C5/.5? D5/.75 F5/.75 A5/1! r/.5 | Bb5/.75 A5/.75 F5/.5 D5/1 r/1 | r/.5 G5/.5 E5/.75 C#5/.75 Bb4/.5 A4/1 |'
const crownReply =
  'A5/.75 F5/.75 E5/.5 D5/.5 E5/.5 F5/1 | D5/.5 C5/.5 D5/.75 F5/.75 C6/1! A5/.5 | Bb5/.75 A5/.75 F5/.5 D5/.5 F5/.5 Bb5/1 | A5/.5 G5/.5 E5/.75 F5/.75 C#5/1.5 |'
const vibes = [
  ...line(crownMotif, { at: 0, velocity: 0.6 }),
  ...line(crownMotif, { at: 4 * bar, velocity: 0.55 }),
  ...line(crownReply, { at: 8 * bar, velocity: 0.55 }),
  ...line(crownReply, { at: 22 * bar, velocity: 0.6 }),
  ...line('Bb5/.75 A5/.75 F5/.5 D5/1 r/1 | G5/.5 E5/.5 C#5/.5 Bb4/.5 A4/2 |', { at: 26 * bar, velocity: 0.6 }),
  ...line('A5/.75 F5/.75 E5/.5 D5/2 |', { at: 36 * bar, velocity: 0.6 }),
]

const bassLoop =
  'D2/1! r/.5 D2/.25? C2/.25 A1/.5 r/.5 C2/.5 C#2/.5 | Bb1/1! r/.5 Bb1/.5? F2/.5 r/.5 D2/.5 A1/.5 | G1/1! r/.25 G1/.25? Bb1/.5 D2/.5 r/.5 F2/.5 D2/.5 | E2/.75! E2/.25? Bb1/.5 r/.5 A1/.75! A1/.25? C#2/.5 E2/.5 |'
const bassHook =
  'D2/.75! D2/.25? F2/.5 A2/.5 r/.5 D2/.5 C2/.5 C#2/.5 | Bb1/.75! Bb1/.25? D2/.5 F2/.5 r/.5 Bb1/.5 A1/.5 Ab1/.5 | G1/.75! G1/.25? D2/.5 G2/.5 r/.5 F2/.5 D2/.5 F2/.5 | E2/1! G2/.5 Bb2/.5 A2/1! E2/.5 C#2/.5 |'
const bass = [
  ...line('r/4 | r/4 | r/4 | r/2 A1/.75 C#2/.25 E2/.5 C#2/.5 |', { velocity: 0.7 }),
  ...repeat(line(bassLoop, { at: 4 * bar, velocity: 0.75 }), 2, 4 * bar),
  ...repeat(line(bassHook, { at: 12 * bar, velocity: 0.78 }), 2, 4 * bar),
  ...line('D2/.5! r/1.5 D2/.5? C2/.5 D2/.5 r/.5 | A1/.5! r/1.5 A1/.5 C2/.5 C#2/1 |', { at: 20 * bar, velocity: 0.78 }),
  ...line(bassLoop, { at: 22 * bar, velocity: 0.76 }),
  ...line('G1/1! r/.5 G1/.5? D2/.5 F2/.5 G2/.5 G#2/.5 | A2/1! r/.5 A2/.5? G2/.5 E2/.5 C#2/.5 A1/.5 |', {
    at: 26 * bar,
    velocity: 0.76,
  }),
  ...repeat(line(bassHook, { at: 28 * bar, velocity: 0.8 }), 2, 4 * bar),
  ...line('D2/4! |', { at: 36 * bar, velocity: 0.8 }),
]

const hookTune = `
  r/.5 A4/.5 D5/1 E5/.5 F5/1! E5/.5 | D5/2 r/.5 C5/.5 A4/1 | r/.5 Bb4/.5 D5/1 F5/.5 G5/1! F5/.5 | E5/1.5 D5/.5 C#5/1 Bb4/1 |
  r/.5 A4/.5 D5/1 E5/.5 F5/.5 A5/1! | F5/1.5 D5/.5 C5/1 D5/1 | Bb4/1 A4/.5 G4/.5 A4/.5 Bb4/.5 D5/1 | E5/1 C#5/1.5! E5/.5? A4/1 |`
const trumpet = [
  ...line(hookTune, { at: 12 * bar, velocity: 0.7 }),
  ...line(hookTune, { at: 28 * bar, velocity: 0.78 }),
  ...line('r/2 A4/.5 D5/.5 F5/.5 E5/.5 | C#5/2 r/2 |', { at: 20 * bar, velocity: 0.6 }),
]
const stabs = between(
  repeat(
    line(
      'D4+F4+A4/.25! r/1.25 F4+A4+C5/.25 r/2.25 | r/1.5 D4+F4+Bb4/.25! r/2.25 | G4+Bb4+D5/.25! r/1.25 F4+Bb4+D5/.25 r/2.25 | r/2 G4+C#5+F5/.5! r/1.5 |',
      { at: 28 * bar, velocity: 0.72 },
    ),
    2,
    4 * bar,
  ),
  28 * bar,
  36 * bar,
)

const groove = (at: number) => ({
  kicks: [...steps('x......o..x.....', 36, { at }), ...steps('x..o......xo....', 36, { at: at + bar })],
  snares: [...steps('....x.......x..,', 38, { at }), ...steps('....x..,....x.,.', 38, { at: at + bar })],
  hats: [...steps('x.o.x.o.x.o.x.o-', 42, { at }), ...steps('x.o.x.o,x.o.x.o.', 42, { at: at + bar })],
})
const bodies = [4, 6, 8, 10, 12, 14, 16, 18, 22, 24, 26, 28, 30, 32, 34].map((at) => groove(at * bar))
const fill = [
  ...steps('............--oo', 38, { at: 11 * bar }),
  ...steps('..........-.o.xx', 38, { at: 27 * bar }),
  ...steps('..........o.o.x.', 38, { at: 3 * bar }),
]
const kicks = [
  ...bodies.flatMap((body) => body.kicks),
  ...steps('x.........x.....', 36, { at: 20 * bar }),
  ...steps('x.........xo..o.', 36, { at: 21 * bar }),
  ...steps('x', 36, { at: 36 * bar }),
]
const snares = [...bodies.flatMap((body) => body.snares), ...fill, ...steps('....x.......x..-', 38, { at: 21 * bar })]
const openHats = [
  ...[5, 9, 13, 15, 17, 19, 23, 29, 31, 33, 35].flatMap((at) => steps('..............o.', 46, { at: at * bar })),
  ...steps('x', 46, { at: 12 * bar }),
  ...steps('x', 46, { at: 28 * bar }),
]

function compose(): Song {
  return {
    tempo: { bpm: 90, swing: { unit: 0.25, ratio: 0.6 } },
    beats: 37 * bar,
    tailSeconds: 2.5,
    plate: { decay: 0.5, damping: 0.5 },
    echo: { beats: 0.75, feedback: 0.3, brightness: 2400 },
    glue: { threshold: -14, ratio: 2.4, attackMs: 24, releaseMs: 140 },
    polish: [() => bell(2600, 1.5), () => highShelf(8000, 2.5)],
    parts: [
      {
        name: 'chops',
        notes: chops,
        instrument: soundfont(program.piano),
        level: -20,
        width: 1.5,
        plate: -17,
        feel: { loose: 5, touch: 0.04 },
        shape: (sound) => {
          wow(sound, 0.9)
          sampler(sound, 12, 2, 5200)
          saturate(sound, 3)
        },
        tone: [() => highPass(170), () => bell(420, -2)],
        sweep: curve([0, 700], [12, 1500], [16, 6500], [76, 7000], [80, 1400], [88, 7000], [145, 7000], [148, 2500]),
      },
      {
        name: 'vibes',
        notes: vibes,
        instrument: soundfont(program.vibraphone),
        level: -23,
        pan: 0.28,
        plate: -12,
        echo: -15,
        feel: { late: 10, loose: 7 },
        shape: (sound) => {
          wow(sound, 0.7, 0.7)
          sampler(sound, 12, 2, 6500)
        },
      },
      {
        name: 'bass',
        notes: bass,
        instrument: layered(
          soundfont(program.uprightBass),
          synthesizer({ wave: 'triangle', attack: 0.006, decay: 0.5, sustain: 0.5, release: 0.05, cutoff: 420 }),
        ),
        level: -18.5,
        feel: { late: 9, loose: 5 },
        tone: [() => highPass(38), () => bell(90, 1.5), () => lowPass(3200)],
        shape: (sound) => saturate(sound, 2.4),
      },
      {
        name: 'kick',
        notes: kicks,
        instrument: layered(
          drumMachine(kick({ hertz: 56, drop: 3.2, dropSeconds: 0.018, decay: 0.1, click: 0.35, drive: 2.2 })),
          soundfontDrums(kit.standard),
        ),
        level: -17.5,
        feel: { late: 2, loose: 4, touch: 0.03 },
      },
      {
        name: 'snare',
        notes: snares,
        instrument: layered(
          soundfontDrums(kit.power),
          drumMachine(snare({ hertz: 205, tone: 0.7, noiseDecay: 0.075, bright: 7800 })),
        ),
        level: -18,
        plate: -19,
        feel: { late: 11, loose: 4, touch: 0.04 },
        shape: (sound) => saturate(sound, 2.5),
      },
      {
        name: 'hats',
        notes: bodies.flatMap((body) => body.hats),
        instrument: drumMachine(hat({ decay: 0.032, bright: 6000 })),
        level: -27.5,
        pan: -0.2,
        feel: { loose: 4, touch: 0.08 },
      },
      {
        name: 'open-hats',
        notes: openHats,
        instrument: drumMachine(hat({ decay: 0.14, bright: 6500 })),
        level: -31,
        pan: -0.2,
      },
      {
        name: 'trumpet',
        notes: trumpet,
        instrument: soundfont(program.mutedTrumpet),
        level: -20.5,
        pan: -0.12,
        plate: -12,
        echo: -16,
        feel: { late: 16, loose: 8, touch: 0.04 },
        tone: [() => highPass(260), () => bell(3000, -2)],
      },
      {
        name: 'stabs',
        notes: stabs,
        instrument: soundfont(program.brass),
        level: -23,
        pan: 0.3,
        plate: -14,
        shape: (sound) => sampler(sound, 12, 2, 5200),
      },
      {
        name: 'strings',
        notes: pads(chart, voicings, 0.5).filter(
          (note) => (note.beat >= 12 * bar && note.beat < 20 * bar) || note.beat >= 28 * bar,
        ),
        instrument: soundfont(program.slowStrings),
        level: -26,
        width: 1.4,
        plate: -13,
        tone: [() => highPass(300), () => lowPass(5000)],
        shape: (sound) => wow(sound, 0.8),
      },
      {
        name: 'dust',
        notes: [],
        instrument: (_, seconds, random) => vinyl(seconds, random, 9),
        level: -40,
        fade: curve([0, 1.2], [16, 0.8], [146, 0.9], [150, 0]),
      },
    ],
  }
}

export const paperCrowns: Track = {
  artistSlug: 'kairo-swade',
  artist: 'Kairo Swade',
  file: 'paper-crowns',
  title: 'Paper Crowns',
  genre: 'Hip-Hop',
  compose,
}
