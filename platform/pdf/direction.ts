import bidiFactory from 'bidi-js'

/** The Unicode bidirectional algorithm (UAX 9). */
export const bidi = bidiFactory()

/** Returns the direction of a letter; digits and neutral characters have none. */
export type Direction = 'right' | 'left' | 'weak' | 'neutral'

const kinds: Record<string, Direction> = {
  L: 'right',
  R: 'left',
  AL: 'left',
  AN: 'weak',
  EN: 'weak',
  NSM: 'weak',
  CS: 'weak',
  ES: 'weak',
  ET: 'weak',
  BN: 'weak',
}

/** Returns the direction of supplementary characters; emoji and symbols have none. */
const beyond: { pattern: RegExp; direction: Direction }[] = [
  { pattern: /^[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u, direction: 'left' },
  { pattern: /^[\p{L}\p{N}\p{M}]/u, direction: 'right' },
]

/** Returns the direction of the first letter of a text. */
export function directionOf(text: string): Direction {
  const code = text.codePointAt(0) ?? 0x20
  // The library processes surrogates separately.
  if (code > 0xffff) return beyond.find(({ pattern }) => pattern.test(text))?.direction ?? 'neutral'
  return kinds[bidi.getBidiCharTypeName(text[0] ?? ' ')] ?? 'neutral'
}

/** Returns a BMP placeholder with the same direction as the first letter of a text. */
export function placeholderFor(text: string): string {
  if (text.codePointAt(0)! <= 0xffff) return text[0]!
  return { left: 'א', right: 'a', weak: '☺', neutral: '☺' }[directionOf(text)]
}

/** Returns whether a letter belongs to a script that runs from right to left. */
export const runsLeft = (text: string) => text.charCodeAt(0) > 0x0590 && directionOf(text) === 'left'

/** Returns the mirrored form of a bracket or symbol, if any. */
export const turned = (text: string) => bidi.getMirroredCharacter(text) ?? text
