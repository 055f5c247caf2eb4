import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { seededRandom } from '../music/score/random.ts'
import { sweepableLowPass } from '../music/sound/filter.ts'
import { plateReverb } from '../music/sound/plate-reverb.ts'
import { addInto, gainOf, sampleRate, silence, type Stereo } from '../music/sound/stereo.ts'
import { struck } from '../music/sound/struck.ts'
import { synthesizer } from '../music/sound/synthesizer.ts'
import { writeWave } from '../music/sound/wave-file.ts'

/*
 * The two small sounds of the players: `npm run sounds` writes ui/audio/sounds/*.mp3.
 * No chance and no clock: the same source gives the same bytes on one machine. Needs ffmpeg.
 */
const folder = join(import.meta.dirname, '../../../ui/audio/sounds')

await write('intro', await stationIdent())
await write('swoosh', swoosh())

/** A plate is struck, the sand settles: D, A and the E above over a low warm D; 1.2 s. */
async function stationIdent(): Promise<Stereo> {
  const seconds = 1.2
  const random = seededRandom('ident')
  const tones = [62, 69, 76].map((pitch, index) => ({
    start: 0.01 + index * 0.11,
    seconds: 0.9,
    pitch,
    velocity: 0.9 - index * 0.14,
  }))
  const ground = [
    { start: 0, seconds: 0.8, pitch: 38, velocity: 0.7 },
    { start: 0, seconds: 0.8, pitch: 50, velocity: 0.5 },
  ]
  const bells = await struck({ ratio: 3.5, index: 1.1, indexSeconds: 0.09, decay: 0.5, attack: 0.004 })(
    tones,
    seconds,
    random,
  )
  const warmth = await synthesizer({
    wave: 'triangle',
    attack: 0.06,
    decay: 0.5,
    sustain: 0.4,
    release: 0.12,
    cutoff: 420,
    resonance: 0.6,
  })(ground, seconds, random)
  const mix = silence(seconds)
  addInto(mix, bells, 0.8)
  addInto(mix, warmth, 0.7)
  addInto(mix, plateReverb(mix, { decay: 0.62, damping: 0.45 }), 0.45)
  return fade(level(mix, -9), 0.004, 0.35)
}

/** Air past the ear, rising and gone in under a quarter of a second. */
function swoosh(): Stereo {
  // An MP3 adds some 30 ms of its own at the end.
  const seconds = 0.2
  const random = seededRandom('swoosh')
  const sound = silence(seconds)
  const low = sweepableLowPass(1.6)
  const floor = sweepableLowPass(0.7)
  for (let i = 0; i < sound.left.length; i++) {
    const along = i / sound.left.length
    const bright = 500 * 2 ** (4 * Math.sin(Math.PI * along ** 0.8))
    const air = low(random() * 2 - 1, bright)
    sound.left[i] = sound.right[i] = (air - floor(air, 250)) * Math.sin(Math.PI * along ** 0.7) ** 2
  }
  return fade(level(sound, -6), 0.004, 0.05)
}

function level(sound: Stereo, peakDb: number): Stereo {
  const peak = sound.left.reduce((most, sample, i) => Math.max(most, Math.abs(sample + sound.right[i]) / 2), 0)
  const gain = gainOf(peakDb) / peak
  return { left: sound.left.map((sample) => sample * gain), right: sound.right.map((sample) => sample * gain) }
}

function fade(sound: Stereo, inSeconds: number, outSeconds: number): Stereo {
  const last = sound.left.length / sampleRate
  for (const channel of [sound.left, sound.right]) {
    for (let i = 0; i < channel.length; i++) {
      const t = i / sampleRate
      channel[i] *= Math.min(1, t / inSeconds) * Math.min(1, (last - t) / outSeconds) ** 1.5
    }
  }
  return sound
}

async function write(name: string, sound: Stereo): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'swade-sounds-'))
  try {
    const wave = join(scratch, `${name}.wav`)
    await writeWave(wave, sound)
    const tagless = [
      '-map_metadata',
      '-1',
      '-id3v2_version',
      '0',
      '-write_id3v1',
      '0',
      '-fflags',
      '+bitexact',
      '-flags:a',
      '+bitexact',
    ]
    const mono = ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '64k', '-compression_level', '0', '-ar', '44100']
    await promisify(execFile)('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      wave,
      ...mono,
      ...tagless,
      join(folder, `${name}.mp3`),
    ])
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
