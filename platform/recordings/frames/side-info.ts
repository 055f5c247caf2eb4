import { type FrameHeader, sideInfoBytes } from './frame-header.ts'

/** Maximum pairs of large values in a granule. */
const maxPairs = 288

/** Maximum bytes a frame can use from previous frames. */
const maxReservoirBytes = 511

/**
 * Condition of a frame. `headless`: it needs bytes from before the beginning of the file, as the first frames of a cut
 * file do.
 */
type FrameHealth = 'sound' | 'broken' | 'headless'

/**
 * Checks the side information of consecutive frames for values no decoder can handle: too many values in a granule, an
 * unknown block type, or audio outside of the available bytes. Decoders turn such frames into noise or silence without
 * reporting it.
 *
 * @returns `next` classifies a frame; call it with every frame, in order. `breakOff` reports that data is missing
 * before the next frame.
 * @see ISO/IEC 11172-3 section 2.4.1.7 and 13818-3 section 2.4.1.7
 */
export function createFrameInspection(file: Buffer): {
  next(at: number, header: FrameHeader): FrameHealth
  breakOff(): void
} {
  let reservoir = 0
  let isWholeSoFar = true
  return {
    next(at, header) {
      const begin = at + 4 + (header.hasCheck ? 2 : 0)
      const own = at + header.bytes - begin - sideInfoBytes(header)
      const info = own < 0 ? undefined : readSideInfo(file, begin, header)
      const available = reservoir
      reservoir = Math.min(maxReservoirBytes, reservoir + Math.max(0, own))
      if (!info) {
        isWholeSoFar = false
        return 'broken'
      }
      if (info.borrowedBytes > available) return isWholeSoFar ? 'headless' : 'broken'
      isWholeSoFar = false
      return info.soundBits <= (info.borrowedBytes + own) * 8 ? 'sound' : 'broken'
    },
    breakOff() {
      reservoir = 0
      isWholeSoFar = false
    },
  }
}

/** @returns undefined for a frame that cannot be decoded. */
function readSideInfo(file: Buffer, begin: number, { version, channels }: FrameHeader) {
  const isFirst = version === 3
  const bits = bitReader(file, begin)
  const borrowedBytes = bits.read(isFirst ? 9 : 8)
  if (isFirst) bits.skip((channels === 1 ? 5 : 3) + 4 * channels)
  else bits.skip(channels)
  let soundBits = 0
  for (let part = 0; part < (isFirst ? 2 : 1) * channels; part += 1) {
    soundBits += bits.read(12)
    if (bits.read(9) > maxPairs) return undefined
    bits.skip(8 + (isFirst ? 4 : 9))
    const isWindowSwitched = bits.read(1) === 1
    if (isWindowSwitched && bits.read(2) === 0) return undefined
    bits.skip((isWindowSwitched ? 20 : 22) + (isFirst ? 3 : 2))
  }
  return { borrowedBytes, soundBits }
}

function bitReader(file: Buffer, begin: number) {
  let at = begin * 8
  return {
    /** At most 16 bits. */
    read(count: number): number {
      const byte = at >> 3
      const window = ((file[byte] ?? 0) << 16) | ((file[byte + 1] ?? 0) << 8) | (file[byte + 2] ?? 0)
      const value = (window >> (24 - (at & 7) - count)) & ((1 << count) - 1)
      at += count
      return value
    },
    skip(count: number) {
      at += count
    },
  }
}
