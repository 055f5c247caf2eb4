import { readableShade } from '../colours.ts'

/** Colours of the site in emails on dark ground, as hex: email clients know neither CSS variables nor oklch. */
export const ink = {
  plate: '#0f0c09',
  raised: '#1a1613',
  groove: '#3a342f',
  sand: '#f0eadf',
  dust: '#b2aaa0',
  live: '#f8823d',
}

/** The same colours for email clients that ask for a light theme. */
export const paper = {
  plate: '#efe8dc',
  raised: '#fffdf8',
  groove: '#d8cebf',
  sand: '#1a1613',
  dust: '#5f574e',
  live: '#a8420c',
}

/**
 * Returns the colours of links on dark and on light ground: shades of the owner's accent color that can be read there,
 * or the original ones.
 *
 * @param accent `#rrggbb`; undefined until the owner sets one.
 */
export function linkColours(accent: string | undefined): { dark: string; light: string } {
  if (accent === undefined) return { dark: ink.live, light: paper.live }
  return {
    dark: readableShade(accent, [ink.plate, ink.raised]),
    light: readableShade(accent, [paper.plate, paper.raised]),
  }
}
