/** Attributes of an element; those without a value are `''`. */
export type Attributes = Record<string, string>

/**
 * Lists the attributes of all elements with these tag names, for HTML rendered by our server.
 *
 * @param tags Tag names, such as `a` or `a|link`.
 */
export function elements(html: string, tags: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<(?:${tags})((?:\\s+[^\\s=>/"']+(?:="[^"]*")?)*)\\s*/?>`, 'g'))].map(
    ([, text = '']) =>
      Object.fromEntries(
        [...text.matchAll(/([^\s=>/"']+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
          name.toLowerCase(),
          plain(value),
        ]),
      ),
  )
}

/** Lists all `id` attributes of a document, including duplicates. */
export function listIds(html: string): string[] {
  return [...withoutScripts(html).matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => plain(id))
}

/** Returns the visible text with collapsed whitespace. */
export function readText(html: string): string {
  return plain(withoutScripts(html).replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Decodes HTML entities. */
export function plain(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex || decimal) return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10))
    return named[name] ?? entity
  })
}

function withoutScripts(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ' ')
}
