import { sampleRate } from './stereo.ts'

export type Filter = (sample: number) => number

type Coefficients = { b0: number; b1: number; b2: number; a1: number; a2: number }

/** Second-order filters after Robert Bristow-Johnson's audio EQ cookbook. */
export function lowPass(hertz: number, q = Math.SQRT1_2): Filter {
  const { cos, alpha } = angle(hertz, q)
  return biquad({ b0: (1 - cos) / 2, b1: 1 - cos, b2: (1 - cos) / 2, a1: -2 * cos, a2: 1 - alpha }, 1 + alpha)
}

export function highPass(hertz: number, q = Math.SQRT1_2): Filter {
  const { cos, alpha } = angle(hertz, q)
  return biquad({ b0: (1 + cos) / 2, b1: -(1 + cos), b2: (1 + cos) / 2, a1: -2 * cos, a2: 1 - alpha }, 1 + alpha)
}

export function bandPass(hertz: number, q: number): Filter {
  const { cos, alpha } = angle(hertz, q)
  return biquad({ b0: alpha, b1: 0, b2: -alpha, a1: -2 * cos, a2: 1 - alpha }, 1 + alpha)
}

export function bell(hertz: number, db: number, q = 0.9): Filter {
  const { cos, alpha } = angle(hertz, q)
  const a = 10 ** (db / 40)
  return biquad({ b0: 1 + alpha * a, b1: -2 * cos, b2: 1 - alpha * a, a1: -2 * cos, a2: 1 - alpha / a }, 1 + alpha / a)
}

export function highShelf(hertz: number, db: number): Filter {
  const { cos, alpha } = angle(hertz, Math.SQRT1_2)
  const a = 10 ** (db / 40)
  const root = 2 * Math.sqrt(a) * alpha
  return biquad(
    {
      b0: a * (a + 1 + (a - 1) * cos + root),
      b1: -2 * a * (a - 1 + (a + 1) * cos),
      b2: a * (a + 1 + (a - 1) * cos - root),
      a1: 2 * (a - 1 - (a + 1) * cos),
      a2: a + 1 - (a - 1) * cos - root,
    },
    a + 1 - (a - 1) * cos + root,
  )
}

export function lowShelf(hertz: number, db: number): Filter {
  const { cos, alpha } = angle(hertz, Math.SQRT1_2)
  const a = 10 ** (db / 40)
  const root = 2 * Math.sqrt(a) * alpha
  return biquad(
    {
      b0: a * (a + 1 - (a - 1) * cos + root),
      b1: 2 * a * (a - 1 - (a + 1) * cos),
      b2: a * (a + 1 - (a - 1) * cos - root),
      a1: -2 * (a - 1 + (a + 1) * cos),
      a2: a + 1 + (a - 1) * cos - root,
    },
    a + 1 + (a - 1) * cos + root,
  )
}

/** A low-pass whose cutoff may move every sample without clicking: the trapezoidal state-variable filter. */
export function sweepableLowPass(resonance = 0.7): (sample: number, hertz: number) => number {
  let first = 0
  let second = 0
  const damping = 1 / resonance
  return (sample, hertz) => {
    const g = Math.tan((Math.PI * Math.min(hertz, 19000)) / sampleRate)
    const a1 = 1 / (1 + g * (g + damping))
    const rest = sample - second
    const band = a1 * (first + g * rest)
    const low = second + g * band
    first = 2 * band - first
    second = 2 * low - second
    return low
  }
}

function angle(hertz: number, q: number): { cos: number; alpha: number } {
  const omega = (2 * Math.PI * hertz) / sampleRate
  return { cos: Math.cos(omega), alpha: Math.sin(omega) / (2 * q) }
}

function biquad(raw: Coefficients, a0: number): Filter {
  const b0 = raw.b0 / a0
  const b1 = raw.b1 / a0
  const b2 = raw.b2 / a0
  const a1 = raw.a1 / a0
  const a2 = raw.a2 / a0
  let z1 = 0
  let z2 = 0
  return (sample) => {
    const out = b0 * sample + z1
    z1 = b1 * sample - a1 * out + z2
    z2 = b2 * sample - a2 * out
    return out
  }
}
