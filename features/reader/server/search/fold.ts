/** Letters a search takes for the same as what is typed on a plain keyboard. */
const alike: Record<string, string> = {
  'ß': 'ss',
  'æ': 'ae',
  'œ': 'oe',
  'ø': 'o',
  'ł': 'l',
  'đ': 'd',
  'ı': 'i',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
}

/**
 * One character as search compares it: without case, accents and typographic shape. Blanks are one space, what is invisible is nothing.
 *
 * @param character One code point.
 * @returns None, one or a few characters.
 */
export function foldCharacter(character: string): string {
  const code = character.codePointAt(0)!
  // Most of a book, and the whole of it takes milliseconds this way.
  if (code < 128) return code >= 65 && code <= 90 ? character.toLowerCase() : code <= 32 ? ' ' : character
  const plain = character
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return alike[plain] ?? plain.replaceAll(/\s/g, ' ')
}

/** A text as search compares it, hyphens left out: a word broken at a line's end is one word, and so is one with a hyphen. */
export function foldText(text: string): string {
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
    .replaceAll(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim()
}
