/** Puts a title in quotation marks for an English sentence. Double quotation marks in the title become single ones. */
export function quoteTitle(title: string): string {
  const inner = title
    .replaceAll(/(?<=^|[\s([—–-])"([^"]*)"/g, '‘$1’')
    .replaceAll(/(?<=\d)"/g, '″')
    .replaceAll(/[“„]([^“”„]*)[”“]/g, '‘$1’')
    .replaceAll('“', '‘')
    .replaceAll(/["”]/g, '’')
  return `“${inner}”`
}

/**
 * Moves commas and periods into the quotation marks that they follow, as American English does. Texts with variables
 * need it where a quoted title may end a sentence or a part of a list. A title that ends with a sign of its own gets no
 * period.
 */
export function punctuateQuotes(text: string): string {
  return text
    .replaceAll(/([^”])”([,.])(?!\.)/g, (_all, last: string, sign: string) =>
      sign === '.' && last === '.' ? '.”' : `${last}${sign}”`,
    )
    .replaceAll(/(?<!\.)\.\.”/g, '.”')
    .replaceAll(/([!?…])\.”/g, '$1”')
}
