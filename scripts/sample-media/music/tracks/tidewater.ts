import { changes, near, pads, voiceLead } from '../score/harmony.ts'
import { line, pitch, type Note } from '../score/notation.ts'
import { curve, type Song, type Track } from '../song.ts'
import { tide } from '../sound/ambience.ts'
import { chorus, wow } from '../sound/effects.ts'
import { highPass, lowPass } from '../sound/filter.ts'
import { program, soundfont } from '../sound/soundfont.ts'
import { plucked, struck } from '../sound/struck.ts'
import { synthesizer } from '../sound/synthesizer.ts'

// Ambient in D: thirteen chords of eight seconds each, coming in, standing, going out.
const chart = changes(
  'Dmaj9 | Bm11 | Gmaj9 | A9sus4 | Dmaj9/F# | Gmaj9 | Em9 | A9sus4 | Bm11 | Gmaj9 | Em9 | A9sus4 | Dmaj9',
  { bar: 8 },
)
const end = 13 * 8
const voicings = voiceLead(chart, { low: 52, high: 72, voices: 5 })
const highVoicings = voiceLead(chart, { low: 69, high: 86, voices: 3, rootless: true })

/** Long tones overlap into the next chord, as a tide leaves water behind. */
const swell = (notes: Note[], overlap: number): Note[] =>
  notes.map((note) => ({ ...note, length: note.length + overlap }))

/** Three tape loops whose lengths share no factor, so their bells never meet the same way twice. */
const loop = (every: number, from: number, until: number, tones: string[], velocity: number): Note[] => {
  const notes: Note[] = []
  for (let turn = 0, beat = from; beat < until; beat += every, turn++) {
    notes.push({
      beat,
      length: 3,
      pitch: pitch(tones[turn % tones.length]!),
      velocity: velocity * (turn % 3 === 0 ? 1 : 0.75),
    })
  }
  return notes
}
const bells = [
  ...loop(5.3, 12.5, 98, ['D6', 'A5', 'E6', 'F#5', 'B5'], 0.5),
  ...loop(7.1, 33, 92, ['F#6', 'D6', 'A6'], 0.36),
  ...loop(11.7, 40, 96, ['E5', 'A5', 'B5', 'D5'], 0.46),
]
const piano = line(
  `r/8 | F#5/3 E5/1 A4/4 | B4/2 D5/2 F#5/3 r/1 | E5/2 D5/2 B4/4 | r/2 F#5/2 A5/3 E5/1 | D5/3 C#5/1 F#5/4 | G5/3 F#5/1 B4/4 | r/1 A4/1 B4/1 D5/1 E5/4 |
   F#5/3 E5/1 A5/2 F#5/2 | D5/2 B4/2 A4/3 r/1 | G4/1 B4/1 D5/1 F#5/1 E5/4 | r/2 D5/2 B4/2 A4/2 | r/1 F#4/1 A4/1 D5/1 F#5/1 A5/3 |`,
  { bar: 8, velocity: 0.5, legato: 1.3 },
)
const ripples: Note[] = chart.slice(4, 12).flatMap((change, index) => {
  const tones = highVoicings[index + 4]!
  return [0, 1, 2, 3, 4, 5].map((k) => ({
    beat: change.beat + 3 + k * 0.5,
    length: 2.5,
    pitch: tones[[0, 1, 2, 1, 2, 0][k]! % tones.length]! - (k > 3 ? 0 : 12),
    velocity: 0.5 - k * 0.05,
  }))
})
const drone: Note[] = chart.map((change) => ({
  beat: change.beat,
  length: change.length + 0.6,
  pitch: near(change.bass, 37),
  velocity: 0.7,
}))
const depth: Note[] = chart.map((change) => ({
  beat: change.beat,
  length: change.length + 0.5,
  pitch: near(change.bass, 50),
  velocity: 0.5,
}))

function compose(): Song {
  return {
    tempo: { bpm: 60 },
    beats: end,
    tailSeconds: 7,
    plate: { decay: 0.9, damping: 0.35, predelayMs: 35 },
    echo: { beats: 1.7, feedback: 0.52, brightness: 2600 },
    parts: [
      {
        name: 'pad',
        notes: swell(pads(chart, voicings, 0.6), 1.5),
        instrument: synthesizer({
          wave: 'saw',
          voices: 3,
          detune: 13,
          spread: 1,
          attack: 2.6,
          decay: 4,
          sustain: 0.85,
          release: 2.2,
          cutoff: 620,
          resonance: 0.6,
          vibrato: { cents: 4, hertz: 0.31, after: 0 },
        }),
        level: -20,
        width: 1.2,
        plate: -8,
        tone: [() => highPass(140)],
        sweep: curve([0, 500], [16, 1100], [40, 2200], [60, 4200], [80, 2600], [100, 900], [110, 500]),
      },
      {
        name: 'choir',
        notes: swell(pads(chart.slice(3, 12), voicings.slice(3, 12), 0.5), 1),
        instrument: soundfont(program.choir),
        level: -26,
        width: 1.6,
        plate: -6,
        tone: [() => highPass(200), () => lowPass(3200)],
        fade: curve([24, 0], [40, 0.8], [64, 1.1], [84, 0.9], [96, 0.3]),
      },
      {
        name: 'light',
        notes: swell(pads(chart.slice(1), highVoicings.slice(1), 0.45), 1.5),
        instrument: synthesizer({
          wave: 'sine',
          voices: 2,
          detune: 8,
          spread: 1,
          attack: 3.2,
          decay: 4,
          sustain: 0.8,
          release: 2.5,
          cutoff: 6000,
        }),
        level: -27,
        plate: -5,
        fade: curve([8, 0.3], [40, 1], [64, 1.3], [96, 0.6]),
      },
      {
        name: 'drone',
        notes: drone,
        instrument: synthesizer({ wave: 'sine', attack: 1.6, decay: 4, sustain: 0.9, release: 1.4, cutoff: 2000 }),
        level: -24,
        tone: [() => lowPass(300)],
      },
      {
        name: 'depth',
        notes: depth,
        instrument: synthesizer({
          wave: 'triangle',
          voices: 2,
          detune: 9,
          spread: 0.5,
          attack: 1.8,
          decay: 4,
          sustain: 0.9,
          release: 1.8,
          cutoff: 500,
        }),
        level: -25,
        plate: -14,
      },
      {
        name: 'piano',
        notes: piano,
        instrument: soundfont(program.piano),
        level: -20,
        plate: -6,
        echo: -11,
        feel: { late: 20, loose: 28, touch: 0.06, roll: 30 },
        shape: (sound) => {
          wow(sound, 1.6, 0.35)
          chorus(sound, 0.2)
        },
        tone: [() => highPass(160), () => lowPass(3800)],
      },
      {
        name: 'bells',
        notes: bells,
        instrument: struck({ ratio: 2, index: 0.9, indexSeconds: 0.5, decay: 1.9, release: 1.2, shimmerCents: 10 }),
        level: -24,
        width: 1.5,
        plate: -4,
        echo: -7,
        feel: { loose: 30, touch: 0.08 },
      },
      {
        name: 'ripples',
        notes: ripples,
        instrument: plucked({ brightness: 0.35, sustain: 3 }),
        level: -25,
        pan: -0.3,
        plate: -5,
        echo: -7,
        feel: { loose: 22, touch: 0.08 },
      },
      {
        name: 'tide',
        notes: [],
        instrument: (_, seconds, random) => tide(seconds, random),
        level: -31,
        fade: curve([0, 1.6], [16, 1.1], [40, 0.7], [80, 0.7], [96, 1.2], [106, 1.4], [111, 0]),
      },
    ],
  }
}

export const tidewater: Track = {
  artistSlug: 'vesper-swade',
  artist: 'Vesper Swade',
  file: 'tidewater',
  title: 'Tidewater',
  genre: 'Ambient',
  compose,
}
