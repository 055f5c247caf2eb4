const QUOTE_ENTITIES: Record<string, string> = { '&quot;': '"', '&#39;': "'" }
const PIECES = /(<(?:pre|code)\b[^>]*>[\s\S]*?<\/(?:pre|code)>|<[^>]+>)/
const BLOCK = /^<\/?(?:p|li|td|th|h\d|blockquote|br)\b/

/** Turns straight quotes, fake hyphens and three dots in HTML text into the typographer's; code stays as typed. */
export function smartenQuotes(html: string): string {
  let before = ' '
  return html
    .split(PIECES)
    .map((piece) => {
      if (piece.startsWith('<')) {
        if (BLOCK.test(piece)) before = ' '
        if (/^<(pre|code)/.test(piece)) before = 'x'
        return piece
      }
      const text = piece
        .replace(/&quot;|&#39;/g, (entity) => QUOTE_ENTITIES[entity] ?? entity)
        .replace(/\.{3}/g, '…')
        .replace(/---/g, '—')
        .replace(/--/g, '–')
      let out = ''
      for (const character of text) {
        out +=
          character === '"' || character === "'" ? curled(character, before, text[out.length + 1] ?? '') : character
        before = character
      }
      return out
    })
    .join('')
}

function curled(quote: string, before: string, after: string): string {
  const opens = /[\s([{–—/"“‘']/.test(before)
  if (quote === '"') return opens ? '“' : '”'
  // A year or a clipped word ('83, 'em) takes an apostrophe although it stands where a quote would open.
  return opens && !/\d/.test(after) ? '‘' : '’'
}
