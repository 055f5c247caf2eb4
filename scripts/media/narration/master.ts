import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { id3Tag, type Tags } from './id3-tag.ts'

/** What a finished chapter is: quiet enough not to tire, even enough for a bus, small enough to carry ten of. */
export const MASTER = { lufs: -18, sampleRate: 24_000, kilobits: 32 }
const MOST_TRUE_PEAK = -1
const LOUDNESS_SLACK = 1
/** Encoding rounds peaks up by a decibel or two, so they stop well below. */
const LIMITER = 'alimiter=limit=-4dB:attack=3:release=60:level=false:latency=true'

/** Cleans and levels speech: rumble off, boxiness down, words forward, letters S softened, loud and soft brought together. */
const CHAIN = [
  'highpass=f=70',
  'equalizer=f=260:t=q:w=1:g=-2',
  'equalizer=f=3200:t=q:w=0.8:g=2.5',
  'deesser=i=0.3:m=0.5:f=0.5',
  'acompressor=threshold=-26dB:ratio=3:attack=5:release=120:knee=6dB',
  `aresample=${MASTER.sampleRate}`,
]

export type Loudness = { lufs: number; truePeak: number }

/**
 * Writes a chapter as a mono MP3 of constant rate, with no date or encoder name in it.
 *
 * @throws Error when what was written misses the loudness or peak it must have.
 */
export function writeMaster(samples: Int16Array, sampleRate: number, tags: Tags, file: string): Loudness {
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const source = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0']
  const measured = loudness(ffmpeg([...source, '-af', `${CHAIN.join(',')},${METER}`, '-f', 'null', '-'], input))
  const level = `volume=${(MASTER.lufs - measured.lufs).toFixed(2)}dB`
  const encoding = `-c:a libmp3lame -b:a ${MASTER.kilobits}k -compression_level 2 -cutoff 11000 -id3v2_version 0`.split(' ')
  const mastering = ['-af', `${CHAIN.join(',')},${level},${LIMITER}`]
  const bare = ['-fflags', '+bitexact', '-flags:a', '+bitexact']
  ffmpeg([...source, ...mastering, ...encoding, ...bare, '-y', file], input)
  writeFileSync(file, Buffer.concat([id3Tag(tags), readFileSync(file)]))
  const result = loudness(ffmpeg(['-i', file, '-af', METER, '-f', 'null', '-']))
  if (Math.abs(result.lufs - MASTER.lufs) > LOUDNESS_SLACK || result.truePeak > MOST_TRUE_PEAK) {
    throw new Error(`${file}: ${result.lufs} LUFS with peaks at ${result.truePeak} dBTP`)
  }
  return result
}

/** How long a file plays, in seconds, counted in decoded samples. */
export function playingSeconds(file: string): number {
  const run = spawnSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-'], { maxBuffer: 1 << 29 })
  if (run.status !== 0) throw new Error(`ffmpeg: ${run.stderr.toString()}`)
  return run.stdout.length / 2 / MASTER.sampleRate
}

/** The longest stretch of a file that nothing is heard in, in seconds. */
export function longestSilence(file: string): number {
  const report = ffmpeg(['-i', file, '-af', 'silencedetect=noise=-50dB:d=0.5', '-f', 'null', '-'])
  return Math.max(0, ...[...report.matchAll(/silence_duration: ([\d.]+)/g)].map((match) => Number(match[1])))
}

const METER = 'ebur128=peak=true:framelog=verbose'

function ffmpeg(options: string[], input?: Buffer): string {
  const run = spawnSync('ffmpeg', ['-hide_banner', '-nostats', ...options], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.status !== 0) throw new Error(`ffmpeg: ${run.stderr || run.error?.message}`)
  return run.stderr
}

function loudness(report: string): Loudness {
  const summary = report.slice(report.lastIndexOf('Summary:'))
  const value = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
  const result = { lufs: value(/I:\s+(-?[\d.]+) LUFS/), truePeak: value(/Peak:\s+(-?[\d.]+) dBFS/) }
  if (!Number.isFinite(result.lufs) || !Number.isFinite(result.truePeak)) throw new Error('ffmpeg measured no loudness')
  return result
}
