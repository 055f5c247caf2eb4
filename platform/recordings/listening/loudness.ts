/**
 * Integrated loudness after EBU R 128, collected while a recording is decoded: K-weighted energy in blocks of 400 ms
 * every 100 ms, gated at −70 LUFS and then 10 LU below what is left.
 *
 * @see ITU-R BS.1770-4; EBU Tech 3341
 */
export function createLoudness(
  sampleRate: number,
  channels: number,
): { add(channelData: readonly Float32Array[]): void; integrated(): number | null } {
  const stepLength = Math.round(sampleRate / 10)
  const filters = Array.from({ length: channels }, () => kWeighting(sampleRate))
  const steps: number[] = []
  let sum = 0
  let filled = 0
  return {
    add(channelData) {
      const length = channelData[0]!.length
      // Accessed by index, because this runs for every sample.
      for (let index = 0; index < length; index += 1) {
        for (let channel = 0; channel < channels; channel += 1) {
          const value = filters[channel]!(channelData[channel]![index]!)
          sum += value * value
        }
        filled += 1
        if (filled === stepLength) {
          steps.push(sum / stepLength)
          sum = 0
          filled = 0
        }
      }
    },
    integrated() {
      const blocks: number[] = []
      for (let index = 0; index + 4 <= steps.length; index += 1)
        blocks.push((steps[index]! + steps[index + 1]! + steps[index + 2]! + steps[index + 3]!) / 4)
      const audible = blocks.filter((energy) => lufs(energy) > -70)
      if (audible.length === 0) return null
      const threshold = lufs(mean(audible)) - 10
      const loud = audible.filter((energy) => lufs(energy) > threshold)
      return Math.round(10 * lufs(mean(loud))) / 10
    },
  }
}

const lufs = (energy: number) => (energy > 0 ? -0.691 + 10 * Math.log10(energy) : -Infinity)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The filters of the standard, computed for any sample rate: it lists coefficients for 48 kHz only. */
function kWeighting(sampleRate: number): (sample: number) => number {
  const preFilter = preFilterOf(sampleRate, 1681.974450955533, 3.999843853973347, 0.7071752369554196)
  const cut = highPass(sampleRate, 38.13547087602444, 0.5003270373238773)
  return (sample) => cut(preFilter(sample))
}

function preFilterOf(sampleRate: number, hertz: number, gainDb: number, q: number) {
  const k = Math.tan((Math.PI * hertz) / sampleRate)
  const high = 10 ** (gainDb / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return biquad(
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  )
}

function highPass(sampleRate: number, hertz: number, q: number) {
  const k = Math.tan((Math.PI * hertz) / sampleRate)
  const a0 = 1 + k / q + k * k
  return biquad(1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0)
}

function biquad(b0: number, b1: number, b2: number, a1: number, a2: number) {
  let z1 = 0
  let z2 = 0
  return (sample: number) => {
    const out = b0 * sample + z1
    z1 = b1 * sample - a1 * out + z2
    z2 = b2 * sample - a2 * out
    return out
  }
}
