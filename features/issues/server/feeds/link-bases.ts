import { Parser } from 'htmlparser2'

/**
 * Returns the `xml:base` of the links of an Atom feed, which the feed library omits.
 * @param text The whole document.
 * @returns For each entry in order, bases by the link's `href` as written; of several equal links, the first one
 * counts.
 * @see https://www.rfc-editor.org/rfc/rfc4287#section-2
 */
export function findLinkBases(text: string): Map<string, string>[] {
  const entries: Map<string, string>[] = []
  // Nearly all feeds have no `xml:base`, and these are not parsed twice.
  if (!/<(?:[\w.-]+:)?link\s[^<]*xml:base/.test(text)) return entries
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, { href, 'xml:base': base }) {
        const element = localName(name)
        if (element === 'entry') entries.push(new Map())
        const bases = entries.at(-1)
        if (element === 'link' && open.at(-1) === 'entry' && bases && href !== undefined && !bases.has(href.trim()))
          bases.set(href.trim(), base ?? '')
        open.push(element)
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  )
  parser.end(text)
  return entries
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
