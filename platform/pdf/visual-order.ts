import { bidi, placeholderFor } from './direction.ts'

/**
 * The letters of a line that runs from right to left as they are seen from the left; brackets are told as they are
 * meant.
 *
 * @see UAX 9, L2
 */
export function toVisualOrder(text: string): string {
  // Halves of a character must not be parted.
  const letters = [...text]
  const signs = letters.map(placeholderFor).join('')
  const order = bidi.getReorderedIndices(signs, bidi.getEmbeddingLevels(signs, 'rtl'))
  return order.map((at) => letters[at]!).join('')
}
