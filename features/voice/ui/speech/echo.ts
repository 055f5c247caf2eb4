/** Share of the heard words that must have been spoken by the persona to be its own voice. */
const echoShare = 0.6

/**
 * Returns whether the microphone heard the persona itself: most of the words are among those just spoken, in whatever
 * form the recognizer wrote them.
 */
export function isEcho(heard: string, spoken: string): boolean {
  const own = new Set(wordsOf(spoken))
  const words = wordsOf(heard)
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
