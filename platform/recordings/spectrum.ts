/**
 * A power spectrum of fixed size: Hann window, radix-2 transform, 1.0 in a bin is a full-scale sine.
 *
 * @param size A power of two.
 */
export function createSpectrum(size: number): {
  size: number
  /** @param samples At least one; only the last `size` samples count, and missing ones are silence. */
  of(samples: Float32Array): Float32Array
} {
  const window = Float32Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size))
  const cosines = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size))
  const sines = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin((2 * Math.PI * index) / size))
  const reversed = bitReversal(size)
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)
  const power = new Float32Array(size / 2)

  const transform = () => {
    for (let width = 2; width <= size; width *= 2) {
      const half = width / 2
      const step = size / width
      for (let start = 0; start < size; start += width) {
        for (let offset = 0; offset < half; offset += 1) {
          const cosine = cosines[offset * step]!
          const sine = sines[offset * step]!
          const low = start + offset
          const high = low + half
          const turnedReal = real[high]! * cosine + imaginary[high]! * sine
          const turnedImaginary = imaginary[high]! * cosine - real[high]! * sine
          real[high] = real[low]! - turnedReal
          imaginary[high] = imaginary[low]! - turnedImaginary
          real[low]! += turnedReal
          imaginary[low]! += turnedImaginary
        }
      }
    }
  }

  return {
    size,
    of(samples) {
      const used = samples.length > size ? samples.subarray(samples.length - size) : samples
      for (let index = 0; index < size; index += 1) {
        real[reversed[index]!] = (used[index] ?? 0) * window[index]!
      }
      imaginary.fill(0)
      transform()
      // The window halves a sine, and half of the rest is in the mirror image: a full-scale sine has size / 4.
      const scale = (4 / size) ** 2
      for (let bin = 0; bin < size / 2; bin += 1) {
        power[bin] = (real[bin]! * real[bin]! + imaginary[bin]! * imaginary[bin]!) * scale
      }
      return power
    },
  }
}

function bitReversal(size: number): Uint32Array {
  const bits = Math.log2(size)
  return Uint32Array.from({ length: size }, (_, index) => {
    let turned = 0
    for (let bit = 0; bit < bits; bit += 1) turned |= ((index >> bit) & 1) << (bits - 1 - bit)
    return turned
  })
}
