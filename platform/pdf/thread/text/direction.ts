import bidiFactory from 'bidi-js'

/** The bidirectional algorithm of Unicode (UAX 9). */
export const bidi = bidiFactory()

/** Which way a letter runs by itself; digits and their signs follow what is around them, other signs take no side. */
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

/** Which way characters beyond the basic plane run; emoji and other signs take no side. */
const beyond: { pattern: RegExp; direction: Direction }[] = [
  { pattern: /^[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u, direction: 'left' },
  { pattern: /^[\p{L}\p{N}\p{M}]/u, direction: 'right' },
]

/** Which way a text's first letter runs. */
export function directionOf(text: string): Direction {
  const code = text.codePointAt(0) ?? 0x20
  // The library looks at halves of characters beyond the basic plane.
  if (code > 0xffff) return beyond.find(({ pattern }) => pattern.test(text))?.direction ?? 'neutral'
  return kinds[bidi.getBidiCharTypeName(text[0] ?? ' ')] ?? 'neutral'
}

/** One sign of the basic plane that the algorithm treats like the first letter of a text. */
export function placeholderFor(text: string): string {
  if (text.codePointAt(0)! <= 0xffff) return text[0]!
  return { left: 'א', right: 'a', weak: '☺', neutral: '☺' }[directionOf(text)]
}

/** Returns whether a letter belongs to a script that runs from right to left. */
export const runsLeft = (text: string) => text.charCodeAt(0) > 0x0590 && directionOf(text) === 'left'

/**
 * A bracket or another sign as it looks in a line that runs the other way; signs without such a shape are themselves.
 */
export const turned = (text: string) => bidi.getMirroredCharacter(text) ?? text
