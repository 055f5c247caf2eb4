/**
 * Returns the contrast of two colours, 1–21; text needs at least 4.5.
 *
 * @param one `#rrggbb`.
 * @param other `#rrggbb`.
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function contrastOf(one: string, other: string): number {
  const [dark, bright] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

/** Contrast that text needs. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const minTextContrast = 4.5

/**
 * Returns a colour, or the nearest shade of it that text can have on all of some grounds: mixed with black on light
 * grounds and with white on dark ones.
 *
 * @param colour `#rrggbb`.
 * @param grounds `#rrggbb`, all light or all dark.
 */
export function readableShade(colour: string, grounds: readonly [string, ...string[]]): string {
  const isReadable = (shade: string) => grounds.every((ground) => contrastOf(shade, ground) >= minTextContrast)
  const goal = contrastOf(grounds[0], '#000000') > contrastOf(grounds[0], '#ffffff') ? '#000000' : '#ffffff'
  for (let step = 0; step < 64; step += 1) {
    const shade = mix(colour, goal, step / 64)
    if (isReadable(shade)) return shade
  }
  return goal
}

function mix(one: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round(from + (to - from) * share)
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = linearOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Converts a colour to OKLab, in which equal steps look equal.
 *
 * @param colour `#rrggbb`.
 * @see https://bottosson.github.io/posts/oklab/
 */
export function labOf(colour: string): readonly [lightness: number, a: number, b: number] {
  const [red, green, blue] = linearOf(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

/** Returns the OKLCH hue angle of the more colourful of some colours, a whole number 0–359. */
export function hueOf(...colours: readonly [string, ...string[]]): number {
  const [, a, b] = colours
    .map(labOf)
    .reduce((best, one) => (Math.hypot(one[1], one[2]) > Math.hypot(best[1], best[2]) ? one : best))
  return (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360
}

function linearOf(colour: string): [number, number, number] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
}
