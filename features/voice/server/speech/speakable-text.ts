/** Punctuation that separates words and is not read aloud. */
const separators = /[·•|/\\_*#~^<>[\]{}]+/gu
/** Characters that neither language can read aloud: emoji, other scripts, control characters, invisible formats. */
const unreadable = /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}$€£¥%+=&°]+/gu
/** Longer runs without a space are not words, and the engine needs very long for some of them. */
const endless = /\S{32}(?=\S)/gu

/**
 * Prepares text for the engine, which interprets angle brackets as commands and fails on unknown characters.
 *
 * @returns The words on one line; empty if there is nothing to say.
 */
export function speakableText(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(unreadable, ' ')
    .replace(separators, ' ')
    .replace(endless, '$& ')
    .replace(/\s+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}
