import type { DrawnPage } from '../pdf-jobs.ts'
import { type CountedColour, fewerColours } from './fewer-colours.ts'

/**
 * A page is plain if at most this many colors, quantized to sixteen levels each of red, green and blue, make it up …
 */
const plainColours = 128

/**
 * … and at most this share of it has none of its three most common colors: letters have thin edges, while images and
 * gradients consist of edges.
 */
const edgePart = 0.2

/** Returns the nearest of sixteen evenly spaced levels from black to white. */
const stepOf = Uint8Array.from({ length: 256 }, (_, value) => Math.round(value / 17))

/**
 * Classifies rendered pixels. A page of text and flat colours is reduced to a few of its colours, keeping paper and ink
 * exact, which is small without loss; any other page keeps all colours.
 *
 * @param drawn Four bytes per pixel: red, green, blue and one unused.
 */
export function settleColours(
  drawn: Uint8Array,
  width: number,
  height: number,
): Pick<DrawnPage, 'channels' | 'isPlain' | 'pixels'> {
  const words = new Uint32Array(drawn.buffer, drawn.byteOffset, width * height)
  const boxes = countColours(words)
  const edges = words.length - boxes.slice(0, 3).reduce((sum, { count }) => sum + count, 0)
  const isPlain = boxes.length <= plainColours && edges <= edgePart * words.length
  if (!isPlain) return { channels: 3, isPlain, pixels: copiedPixels(words) }
  const chosen = fewerColours(boxes)
  const isGrey = chosen.every(([red, green, blue]) => red === green && green === blue)
  const palette = new Uint32Array(4096)
  for (const [index, [red, green, blue]] of chosen.entries())
    palette[boxes[index]!.box] = red | (green << 8) | (blue << 16)
  if (isGrey) return { channels: 1, isPlain, pixels: greyPixels(words, palette) }
  return { channels: 3, isPlain, pixels: chosenPixels(words, palette, chosen[0]!) }
}

/**
 * Colors with the same quantized levels: the levels (red, green and blue, four bits each) and the color that most of
 * them have.
 */
type ColourBox = CountedColour & { box: number }

/** Boxes in descending order of their pixels. Runs of one color are counted at once. */
function countColours(words: Uint32Array): ColourBox[] {
  const counts = new Uint32Array(4096)
  // Majority vote: finds the color of more than half of a box's pixels if there is one, otherwise a common one.
  const leaders = new Uint32Array(4096)
  const leads = new Uint32Array(4096)
  let run = 0
  for (let at = 0; at < words.length; at = run) {
    const word = words[at]!
    run = at + 1
    while (run < words.length && words[run] === word) run += 1
    const box = boxOf(word)
    const length = run - at
    counts[box]! += length
    if (leaders[box] === word) leads[box]! += length
    else if (leads[box]! >= length) leads[box]! -= length
    else {
      leads[box] = length - leads[box]!
      leaders[box] = word
    }
  }
  const boxes: ColourBox[] = []
  for (const [box, count] of counts.entries()) {
    const word = leaders[box]!
    if (count > 0) boxes.push({ box, count, colour: [word & 255, (word >> 8) & 255, (word >> 16) & 255] })
  }
  return boxes.toSorted((a, b) => b.count - a.count)
}

function greyPixels(words: Uint32Array, palette: Uint32Array): Uint8Array {
  const pixels = new Uint8Array(words.length)
  for (let at = 0; at < words.length; at += 1) pixels[at] = palette[boxOf(words[at]!)]!
  return pixels
}

function chosenPixels(
  words: Uint32Array,
  palette: Uint32Array,
  [red, green, blue]: CountedColour['colour'],
): Uint8Array {
  const pixels = new Uint8Array(words.length * 3)
  // Most of a page is paper, and filling memory is faster than writing bytes.
  pixels.set([red, green, blue])
  for (let filled = 3; filled < pixels.length; filled *= 2)
    pixels.copyWithin(filled, 0, Math.min(filled, pixels.length - filled))
  const paper = red | (green << 8) | (blue << 16)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]! & 0xffffff
    if (word === paper) continue
    const colour = palette[boxOf(word)]!
    const to = at * 3
    pixels[to] = colour
    pixels[to + 1] = colour >> 8
    pixels[to + 2] = colour >> 16
  }
  return pixels
}

function copiedPixels(words: Uint32Array): Uint8Array {
  const pixels = new Uint8Array(words.length * 3)
  for (let at = 0, to = 0; at < words.length; at += 1, to += 3) {
    const word = words[at]!
    pixels[to] = word
    pixels[to + 1] = word >> 8
    pixels[to + 2] = word >> 16
  }
  return pixels
}

const boxOf = (word: number) =>
  (stepOf[word & 255]! << 8) | (stepOf[(word >> 8) & 255]! << 4) | stepOf[(word >> 16) & 255]!
