import { maxSpokenLength } from '#features/voice/constants.ts'

/** Length after which no further sentence is spoken, about a quarter of a minute; the transcript has the rest. */
const enough = 200
const maxSentences = 3
/** The segmenter interprets the dot of these as the end of a sentence. */
const abbreviation = /(?:^|[\s“«(])(?:\p{Lu}|Dr|Dra|Mr|Mrs|Ms|Sr|Sra|St|vs)\.$/u

/**
 * Returns the part of an answer that is spoken: its first sentences, each short enough for one request.
 *
 * @param text Paragraphs, separated by empty lines.
 */
export function spokenSentences(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const sentences = text
    .split(/\n+/)
    .flatMap((paragraph) => whole([...segmenter.segment(paragraph)].map(({ segment }) => segment.trim())))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map(shorten)
  const spoken: string[] = []
  let length = 0
  for (const sentence of sentences) {
    if (spoken.length === maxSentences || (spoken.length > 0 && length + sentence.length > enough)) break
    spoken.push(sentence)
    length += sentence.length
  }
  return spoken
}

/** Joins segments that were split at an abbreviation. */
function whole(segments: readonly string[]): string[] {
  return segments.reduce<string[]>((sentences, segment) => {
    const before = sentences.at(-1)
    return before !== undefined && abbreviation.test(before)
      ? [...sentences.slice(0, -1), `${before} ${segment}`]
      : [...sentences, segment]
  }, [])
}

/** Cuts a sentence after a clause or a word. */
function shorten(sentence: string): string {
  if (sentence.length <= maxSpokenLength) return sentence
  const start = sentence.slice(0, maxSpokenLength - 1)
  const clause = Math.max(start.lastIndexOf(', '), start.lastIndexOf('; '), start.lastIndexOf(': '))
  const end = clause > maxSpokenLength / 2 ? clause : start.lastIndexOf(' ')
  return `${end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '')}…`
}
