import type { VisibleString } from './read-strings.ts'

/** Counts of a comparison of two lists of strings; `specified` counts those among the unchanged. */
export type StringCounts = { before: number; after: number; unchanged: number; changed: number; specified: number }

/**
 * Counts how many strings are unchanged and how many were removed or reworded. Their places do not matter: a string
 * that moved to another file is unchanged. A text that occurs several times is matched as often as it is in both lists.
 *
 * @param specification Text that fixes strings; of the unchanged strings those that occur in it are counted.
 */
export function compareStrings(before: VisibleString[], after: VisibleString[], specification = ''): StringCounts {
  const left = new Map<string, number>()
  for (const { text } of after) left.set(text, (left.get(text) ?? 0) + 1)
  const unchanged = before.filter(({ text }) => {
    const count = left.get(text) ?? 0
    if (count > 0) left.set(text, count - 1)
    return count > 0
  })
  const isSpecified = createSpecifiedCheck(specification)
  return {
    before: before.length,
    after: after.length,
    unchanged: unchanged.length,
    changed: before.length - unchanged.length,
    specified: unchanged.filter(({ text }) => isSpecified(text)).length,
  }
}

/** Creates a check of whether a text fixes a string: it contains every piece of it between run-time values. */
export function createSpecifiedCheck(specification: string): (text: string) => boolean {
  const whole = ` ${normalize(specification)} `
  return (text) => {
    const pieces = normalize(text)
      .split('{…}')
      .map((piece) => piece.trim())
      .filter((piece) => /\p{L}{2}/u.test(piece))
    return pieces.length > 0 && pieces.every((piece) => holdsWhole(whole, piece))
  }
}

function holdsWhole(text: string, piece: string): boolean {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const neighbours = `${text[at - 1] ?? ' '}${text[at + piece.length] ?? ' '}`
    if (!/[\p{L}\p{N}]/u.test(neighbours)) return true
  }
  return false
}

/** Typographic and typewriter signs count as the same, as do all kinds and numbers of spaces. */
function normalize(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('{...}', '{…}')
    .replaceAll(/\s+/g, ' ')
}
