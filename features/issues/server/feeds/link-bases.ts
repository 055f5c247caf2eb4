import { Parser } from 'htmlparser2'

/** Maximum number of entries that are skipped at once, which limits the time for a hostile feed. */
const maxSkipped = 20

/**
 * Reads the `xml:base` of the links of an Atom feed, which the feed library leaves out.
 *
 * @param text The whole document.
 * @returns A function that takes the `href` of a link of each entry, in the order of the entries, and returns its base.
 *   The library skips entries without content, so the next entry with such a link is used.
 * @see https://www.rfc-editor.org/rfc/rfc4287#section-2
 */
export function findLinkBases(text: string): (href: string | undefined) => string | undefined {
  const entries = readEntries(text)
  let next = 0
  return (href = '') => {
    const skipped = entries.slice(next, next + maxSkipped + 1).findIndex((bases) => bases.has(href.trim()))
    if (skipped < 0) return undefined
    next += skipped + 1
    return entries[next - 1]!.get(href.trim())
  }
}

/** Returns bases by the `href` as written, for each entry; the first of several equal links counts. */
function readEntries(text: string): Map<string, string>[] {
  const entries: Map<string, string>[] = []
  // Nearly all feeds have no `xml:base`, and these are not parsed twice.
  if (!/<(?:[\w.-]+:)?link\s[^<]*xml:base/.test(text)) return entries
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, { href, 'xml:base': base }) {
        const element = localName(name)
        if (element === 'entry' && open.length === 1) entries.push(new Map())
        const bases = open.length === 2 && open[1] === 'entry' ? entries.at(-1) : undefined
        if (element === 'link' && bases && href !== undefined && !bases.has(href.trim()))
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
