import { readFile } from 'node:fs/promises'
import { stationFormat } from '../../../features/radio/server/station-format.ts'
import { convertSound } from '../../../platform/recordings/conversion/convert.ts'
import { decode, measure } from './measure.ts'
import type { Track } from './song.ts'
import { sampleRate } from './sound/stereo.ts'

/** Measures a rendered track against what the album promises and prints one line; false when it breaks a promise. */
export async function check(track: Track, path: string): Promise<boolean> {
  const bytes = await readFile(path)
  const sound = decode(path)
  const loudness = await measure(path)
  const seconds = sound.left.length / sampleRate
  const peak = (frame: number): number => Math.max(Math.abs(sound.left[frame]!), Math.abs(sound.right[frame]!))

  let lead = 0
  while (lead < sound.left.length && peak(lead) < 0.001) lead++
  let clipped = 0
  let quiet = 0
  let longestQuiet = 0
  for (let frame = 0; frame < sound.left.length; frame++) {
    const now = peak(frame)
    if (now >= 0.9999) clipped++
    quiet = now < 0.001 ? quiet + 1 : 0
    if (frame < sound.left.length - 3 * sampleRate) longestQuiet = Math.max(longestQuiet, quiet)
  }

  const onAir = await convertSound({ path, format: stationFormat })
  const isInFormat = onAir.ok && onAir.result.ok && onAir.result.sound.mp3 === undefined

  const faults = [
    isInFormat ? '' : 'would be converted for the station',
    seconds < 60 || seconds > 120 ? 'not 60–120 s' : '',
    Math.abs(loudness.lufs + 16) > 1 ? 'not −16 LUFS' : '',
    loudness.truePeak > -1 ? 'true peak above −1 dBTP' : '',
    lead > 0.05 * sampleRate ? 'begins with silence' : '',
    longestQuiet > 1.5 * sampleRate ? 'falls silent inside' : '',
    clipped > 0 ? `${clipped} clipped samples` : '',
    bytes.includes(Buffer.from(track.title, 'latin1')) ? '' : 'no title tag',
  ].filter(Boolean)
  const row = [
    track.file.padEnd(26),
    `${seconds.toFixed(3)} s`,
    `${loudness.lufs} LUFS`,
    `${loudness.truePeak} dBTP`,
    `range ${loudness.range} LU`,
    `${Math.round(bytes.length / 1000)} kB`,
  ]
  console.log(row.join('  '), faults.length === 0 ? 'ok' : faults.join(', '))
  return faults.length === 0
}
