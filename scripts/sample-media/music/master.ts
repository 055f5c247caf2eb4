import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSoundEnds, cutSilence } from '../../../platform/recordings/conversion/sound-ends.ts'
import { id3Tag } from '../id3-tag.ts'
import { measure } from './measure.ts'
import type { Track } from './song.ts'
import { limit } from './sound/dynamics.ts'
import { integratedLoudness } from './sound/loudness.ts'
import { gainOf, sampleRate, type Stereo } from './sound/stereo.ts'
import { writeWave } from './sound/wave-file.ts'

const run = promisify(execFile)
// The station's level: what is rendered here goes on the air as it is.
const targetLufs = -16
const highestTruePeak = -1.1

/**
 * Trims, levels to −16 LUFS under −1 dBTP as decoded from the MP3, and encodes; lowers the ceiling until the encoded
 * file measures right.
 */
export async function master(track: Track, mixed: Stereo, output: string): Promise<void> {
  const trimmed = fadeEnds(trimSilence(mixed))
  const folder = await mkdtemp(join(tmpdir(), 'swade-master-'))
  const wave = join(folder, 'mix.wav')
  const mp3 = join(folder, 'mix.mp3')
  try {
    // LAME takes about 0.4 dB off at this rate, so the wave aims higher.
    let aim = targetLufs + 0.4
    let ceiling = -2
    for (let attempt = 0; attempt < 4; attempt++) {
      await writeWave(wave, cutQuietEnd(levelled(trimmed, aim, ceiling)))
      await encode(wave, mp3)
      const found = await measure(mp3)
      if (Math.abs(targetLufs - found.lufs) < 0.4 && found.truePeak <= highestTruePeak) {
        await writeFile(output, Buffer.concat([tagFor(track), await readFile(mp3)]))
        return
      }
      aim += targetLufs - found.lufs
      ceiling -= Math.max(0, found.truePeak - highestTruePeak + 0.1)
    }
    throw new Error(`${track.title} does not settle at ${targetLufs} LUFS`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Limits a copy, and makes up for what the limiter took until the loudness is right. */
function levelled(sound: Stereo, aim: number, ceiling: number): Stereo {
  let gain = gainOf(aim - integratedLoudness(sound))
  for (let attempt = 0; ; attempt++) {
    const copy = {
      left: sound.left.map((sample) => softened(sample * gain)),
      right: sound.right.map((sample) => softened(sample * gain)),
    }
    limit(copy, gainOf(ceiling))
    const off = aim - integratedLoudness(copy)
    if (Math.abs(off) < 0.15 || attempt === 5) return copy
    gain *= gainOf(off * 1.4)
  }
}

/** Rounds what reaches above 0.55, as tape does, so that a drum's tip costs the limiter less than the whole band. */
function softened(sample: number): number {
  const size = Math.abs(sample)
  if (size <= 0.55) return sample
  return Math.sign(sample) * (0.55 + 0.4 * Math.tanh((size - 0.55) / 0.4))
}

function tagFor(track: Track): Buffer {
  return id3Tag({
    title: track.title,
    artist: track.artist,
    album: 'Swade Fam Sampler',
    year: '2026',
    genre: track.genre,
    comment: 'AI-generated sample track made for Swade',
  })
}

async function encode(wave: string, mp3: string): Promise<void> {
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    wave,
    '-map_metadata',
    '-1',
    '-c:a',
    'libmp3lame',
    '-b:a',
    '128k',
    '-joint_stereo',
    '1',
    '-compression_level',
    '2',
    '-ar',
    '44100',
    '-id3v2_version',
    '0',
    '-write_id3v1',
    '0',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    mp3,
  ])
}

/** Cuts to 10 ms before the first audible sample and to where the tail falls under −66 dB of the loudest. */
function trimSilence(sound: Stereo): Stereo {
  const loudest = sound.left.reduce((peak, sample, i) => Math.max(peak, Math.abs(sample), Math.abs(sound.right[i]!)), 0)
  const audible = (i: number, db: number): boolean =>
    Math.max(Math.abs(sound.left[i]!), Math.abs(sound.right[i]!)) > loudest * gainOf(db)
  let first = 0
  while (first < sound.left.length && !audible(first, -46)) first++
  let last = sound.left.length - 1
  while (last > first && !audible(last, -60)) last--
  first = Math.max(0, first - Math.round(sampleRate * 0.01))
  last = Math.min(sound.left.length, last + Math.round(sampleRate * 0.1))
  return { left: sound.left.slice(first, last), right: sound.right.slice(first, last) }
}

/** Cuts where a levelled sound is silence to the station: two recordings meet without a hole. */
function cutQuietEnd({ left, right }: Stereo): Stereo {
  const ends = createSoundEnds(sampleRate)
  ends.add([left, right])
  const { to } = ends.find(0, cutSilence)!
  return { left: left.slice(0, to), right: right.slice(0, to) }
}

/** Five milliseconds in and two and a half seconds out, so that neither end clicks. */
function fadeEnds(sound: Stereo): Stereo {
  const rise = sampleRate * 0.005
  const fall = sampleRate * 2.5
  const frames = sound.left.length
  for (let i = 0; i < frames; i++) {
    const gain = Math.min(1, i / rise) * Math.min(1, (frames - i) / fall) ** 1.5
    sound.left[i]! *= gain
    sound.right[i]! *= gain
  }
  return sound
}
