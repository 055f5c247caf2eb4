import { sampleRate, type Stereo } from '../music/sound/stereo.ts'
import { lowPass } from '../music/sound/filter.ts'

/**
 * How hard the music shakes the plate in one frame of film, each 0…1: the whole sound, and the drum at the bottom of
 * it.
 */
export type Shake = { level: number; beat: number }

/** Measures an excerpt frame by frame, against its own loudest moment. */
export function shakesOf(sound: Stereo, from: number, seconds: number, framesPerSecond: number): Shake[] {
  const low = lowPass(110)
  const size = sampleRate / framesPerSecond
  const levels: number[] = []
  const lows: number[] = []
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    let power = 0
    let deep = 0
    const start = Math.round((from + frame / framesPerSecond) * sampleRate)
    for (let i = start; i < start + size; i += 1) {
      const sample = ((sound.left[i] ?? 0) + (sound.right[i] ?? 0)) / 2
      power += sample * sample
      deep += low(sample) ** 2
    }
    levels.push(Math.sqrt(power / size))
    lows.push(Math.sqrt(deep / size))
  }
  const loudest = Math.max(...levels)
  const rises = lows.map((value, frame) => Math.max(0, value - (lows[frame - 1] ?? value)))
  const hardest = Math.max(...rises, 1e-6)
  return levels.map((level, frame) => ({ level: level / loudest, beat: rises[frame]! / hardest }))
}
