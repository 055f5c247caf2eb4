import type { Random } from '../score/random.ts'
import { bandPass, highPass, lowPass, sweepableLowPass } from './filter.ts'
import { sampleRate, silence, type Stereo } from './stereo.ts'

/** The surface of a record: a bed of hiss and a few ticks a second, each with its own place and weight. */
export function vinyl(seconds: number, random: Random, ticksPerSecond = 7): Stereo {
  const sound = silence(seconds)
  for (const channel of [sound.left, sound.right]) {
    const floor = lowPass(5200)
    const rumble = highPass(160)
    for (let i = 0; i < channel.length; i++) channel[i] = rumble(floor(random() * 2 - 1)) * 0.05
  }
  const ticks = Math.round(seconds * ticksPerSecond)
  for (let tick = 0; tick < ticks; tick++) {
    const at = Math.floor(random() * (sound.left.length - 400))
    const weight = 0.12 + 0.75 * random() ** 6
    const side = random()
    const ring = bandPass(1400 + 3800 * random(), 1.2)
    for (let k = 0; k < 220; k++) {
      const sample = ring(k < 2 ? 1 : 0) * weight * 2
      sound.left[at + k]! += sample * (1 - side * 0.7)
      sound.right[at + k]! += sample * (0.3 + side * 0.7)
    }
  }
  return sound
}

/** Waves on a beach: each swell rises, breaks brighter, and draws back, at its own pace left and right. */
export function tide(seconds: number, random: Random): Stereo {
  const sound = silence(seconds)
  ;[sound.left, sound.right].forEach((channel, side) => {
    const filter = sweepableLowPass(0.6)
    const floor = highPass(90)
    let pink = 0
    for (let i = 0; i < channel.length; i++) {
      const t = i / sampleRate
      const swell = (wave(t, 9.3 + side * 0.9) + 0.7 * wave(t + 3.1, 13.7 - side * 1.3)) / 1.7
      pink += 0.12 * (random() * 2 - 1 - pink)
      const sample = pink * 2.4 + (random() * 2 - 1) * 0.12
      channel[i] = floor(filter(sample, 240 + 3600 * swell * swell)) * (0.12 + 0.5 * swell)
    }
  })
  return sound
}

/** 0…1, quick to rise and slow to draw back. */
function wave(t: number, period: number): number {
  const place = (t % period) / period
  return place < 0.38
    ? Math.sin((place / 0.38) * (Math.PI / 2)) ** 2
    : Math.cos(((place - 0.38) / 0.62) * (Math.PI / 2)) ** 2
}
