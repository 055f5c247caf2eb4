/** Minimum share of the recognized words that the persona must have spoken for them to count as an echo. */
const echoShare = 0.6

/**
 * Returns whether the microphone recorded the persona itself: most of the words were just spoken, in whatever form the
 * recognizer wrote them.
 */
export function isEcho(recognized: string, spoken: string): boolean {
  const own = new Set(wordsOf(spoken))
  const words = wordsOf(recognized)
  return words.length === 0 || words.filter((word) => own.has(word)).length / words.length >= echoShare
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
