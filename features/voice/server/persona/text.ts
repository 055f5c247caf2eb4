/** Returns a text without accents, which many people leave out when they type. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** Splits a text into lower-case words without accents and apostrophes; other characters separate words. */
export function wordsOf(text: string): string[] {
  return (withoutAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/['’]s$/, '').replace(/['’]/g, ''),
  )
}

/** Normalizes a text for phrase search: its words separated by single spaces, with a space at each end. */
export function normalizeText(text: string): string {
  return ` ${wordsOf(text).join(' ')} `
}

/** Returns whether a normalized text contains one of the phrases. @see normalizeText */
export function includesPhrase(spoken: string, ...phrases: string[]): boolean {
  return phrases.some((phrase) => spoken.includes(` ${phrase} `))
}

/** Returns whether a normalized text starts with one of the phrases. @see normalizeText */
export function startsWithPhrase(spoken: string, ...phrases: string[]): boolean {
  return phrases.some((phrase) => spoken.startsWith(` ${phrase} `))
}

const backReference = /\b(?:them|they|these|those|ellos|ellas|estos|estas|esos|esas)\b/iu

/** Returns whether a sentence contains a plural pronoun or demonstrative, whose noun is often in the one before. */
export function refersBack(sentence: string): boolean {
  return backReference.test(sentence)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits a text into paragraphs of sentences. */
export function sentencesOf(text: string): string[][] {
  return text.split(/\n{2,}/).flatMap((part) => {
    const paragraph = part.replace(/\s+/g, ' ').trim()
    return paragraph ? [[...segmenter.segment(paragraph)].map(({ segment }) => segment.trim())] : []
  })
}
