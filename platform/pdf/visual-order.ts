import { bidi, placeholderFor } from './direction.ts'

/**
 * Returns the letters of a right-to-left line in visual order; brackets keep their logical meaning.
 *
 * @see UAX 9, L2
 */
export function toVisualOrder(text: string): string {
  // Surrogate pairs must not be separated.
  const letters = [...text]
  const signs = letters.map(placeholderFor).join('')
  const order = bidi.getReorderedIndices(signs, bidi.getEmbeddingLevels(signs, 'rtl'))
  return order.map((at) => letters[at]!).join('')
}
