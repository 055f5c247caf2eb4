import { deflateSync } from 'node:zlib'

/** Pixels of at most 256 colours as PDF wants them: a palette, and rows of indexes into it, packed and deflated. */
export type IndexedImage = { palette: Uint8Array; bitsPerComponent: 4 | 8; data: Uint8Array }

/** @returns undefined when there are more than 256 colours. @see ISO 32000-1, 8.6.6.3 */
export function indexColours(pixels: Uint8Array, width: number, height: number, channels: number): IndexedImage | undefined {
  const places = new Map<number, number>()
  const indexes = new Uint8Array(width * height)
  let [before, place] = [-1, 0]
  for (let at = 0; at < indexes.length; at += 1) {
    const from = at * channels
    const red = pixels[from]!
    const colour = channels < 3 ? red * 0x010101 : (red << 16) | (pixels[from + 1]! << 8) | pixels[from + 2]!
    // Most pixels are like the one before them: paper.
    if (colour !== before) {
      const known = places.get(colour)
      if (known === undefined && places.size > 255) return undefined
      if (known === undefined) places.set(colour, places.size)
      place = known ?? places.size - 1
      before = colour
    }
    indexes[at] = place
  }
  const palette = Uint8Array.from([...places.keys()].flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const bitsPerComponent = places.size <= 16 ? 4 : 8
  const rows = bitsPerComponent === 8 ? indexes : packPairs(indexes, width, height)
  return { palette, bitsPerComponent, data: deflateSync(rows) }
}

/** Two indexes a byte, each row beginning with a byte of its own. */
function packPairs(indexes: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 2)
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * stride + (x >> 1)]! |= indexes[y * width + x]! << (x % 2 === 0 ? 4 : 0)
  }
  return rows
}
