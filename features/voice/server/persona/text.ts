/**
 * The words of a text in lower case, without what an apostrophe hangs on them; whatever is no letter or digit separates
 * them.
 */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/['’]s$/, '').replace(/['’]/g, ''),
  )
}

/** The words of a text separated by one blank, with one at each end: phrases can be looked for in it. */
export function normalizeText(text: string): string {
  return ` ${wordsOf(text).join(' ')} `
}

/** Whether one of some phrases is in a text that {@link normalizeText} has made. */
export function includesPhrase(spoken: string, ...phrases: string[]): boolean {
  return phrases.some((phrase) => spoken.includes(` ${phrase} `))
}

/** Whether a text that {@link normalizeText} has made startsWithPhrase with one of some phrases. */
export function startsWithPhrase(spoken: string, ...phrases: string[]): boolean {
  return phrases.some((phrase) => spoken.startsWith(` ${phrase} `))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of each paragraph of a text. */
export function sentencesOf(text: string): string[][] {
  return text.split(/\n{2,}/).flatMap((part) => {
    const paragraph = part.replace(/\s+/g, ' ').trim()
    return paragraph ? [[...segmenter.segment(paragraph)].map(({ segment }) => segment.trim())] : []
  })
}

/** A number of things: `one chapter`, `10 chapters`. @param thing In the singular; its plural takes an s. */
export function countOf(count: number, thing: string): string {
  return count === 1 ? `one ${thing}` : `${count} ${thing}s`
}
