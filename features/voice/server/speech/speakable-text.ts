/** Signs between words that separate them and have no name. */
const separators = /[·•|/\\_*#~^<>[\]{}]+/gu
/** Characters that neither language reads: emoji, other scripts, control characters, invisible formats. */
const unreadable = /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}$€£¥%+=&°]+/gu
/** Longer runs without a blank are no words; the engine needs very long for some of them. */
const endless = /\S{32}(?=\S)/gu

/**
 * Prepares text for the engine, which takes angle brackets as commands and stumbles over signs that it does not know.
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
