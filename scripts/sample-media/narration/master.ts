import { readFileSync, writeFileSync } from 'node:fs'
import { worstBurst } from './coding-faults.ts'
import { ffmpeg, rawAudio } from './ffmpeg.ts'
import { id3Tag, type Tags } from '../id3-tag.ts'

/**
 * What a finished chapter is: quiet enough not to tire, even enough for a bus, small enough to carry ten of.
 * At 24 kHz this many bits are too few: LAME then chirps a dozen times a chapter.
 */
export const MASTER = { lufs: -18, sampleRate: 22_050, kilobits: 32 }
const MOST = { lufsAway: 1, truePeak: -1, burstDecibels: 4, silenceSeconds: 3 }

/**
 * Cleans and levels speech: rumble off, boxiness down, words forward, letters S softened, loud and soft brought
 * together.
 */
const CHAIN = [
  'highpass=f=70',
  'equalizer=f=260:t=q:w=1:g=-2',
  'equalizer=f=3200:t=q:w=0.8:g=2.5',
  'deesser=i=0.6:m=0.85:f=0.5',
  'acompressor=threshold=-26dB:ratio=3:attack=5:release=120:knee=6dB',
  `aresample=${MASTER.sampleRate}`,
].join(',')
/** Encoding rounds peaks up by as much as a decibel, so they stop below. */
const LIMITER = 'alimiter=limit=-2.5dB:attack=3:release=60:level=false:latency=true'
/** What limiter and encoder take off the loudness, measured. */
const LOST_LUFS = 0.4
const ENCODER = `-c:a libmp3lame -b:a ${MASTER.kilobits}k -compression_level 2 -cutoff 10000`.split(' ')
/** Keeps dates and the encoder's name out. */
const BARE = '-id3v2_version 0 -fflags +bitexact -flags:a +bitexact'.split(' ')

/** What was measured on the finished file. Bursts are the coder's, see `worstBurst`. */
export type Measured = {
  seconds: number
  lufs: number
  truePeak: number
  burstDecibels: number
  silenceSeconds: number
}

/**
 * Writes a chapter as a mono MP3 of constant rate and measures it.
 *
 * @throws Error when what was written is not what it must be.
 */
export function writeMaster(samples: Int16Array, sampleRate: number, tags: Tags, file: string): Measured {
  const source = [...rawAudio(sampleRate), '-i', 'pipe:0']
  const { lufs } = loudness(ffmpeg([...source, '-af', `${CHAIN},${METER}`, '-f', 'null', '-'], samples).report)
  const level = `volume=${(MASTER.lufs + LOST_LUFS - lufs).toFixed(2)}dB`
  const target = rawAudio(MASTER.sampleRate)
  const mastered = ffmpeg([...source, '-af', `${CHAIN},${level},${LIMITER}`, ...target, 'pipe:1'], samples).samples
  ffmpeg([...target, '-i', 'pipe:0', ...ENCODER, ...BARE, '-y', file], mastered)
  writeFileSync(file, Buffer.concat([id3Tag(tags), readFileSync(file)]))
  const measured = measure(file, mastered)
  const wrong =
    Math.abs(measured.lufs - MASTER.lufs) > MOST.lufsAway ||
    (['truePeak', 'burstDecibels', 'silenceSeconds'] as const).some((name) => measured[name] > MOST[name])
  if (wrong) throw new Error(`${file}: ${JSON.stringify(measured)}`)
  return measured
}

function measure(file: string, mastered: Int16Array): Measured {
  const { report } = ffmpeg(['-i', file, '-af', `silencedetect=noise=-50dB:d=0.5,${METER}`, '-f', 'null', '-'])
  const decoded = ffmpeg(['-i', file, ...rawAudio(MASTER.sampleRate), 'pipe:1']).samples
  return {
    seconds: decoded.length / MASTER.sampleRate,
    ...loudness(report),
    burstDecibels: worstBurst(mastered, decoded, MASTER.sampleRate),
    silenceSeconds: Math.max(
      0,
      ...[...report.matchAll(/silence_duration: ([\d.]+)/g)].map((match) => Number(match[1])),
    ),
  }
}

const METER = 'ebur128=peak=true:framelog=verbose'

function loudness(report: string): Pick<Measured, 'lufs' | 'truePeak'> {
  const summary = report.slice(report.lastIndexOf('Summary:'))
  const value = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
  const result = { lufs: value(/I:\s+(-?[\d.]+) LUFS/), truePeak: value(/Peak:\s+(-?[\d.]+) dBFS/) }
  if (!Number.isFinite(result.lufs) || !Number.isFinite(result.truePeak)) throw new Error('ffmpeg measured no loudness')
  return result
}
