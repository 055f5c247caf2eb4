import { transliterate } from 'transliteration'

/** A text in the letters of ASCII: `Łódź` becomes `Lodz`, `日本` `Ri Ben`. Signs that stand for nothing are left out. */
export function toAscii(text: string): string {
  // Lower case has an ß for the capital one, which has no transliteration of its own.
  return transliterate(text.normalize('NFKC').replaceAll('ẞ', 'SS'))
}

/**
 * A title as an address: lower-case words of ASCII letters and digits joined by single hyphens.
 *
 * @param longest Most letters of it.
 * @returns Empty when nothing of the title can be written so.
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
