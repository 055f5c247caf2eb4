import type { Played } from '../score/performance.ts'
import type { Instrument } from './instrument.ts'
import { frequencyOf, sampleRate, silence } from './stereo.ts'

/** The long 808: a sine that drops onto its note, saturates, and slides when the next note overlaps it. */
export function eightOhEight(settings: { drive: number; decay: number; slideSeconds: number }): Instrument {
  return (notes, seconds) => {
    const sound = silence(seconds)
    const ordered = [...notes].sort((a, b) => a.start - b.start)
    let phase = 0
    ordered.forEach((note, index) => {
      const before = ordered[index - 1]
      const slides = before !== undefined && before.start + before.seconds > note.start + 0.005
      const until = ordered[index + 1]?.start ?? Infinity
      phase = slides ? phase : 0
      const end = Math.min(note.start + note.seconds + 0.06, until)
      const first = Math.round(note.start * sampleRate)
      const last = Math.min(sound.left.length, Math.round(end * sampleRate))
      for (let i = first; i < last; i++) {
        const t = (i - first) / sampleRate
        const bend = slides
          ? (before.pitch - note.pitch) * Math.exp(-t / settings.slideSeconds)
          : 22 * Math.exp(-t / 0.012)
        phase += frequencyOf(note.pitch + bend) / sampleRate
        const left = end - i / sampleRate
        const envelope =
          (slides ? 1 : Math.min(1, t / 0.002)) *
          Math.exp(-t / settings.decay) *
          Math.min(1, left / 0.03) *
          note.velocity
        const body = Math.tanh(settings.drive * Math.sin(2 * Math.PI * phase) * envelope) / Math.tanh(settings.drive)
        sound.left[i] = sound.right[i] = body * 0.8
      }
    })
    return sound
  }
}

/** The log drum of amapiano: a hollow, quickly dropping tone with a wooden knock, short but pitched. */
export function logDrum(): Instrument {
  return (notes, seconds) => {
    const sound = silence(seconds)
    for (const note of notes) strikeLog(sound.left, note)
    sound.right.set(sound.left)
    return sound
  }
}

function strikeLog(channel: Float32Array, note: Played): void {
  const start = Math.round(note.start * sampleRate)
  const length = Math.min(note.seconds + 0.18, 0.9)
  const total = Math.min(channel.length - start, Math.ceil(length * sampleRate))
  let phase = 0
  for (let k = 0; k < total; k++) {
    const t = k / sampleRate
    phase += frequencyOf(note.pitch + 9 * Math.exp(-t / 0.014)) / sampleRate
    const turn = 2 * Math.PI * phase
    const hollow =
      Math.sin(turn + 1.6 * Math.exp(-t / 0.09) * Math.sin(turn)) + 0.35 * Math.exp(-t / 0.12) * Math.sin(3 * turn)
    const knock = 0.5 * Math.exp(-t / 0.008) * Math.sin(2 * Math.PI * 410 * t)
    const tail = Math.min(1, Math.max(0, (length - t) / 0.06))
    const envelope = Math.min(1, t / 0.0015) * (0.35 * Math.exp(-t / 0.08) + 0.65 * Math.exp(-t / 0.42)) * tail
    channel[start + k]! += Math.tanh(1.9 * (hollow + knock) * envelope * note.velocity) * 0.6
  }
}
