export type Rgb = [red: number, green: number, blue: number]

/**
 * OKLCH as linear light.
 *
 * @see https://bottosson.github.io/posts/oklab/
 */
export function linearLight(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Linear light 0…1 to an 8-bit sRGB value. */
export const encoded = (() => {
  const table = new Uint8Array(4097)
  for (let step = 0; step <= 4096; step += 1) {
    const light = step / 4096
    table[step] = Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
  }
  return (light: number): number => table[Math.min(4096, Math.max(0, Math.round(light * 4096)))]!
})()
