import { bandPass, bell } from './filter.ts'
import { eachChannel, type Stereo } from './stereo.ts'

/**
 * Octave levels in dB relative to each other that a well balanced record tends to have: full below, falling gently
 * above.
 */
const reference: [hertz: number, db: number][] = [
  [63, -1],
  [125, -1],
  [250, -3],
  [500, -4.5],
  [1000, -6.5],
  [2000, -9],
  [4000, -12.5],
  [8000, -17.5],
  [14000, -24],
]
const furthest = 4.5

/**
 * A mastering engineer's broad equalizer: measures each octave and moves it part of the way to the reference, never
 * far. Octaves without music in them are left alone, and treble is only ever taken away, since lifting it lifts hiss.
 */
export function balanceTone(sound: Stereo): void {
  const measured = reference.map(([hertz]) => octaveLevel(sound, hertz))
  const middle = reference.flatMap(([hertz, db], k) => (hertz >= 125 && hertz <= 4000 ? [measured[k]! - db] : []))
  const offset = middle.reduce((sum, value) => sum + value, 0) / middle.length
  reference.forEach(([hertz, db], k) => {
    const missing = db + offset - measured[k]!
    if (missing > 14) return
    const most = hertz >= 8000 ? 0.5 : hertz <= 63 ? 1 : furthest
    const gain = Math.max(-furthest, Math.min(most, missing * 0.6))
    eachChannel(sound, () => bell(hertz, gain, 1.1))
  })
}

function octaveLevel(sound: Stereo, hertz: number): number {
  const filter = bandPass(hertz, 1.41)
  let power = 0
  for (let i = 0; i < sound.left.length; i++) {
    const sample = filter((sound.left[i]! + sound.right[i]!) / 2)
    power += sample * sample
  }
  return 10 * Math.log10(power / sound.left.length + 1e-12)
}
