/**
 * Returns the first sentences of a text as one line.
 *
 * @param count Number of sentences, at least 1.
 */
export function firstSentences(text: string, count: number): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?])\s+(?=[A-Z“"])/)
    .slice(0, count)
    .join(' ')
}
