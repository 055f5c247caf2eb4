/** A colour (red, green and blue, 0 to 255) with its pixel count. */
export type CountedColour = { colour: readonly [number, number, number]; count: number }

/**
 * Maximum RGB distance of a pixel from its original colour. Text on paper stays within 15, as with sixteen greys;
 * covers with many tones use the rest.
 */
const furthest = 32

/** Number of most common colours that stay unchanged, such as paper and ink. */
const reservedColours = 3

/** With sixteen colours, two pixels fit in a byte. */
const paletteSizes = [16, 32, 64]

const rounds = 6

/**
 * Reduces the colours of a page to a small palette that keeps the most common ones: sixteen steps between ink and paper
 * are as smooth as sixteen greys.
 *
 * @param colours Colours by frequency, at least one.
 * @returns The palette colour of each colour.
 */
export function fewerColours(colours: readonly CountedColour[]): (readonly [number, number, number])[] {
  for (const size of paletteSizes) {
    if (size >= colours.length) break
    const palette = choose(colours, size)
    const chosen = colours.map(({ colour }) => palette[nearest(palette, colour)]!)
    if (colours.every(({ colour }, index) => distance(colour, chosen[index]!) <= furthest)) return chosen
  }
  return colours.map(({ colour }) => colour)
}

type Colour = CountedColour['colour']

function choose(colours: readonly CountedColour[], size: number): Colour[] {
  const palette: Colour[] = colours.slice(0, reservedColours).map(({ colour }) => colour)
  const reach = colours.map(({ colour }) => Math.min(...palette.map((one) => distance(one, colour))))
  while (palette.length < size) {
    // Prefers colours far from the palette, weighted by frequency.
    const weights = colours.map(({ count }, index) => reach[index]! ** 4 * Math.sqrt(count))
    const added = colours[weights.indexOf(Math.max(...weights))]!.colour
    palette.push(added)
    colours.forEach(({ colour }, index) => (reach[index] = Math.min(reach[index]!, distance(added, colour))))
  }
  for (let round = 0; round < rounds; round += 1) settle(palette, colours)
  return palette
}

/** Moves every palette colour except the fixed ones to the mean of its colours. */
function settle(palette: Colour[], colours: readonly CountedColour[]) {
  const sums = palette.map(() => [0, 0, 0, 0] as [number, number, number, number])
  for (const { colour, count } of colours) {
    const sum = sums[nearest(palette, colour)]!
    for (const channel of [0, 1, 2] as const) sum[channel] += colour[channel] * count
    sum[3] += count
  }
  for (const [index, [red, green, blue, count]] of sums.entries()) {
    if (index >= reservedColours && count > 0)
      palette[index] = [Math.round(red / count), Math.round(green / count), Math.round(blue / count)]
  }
}

function nearest(palette: readonly Colour[], colour: Colour): number {
  let found = 0
  let min = Infinity
  for (let index = 0; index < palette.length; index += 1) {
    const away = distance(palette[index]!, colour)
    if (away < min) [found, min] = [index, away]
  }
  return found
}

const distance = (a: Colour, b: Colour) => Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
