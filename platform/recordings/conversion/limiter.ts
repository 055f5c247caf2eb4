import type { DecodedPiece } from '../decode-frames.ts'
import { peakAround, reach } from '../listening/true-peak.ts'

/** Time the gain falls before a peak; shorter sounds like a click, longer like a dip. */
const aheadSeconds = 0.005

/** Time in which the gain recovers by 63 %. */
const releaseSeconds = 0.15

/** Share of the ceiling below which peaks between samples need no calculation. */
const worthLooking = 0.6

/**
 * Keeps the peaks of a signal, including those between its samples, below a ceiling: the gain of both channels falls
 * shortly before a peak and recovers slowly after it.
 *
 * @param ceilingDb In decibels of full scale.
 * @returns `add` returns the finished samples, some milliseconds fewer than it received; `end` returns the rest.
 */
export function createLimiter(
  sampleRate: number,
  ceilingDb: number,
): { add(piece: DecodedPiece): DecodedPiece; end(): DecodedPiece } {
  const ceiling = 10 ** (ceilingDb / 20)
  const ahead = Math.round(sampleRate * aheadSeconds)
  const release = 1 - Math.exp(-1 / (sampleRate * releaseSeconds))
  // Silence is prepended and dropped again: the first samples have neighbors too, and the gain has time to fall before
  // them.
  let pendingSignal: [Float32Array, Float32Array] = [new Float32Array(reach + ahead), new Float32Array(reach + ahead)]
  let inFront = ahead
  let pendingReductions = new Float32Array(0)
  const lately = new Float32Array(ahead).fill(1)
  let latelyAt = 0
  let sum = ahead
  let raised = 1

  function smoothed(reduction: number): number {
    raised = Math.min(reduction, raised + (1 - raised) * release)
    sum += raised - lately[latelyAt]!
    lately[latelyAt] = raised
    latelyAt = (latelyAt + 1) % ahead
    // Sums of many small differences drift, so they are recomputed.
    if (latelyAt === 0) sum = lately.reduce((all, one) => all + one, 0)
    return sum / ahead
  }

  function add(piece: DecodedPiece): DecodedPiece {
    const signal = pendingSignal.map((channel, index) => joined(channel, piece[index]!)) as [Float32Array, Float32Array]
    const reductions = needsOf(signal, pendingReductions, ceiling)
    const count = Math.max(0, reductions.length - ahead)
    const minima = minAhead(reductions, ahead, count)
    const out: [Float32Array, Float32Array] = [new Float32Array(count), new Float32Array(count)]
    for (let index = 0; index < count; index += 1) {
      const gain = smoothed(minima[index]!)
      out[0][index] = signal[0][reach + index]! * gain
      out[1][index] = signal[1][reach + index]! * gain
    }
    pendingSignal = [signal[0].slice(count), signal[1].slice(count)]
    pendingReductions = reductions.slice(count)
    const dropped = Math.min(inFront, count)
    inFront -= dropped
    return [out[0].subarray(dropped), out[1].subarray(dropped)]
  }

  return {
    add,
    end() {
      const rest = pendingSignal[0].length - reach - inFront
      const [left, right] = add([new Float32Array(ahead + reach), new Float32Array(ahead + reach)])
      return [left.subarray(0, rest), right.subarray(0, rest)]
    },
  }
}

/** Returns the gain each sample needs to stay below the ceiling, as far as the following samples are known. */
function needsOf(
  [left, right]: readonly [Float32Array, Float32Array],
  known: Float32Array,
  ceiling: number,
): Float32Array {
  const reductions = new Float32Array(Math.max(known.length, left.length - 2 * reach))
  reductions.set(known)
  for (let index = known.length; index < reductions.length; index += 1) {
    const at = index + reach
    let peak = Math.max(Math.abs(left[at]!), Math.abs(right[at]!))
    if (peak > ceiling * worthLooking) peak = Math.max(peak, peakAround(left, at), peakAround(right, at))
    reductions[index] = peak > ceiling ? ceiling / peak : 1
  }
  return reductions
}

/** Returns the minimum of each value and the `ahead` values after it, for the first `count` values. */
function minAhead(values: Float32Array, ahead: number, count: number): Float32Array {
  const minima = new Float32Array(count)
  // Indexes of candidates with rising values: the first one is the minimum of the window.
  const places = new Int32Array(values.length)
  let first = 0
  let last = 0
  for (let index = 0; index < values.length && index < count + ahead; index += 1) {
    while (last > first && values[places[last - 1]!]! >= values[index]!) last -= 1
    places[last] = index
    last += 1
    const place = index - ahead
    if (place < 0) continue
    while (places[first]! < place) first += 1
    if (place < count) minima[place] = values[places[first]!]!
  }
  return minima
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
