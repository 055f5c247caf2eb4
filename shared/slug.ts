import { transliterate } from 'transliteration'

/**
 * Transliterates a text to ASCII: `Łódź` becomes `Lodz`, `日本` `Ri Ben`. Characters without a transliteration are
 * omitted.
 */
export function toAscii(text: string): string {
  // The capital ẞ has no transliteration.
  return transliterate(text.normalize('NFKC').replaceAll('ẞ', 'SS'))
}

/**
 * Creates a slug from a title: lower-case words of ASCII letters and digits joined by single hyphens.
 *
 * @param longest Maximum length.
 * @returns The slug; empty when nothing of the title can be transliterated.
 */
export function slugOf(title: string, longest = 60): string {
  return toAscii(title.replaceAll(/['’ʼ]/g, ''))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, longest)
    .replaceAll(/-+$/g, '')
}
