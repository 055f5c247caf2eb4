import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { soundfontPath } from '../debian-tools.ts'
import type { Instrument } from './instrument.ts'
import { midiFile } from './midi-file.ts'
import { silence, type Stereo } from './stereo.ts'
import { readRawFloat } from './wave-file.ts'

const run = promisify(execFile)

/** General MIDI programs this album uses, counted from 0. */
export const program = {
  piano: 0,
  rhodes: 4,
  fmPiano: 5,
  clavinet: 7,
  celesta: 8,
  vibraphone: 11,
  marimba: 12,
  nylonGuitar: 24,
  steelGuitar: 25,
  jazzGuitar: 26,
  cleanGuitar: 27,
  mutedGuitar: 28,
  uprightBass: 32,
  fingerBass: 33,
  slapBass: 36,
  strings: 48,
  slowStrings: 49,
  choir: 52,
  trumpet: 56,
  mutedTrumpet: 59,
  brass: 61,
  tenorSax: 66,
  flute: 73,
  kalimba: 108,
} as const
export const kit = { standard: 0, room: 8, power: 16, electronic: 24, brush: 40 } as const

/** An instrument of the FluidR3 soundfont, dry: rooms and pans are added in the mix. */
export function soundfont(preset: number, drums = false): Instrument {
  return async (notes, seconds) => {
    const folder = await mkdtemp(join(tmpdir(), 'swade-music-'))
    try {
      const midi = join(folder, 'part.mid')
      const raw = join(folder, 'part.raw')
      await writeFile(midi, midiFile(notes, preset, drums))
      await run('fluidsynth', [
        '-ni',
        '-q',
        '-R',
        '0',
        '-C',
        '0',
        '-g',
        '0.6',
        '-r',
        '44100',
        '-o',
        'synth.dynamic-sample-loading=1',
        '-o',
        'synth.cpu-cores=1',
        '-T',
        'raw',
        '-O',
        'float',
        '-F',
        raw,
        soundfontPath(),
        midi,
      ])
      return fitted(await readRawFloat(raw), seconds)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

export function soundfontDrums(preset: number): Instrument {
  return soundfont(preset, true)
}

function fitted(sound: Stereo, seconds: number): Stereo {
  const result = silence(seconds)
  const frames = Math.min(result.left.length, sound.left.length)
  result.left.set(sound.left.subarray(0, frames))
  result.right.set(sound.right.subarray(0, frames))
  return result
}
