import type { Played } from '../score/performance.ts'
import type { Random } from '../score/random.ts'
import type { Stereo } from './stereo.ts'

/** Plays notes into `seconds` of stereo. All chance comes from `random`. */
export type Instrument = (notes: Played[], seconds: number, random: Random) => Stereo | Promise<Stereo>

/** Plays instruments together as one. */
export function layered(...instruments: Instrument[]): Instrument {
  return async (notes, seconds, random) => {
    const first = await instruments[0]!(notes, seconds, random)
    for (const instrument of instruments.slice(1)) {
      const layer = await instrument(notes, seconds, random)
      for (let i = 0; i < first.left.length; i++) {
        first.left[i]! += layer.left[i]!
        first.right[i]! += layer.right[i]!
      }
    }
    return first
  }
}
