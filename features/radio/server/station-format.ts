import type { SoundFormat } from '#platform/recordings/conversion/convert.ts'
import type { Mp3Frames } from '#platform/recordings/frames/mp3-frames.ts'

/**
 * The one format of the station. Browsers abandon a stream whose sample rate or number of channels changes, and a
 * change of loudness makes listeners adjust the volume.
 *
 * @see docs/decisions/033-station-sound.md
 */
export const stationFormat: SoundFormat = {
  sampleRate: 44_100,
  bitrateKbps: 128,
  loudnessLufs: -16,
  toleranceLu: 1,
  truePeakDb: -1,
}

/** Returns why frames cannot follow those of other recordings, as a sentence; undefined if they can. */
export function formatProblemOf({
  sampleRate,
  channels,
}: Pick<Mp3Frames, 'sampleRate' | 'channels'>): string | undefined {
  if (sampleRate === stationFormat.sampleRate && channels === 2) return undefined
  return `This recording is ${sampleRate / 1000} kHz ${channels === 2 ? 'stereo' : 'mono'}, but the station needs ${stationFormat.sampleRate / 1000} kHz stereo.`
}
