import { sampleRate, type Stereo } from './stereo.ts'

/**
 * How loud a sound is while it plays: K-weighted loudness of 400 ms windows as in ITU-R BS.1770,
 * averaged over those within 8 dB of the loudest. A part that rests for half the song is judged by what it plays.
 *
 * @returns LUFS, or -Infinity for silence.
 */
export function playingLoudness(sound: Stereo): number {
  const windows = weightedPowers(sound)
  const loudest = Math.max(...windows)
  if (!(loudest > 1e-9)) return -Infinity
  const counted = windows.filter((power) => power > loudest * 10 ** -0.8)
  return -0.691 + 10 * Math.log10(counted.reduce((sum, power) => sum + power, 0) / counted.length)
}

/** Loudness of a whole programme in LUFS, with both gates of ITU-R BS.1770. */
export function integratedLoudness(sound: Stereo): number {
  const windows = weightedPowers(sound).filter((power) => power > 10 ** (-69.309 / 10))
  const mean = (powers: number[]): number => powers.reduce((sum, power) => sum + power, 0) / powers.length
  const gate = mean(windows) / 10
  return -0.691 + 10 * Math.log10(mean(windows.filter((power) => power > gate)))
}

/**
 * Mean power per 400 ms window, every 100 ms. The two filters are written out: this loop runs over every part of every
 * song.
 */
function weightedPowers(sound: Stereo): number[] {
  const hop = Math.round(sampleRate * 0.1)
  const hops = new Float64Array(Math.ceil(sound.left.length / hop))
  for (const channel of [sound.left, sound.right]) {
    let [a1, a2, b1, b2] = [0, 0, 0, 0]
    for (let k = 0, i = 0; k < hops.length; k++) {
      const end = Math.min(channel.length, i + hop)
      let power = 0
      for (; i < end; i++) {
        // Head shelf (+4 dB) then 38 Hz high-pass: BS.1770 coefficients for 44.1 kHz.
        const sample = channel[i]!
        const shelved = 1.5308412300498355 * sample + a1
        a1 = -2.6509799951536985 * sample + 1.6636551132560202 * shelved + a2
        a2 = 1.1690790799210682 * sample - 0.7125954280732254 * shelved
        const weighted = shelved + b1
        b1 = -2 * shelved + 1.9891696736297957 * weighted + b2
        b2 = shelved - 0.9891990357870394 * weighted
        power += weighted * weighted
      }
      hops[k]! += power / hop
    }
  }
  const windows: number[] = []
  for (let k = 0; k + 4 <= hops.length; k++) windows.push((hops[k]! + hops[k + 1]! + hops[k + 2]! + hops[k + 3]!) / 4)
  return windows
}
