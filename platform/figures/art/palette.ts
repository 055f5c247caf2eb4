/** A colour in OKLCH: lightness 0–1, chroma 0–0.4, hue angle in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number }

/** Red, green and blue, whole numbers 0–255 in sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Colour tokens for generated images; the same values as the custom properties in `app/app.css`. */
export const palette = {
  plate: { lightness: 0.16, chroma: 0.012, hue: 60 },
  plateRaised: { lightness: 0.21, chroma: 0.014, hue: 60 },
  groove: { lightness: 0.34, chroma: 0.016, hue: 60 },
  sand: { lightness: 0.94, chroma: 0.02, hue: 85 },
  dust: { lightness: 0.74, chroma: 0.02, hue: 80 },
  live: { lightness: 0.74, chroma: 0.18, hue: 47 },
} as const satisfies Record<string, Oklch>

/**
 * Returns the sand colour of a figure: the token with a slight tint of the figure's hue.
 *
 * @param hue OKLCH hue angle in degrees.
 * @param chroma How much of it, 0–0.1.
 */
export function tintedSand(hue: number, chroma = 0.045): Oklch {
  return { lightness: palette.sand.lightness - 0.03, chroma, hue }
}

/** Converts an OKLCH colour to sRGB; out-of-gamut channels are clipped. */
export function rgbOf({ lightness, chroma, hue }: Oklch): Rgb {
  const angle = (hue * Math.PI) / 180
  return rgbOfLab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)])
}

/**
 * Converts an Oklab colour (lightness, a and b) to sRGB; out-of-gamut channels are clipped.
 *
 * @see https://www.w3.org/TR/css-color-4/#color-conversion-code
 */
export function rgbOfLab([lightness, a, b]: readonly [number, number, number]): Rgb {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encoded(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    encoded(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    encoded(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

/** Converts a colour to `#rrggbb`, for SVG and manifests. */
export function hexOf(colour: Oklch): string {
  return `#${rgbOf(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

function encoded(linear: number): number {
  const curve = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, curve)))
}
