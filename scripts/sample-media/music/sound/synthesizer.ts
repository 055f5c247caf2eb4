import type { Played } from '../score/performance.ts'
import type { Random } from '../score/random.ts'
import { sweepableLowPass } from './filter.ts'
import type { Instrument } from './instrument.ts'
import { frequencyOf, sampleRate, silence, type Stereo } from './stereo.ts'

type Wave = 'saw' | 'square' | 'triangle' | 'sine'

/**
 * A subtractive patch. Times in seconds, cutoff in Hz, `detune` in cents across all `voices`.
 *
 * @property sweep Octaves the filter envelope opens above the cutoff, falling back within `sweepSeconds`.
 * @property sub Level of a sine one octave below.
 * @property track How far the cutoff follows the keyboard, 0 to 1.
 */
export type Patch = {
  wave: Wave
  voices?: number
  detune?: number
  spread?: number
  sub?: number
  attack: number
  decay: number
  sustain: number
  release: number
  cutoff: number
  resonance?: number
  sweep?: number
  sweepSeconds?: number
  track?: number
  vibrato?: { cents: number; hertz: number; after: number }
}

export function synthesizer(patch: Patch): Instrument {
  return (notes, seconds, random) => {
    const sound = silence(seconds)
    for (const note of notes) playNote(sound, note, patch, random)
    return sound
  }
}

/** One voice that slides from note to note, as a whistling lead or a fretless bass does. */
export function glidingSine(settings: {
  glide: number
  attack: number
  release: number
  vibratoCents: number
  warmth: number
}): Instrument {
  return (notes, seconds) => {
    const sound = silence(seconds)
    const ordered = [...notes].sort((a, b) => a.start - b.start)
    let phase = 0
    let place = ordered[0]?.pitch ?? 60
    let level = 0
    let index = -1
    let age = 0
    const follow = 1 - Math.exp(-1 / (settings.glide * sampleRate))
    const rise = 1 - Math.exp(-1 / (settings.attack * sampleRate))
    const fall = 1 - Math.exp(-1 / (settings.release * sampleRate))
    for (let i = 0; i < sound.left.length; i++) {
      const t = i / sampleRate
      while (index + 1 < ordered.length && ordered[index + 1]!.start <= t) {
        index++
        age = 0
        if (level < 0.02) place = ordered[index]!.pitch
      }
      const note = ordered[index]
      if (!note) continue
      const sounding = t < note.start + note.seconds
      place += (note.pitch - place) * follow
      const target = sounding ? note.velocity : 0
      level += (target - level) * (target > level ? rise : fall)
      age += 1 / sampleRate
      const wobble =
        settings.vibratoCents * Math.min(1, Math.max(0, (age - 0.18) / 0.35)) * Math.sin(2 * Math.PI * 5.1 * t)
      phase += frequencyOf(place + wobble / 100) / sampleRate
      if (phase >= 1) phase -= 1
      const turn = 2 * Math.PI * phase
      const tone = Math.sin(turn) + settings.warmth * (0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn))
      sound.left[i] = sound.right[i] = tone * level * 0.5
    }
    return sound
  }
}

function playNote(sound: Stereo, note: Played, patch: Patch, random: Random): void {
  const voices = patch.voices ?? 1
  const start = Math.round(note.start * sampleRate)
  const held = note.seconds
  const total = Math.min(sound.left.length - start, Math.ceil((held + patch.release * 4) * sampleRate))
  if (total <= 0) return
  const oscillators = Array.from({ length: voices }, (_, k) => {
    const position = voices === 1 ? 0 : (2 * k) / (voices - 1) - 1
    return {
      phase: random(),
      ratio: 2 ** ((position * (patch.detune ?? 0) + (voices > 1 ? (random() - 0.5) * 2 : 0)) / 1200),
      left: Math.cos(((position * (patch.spread ?? 0) + 1) * Math.PI) / 4),
      right: Math.sin(((position * (patch.spread ?? 0) + 1) * Math.PI) / 4),
    }
  })
  const frequency = frequencyOf(note.pitch)
  const filters = [sweepableLowPass(patch.resonance), sweepableLowPass(patch.resonance)]
  const base = patch.cutoff * (frequency / 261.6) ** (patch.track ?? 0.3) * (0.6 + 0.5 * note.velocity)
  const level = (note.velocity ** 1.3 * 0.5) / Math.sqrt(voices)
  let subPhase = 0
  let envelope = 0
  let atRelease = 0
  let vibratoRatio = 1
  for (let k = 0; k < total; k++) {
    const t = k / sampleRate
    if (t < held) {
      envelope =
        t < patch.attack
          ? t / patch.attack
          : patch.sustain + (1 - patch.sustain) * Math.exp(-(t - patch.attack) / patch.decay)
      atRelease = envelope
    } else {
      envelope = atRelease * Math.exp(-(t - held) / patch.release)
    }
    if (patch.vibrato && k % 32 === 0) {
      const depth = Math.min(1, Math.max(0, (t - patch.vibrato.after) / 0.4))
      vibratoRatio = 2 ** ((patch.vibrato.cents * depth * Math.sin(2 * Math.PI * patch.vibrato.hertz * t)) / 1200)
    }
    let left = 0
    let right = 0
    for (const oscillator of oscillators) {
      const step = (frequency * oscillator.ratio * vibratoRatio) / sampleRate
      oscillator.phase += step
      if (oscillator.phase >= 1) oscillator.phase -= 1
      const sample = waveAt(patch.wave, oscillator.phase, step)
      left += sample * oscillator.left
      right += sample * oscillator.right
    }
    if (patch.sub) {
      subPhase += frequency / 2 / sampleRate
      const sub = Math.sin(2 * Math.PI * subPhase) * patch.sub * Math.sqrt(voices)
      left += sub
      right += sub
    }
    const cutoff = base * 2 ** ((patch.sweep ?? 0) * Math.exp(-t / (patch.sweepSeconds ?? 0.2)))
    sound.left[start + k]! += filters[0]!(left, cutoff) * envelope * level
    sound.right[start + k]! += filters[1]!(right, cutoff) * envelope * level
  }
}

/** Waves without the edges that fold back as noise (polynomial band-limited steps). */
function waveAt(wave: Wave, phase: number, step: number): number {
  if (wave === 'sine') return Math.sin(2 * Math.PI * phase)
  if (wave === 'triangle') return 1 - 4 * Math.abs(phase - 0.5)
  if (wave === 'saw') return 2 * phase - 1 - edge(phase, step)
  const half = phase < 0.5 ? phase + 0.5 : phase - 0.5
  return (phase < 0.5 ? 1 : -1) + edge(phase, step) - edge(half, step)
}

function edge(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step
    return 2 * t - t * t - 1
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step
    return t * t + 2 * t + 1
  }
  return 0
}
