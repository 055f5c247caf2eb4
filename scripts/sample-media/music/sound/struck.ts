import type { Instrument } from './instrument.ts'
import { frequencyOf, sampleRate, silence } from './stereo.ts'

/**
 * Two-operator frequency modulation: bells, glass, electric keys. `index` falls faster than the tone, so it strikes
 * bright and rings pure.
 */
export type Struck = {
  ratio: number
  index: number
  indexSeconds: number
  decay: number
  attack?: number
  release?: number
  shimmerCents?: number
}

export function struck(settings: Struck): Instrument {
  return (notes, seconds) => {
    const sound = silence(seconds)
    const { ratio, index, indexSeconds, decay, attack = 0.002, release = decay / 3, shimmerCents = 4 } = settings
    for (const note of notes) {
      const start = Math.round(note.start * sampleRate)
      const total = Math.min(
        sound.left.length - start,
        Math.ceil((note.seconds + release * 5) * sampleRate),
        Math.ceil(decay * 7 * sampleRate),
      )
      const base = frequencyOf(note.pitch)
      const ringing = decay * (440 / base) ** 0.35
      ;[sound.left, sound.right].forEach((channel, side) => {
        const frequency = base * 2 ** (((side === 0 ? -1 : 1) * shimmerCents) / 2400)
        for (let k = 0; k < total; k++) {
          const t = k / sampleRate
          const envelope =
            Math.min(1, t / attack) *
            Math.exp(-t / ringing) *
            (t > note.seconds ? Math.exp(-(t - note.seconds) / release) : 1)
          const bend = index * note.velocity * Math.exp(-t / indexSeconds)
          const turn = 2 * Math.PI * frequency * t
          channel[start + k]! += Math.sin(turn + bend * Math.sin(turn * ratio)) * envelope * note.velocity * 0.4
        }
      })
    }
    return sound
  }
}

/** A plucked string after Karplus and Strong; `brightness` 0–1, `sustain` in seconds to fall by 60 dB. */
export function plucked(settings: { brightness: number; sustain: number }): Instrument {
  return (notes, seconds, random) => {
    const sound = silence(seconds)
    for (const note of notes) {
      const start = Math.round(note.start * sampleRate)
      const period = sampleRate / frequencyOf(note.pitch) - 0.5
      const length = Math.floor(period)
      const fraction = period - length
      const string = new Float32Array(length + 1)
      let smooth = 0
      const soft = settings.brightness * (0.5 + 0.5 * note.velocity)
      for (let k = 0; k < string.length; k++) {
        smooth += (random() * 2 - 1 - smooth) * (0.15 + 0.85 * soft)
        string[k] = smooth
      }
      // Plucked at a fifth of its length, a string lacks every fifth partial.
      const comb = Math.max(1, Math.round(length / 5))
      const shaped = string.map((sample, k) => sample - 0.8 * string[(k + string.length - comb) % string.length]!)
      const kept = 10 ** ((-3 * period) / sampleRate / settings.sustain)
      let head = 0
      let before = 0
      let average = 0
      const total = Math.min(sound.left.length - start, Math.ceil(settings.sustain * 1.2 * sampleRate))
      for (let k = 0; k < total; k++) {
        const now = shaped[head]!
        const next = shaped[(head + 1) % shaped.length]!
        const read = now * (1 - fraction) + next * fraction
        average = 0.5 * (read + before)
        before = read
        shaped[head] = average * kept
        head = (head + 1) % shaped.length
        const t = k / sampleRate
        const damp = t > note.seconds ? Math.exp(-(t - note.seconds) / 0.25) : 1
        const out = read * damp * note.velocity * 0.5
        sound.left[start + k]! += out
        sound.right[start + k]! += out
      }
    }
    return sound
  }
}
