import { sampleRate, type Stereo } from './stereo.ts'

/** Thresholds and ratios in dB; times in milliseconds. */
export type Compression = { threshold: number; ratio: number; attackMs: number; releaseMs: number }

/** A feed-forward compressor keyed by the louder channel, so that the picture does not tilt. */
export function compress(sound: Stereo, settings: Compression): void {
  const attack = Math.exp(-1 / ((settings.attackMs / 1000) * sampleRate))
  const release = Math.exp(-1 / ((settings.releaseMs / 1000) * sampleRate))
  const slope = 1 - 1 / settings.ratio
  let reduction = 0
  for (let i = 0; i < sound.left.length; i++) {
    const peak = Math.max(Math.abs(sound.left[i]!), Math.abs(sound.right[i]!), 1e-7)
    const wanted = Math.max(0, (20 * Math.log10(peak) - settings.threshold) * slope)
    const speed = wanted > reduction ? attack : release
    reduction = wanted + (reduction - wanted) * speed
    if (reduction < 0.001) continue
    const gain = 10 ** (-reduction / 20)
    sound.left[i]! *= gain
    sound.right[i]! *= gain
  }
}

/** Pushes a sound down at each given second and lets it swell back: the pump of a side-chain. */
export function duck(sound: Stereo, hits: number[], depth: number, releaseMs: number): void {
  const curve = new Float32Array(sound.left.length).fill(1)
  const release = (releaseMs / 1000) * sampleRate
  const attack = 0.004 * sampleRate
  for (const hit of hits) {
    const start = Math.round(hit * sampleRate - attack)
    for (let k = 0; k < attack + release; k++) {
      const i = start + k
      if (i < 0 || i >= curve.length) continue
      const back = k < attack ? 1 - k / attack : ((k - attack) / release) ** 1.6
      curve[i] = Math.min(curve[i]!, 1 - depth * (1 - back))
    }
  }
  for (let i = 0; i < curve.length; i++) {
    sound.left[i]! *= curve[i]!
    sound.right[i]! *= curve[i]!
  }
}

/**
 * A look-ahead limiter on interpolated peaks: after it no true peak is above the ceiling, to a few hundredths of a dB.
 */
export function limit(sound: Stereo, ceiling: number): void {
  const frames = sound.left.length
  const ahead = Math.round(0.004 * sampleRate)
  const needed = new Float32Array(frames).fill(1)
  for (const channel of [sound.left, sound.right]) {
    for (let i = 0; i < frames; i++) {
      const peak = truePeak(channel, i)
      if (peak > ceiling) needed[i] = Math.min(needed[i]!, ceiling / peak)
    }
  }
  // The lowest gain needed within reach, then a smooth fall towards it and an exponential return.
  const lowest = slidingMinimum(needed, ahead)
  const release = Math.exp(-1 / (0.09 * sampleRate))
  let held = 1
  const gains = new Float32Array(frames)
  for (let i = 0; i < frames; i++) {
    held = lowest[i]! < held ? lowest[i]! : 1 - (1 - held) * release
    held = Math.min(held, lowest[i]!)
    gains[i] = held
  }
  let sum = ahead
  for (let i = 0; i < frames; i++) {
    sum += gains[i]! - (i >= ahead ? gains[i - ahead]! : 1)
    const gain = Math.min(sum / ahead, 1)
    sound.left[i]! *= gain
    sound.right[i]! *= gain
  }
}

/** The largest of a sample and three points between it and the next, by a cubic. */
function truePeak(channel: Float32Array, i: number): number {
  const b = channel[i]!
  if (i < 1 || i + 2 >= channel.length) return Math.abs(b)
  const a = channel[i - 1]!
  const c = channel[i + 1]!
  const d = channel[i + 2]!
  let peak = Math.abs(b)
  if (Math.abs(b) + Math.abs(c) < 0.3) return peak
  for (const t of [0.25, 0.5, 0.75]) {
    const value = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    peak = Math.max(peak, Math.abs(value))
  }
  return peak
}

/** At i, the smallest value in [i, i + reach]. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length)
  const queue = new Int32Array(values.length)
  let head = 0
  let tail = 0
  let next = 0
  for (let i = 0; i < values.length; i++) {
    for (; next <= Math.min(values.length - 1, i + reach); next++) {
      while (tail > head && values[queue[tail - 1]!]! >= values[next]!) tail--
      queue[tail++] = next
    }
    while (queue[head]! < i) head++
    result[i] = values[queue[head]!]!
  }
  return result
}
