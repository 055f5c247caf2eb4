/** The attributes of one element as a browser would read them; one without a value is `''`. */
export type Attributes = Record<string, string>

/**
 * Every element with one of these tag names, in order. Made for what our own server renders: quoted attributes, no
 * stray `<`.
 *
 * @param tags Such as `a` or `a|link`.
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

/** Every `id` in the document, twice if it stands there twice. */
export function listIds(html: string): string[] {
  return [...withoutScripts(html).matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => plain(id))
}

/** What a reader sees, with every run of white space as one space. */
export function readText(html: string): string {
  return plain(withoutScripts(html).replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Text with its entities resolved. */
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
