import { Parser } from 'htmlparser2'

/** Attributes that people see or hear. */
const attributes = ['aria-label', 'aria-valuetext', 'aria-roledescription', 'alt', 'title', 'placeholder', 'label']

/** Names of `meta` elements with a text. */
const metaNames = ['description', 'og:title', 'og:description', 'og:image:alt']

/**
 * Lists the texts of a document, with those of attributes and of its head. Elements with `translate="no"`, such as code
 * and addresses, are left out.
 *
 * @param isSkipped Returns whether an element is left out with its content.
 */
export function listShownTexts(html: string, isSkipped: (attribs: Record<string, string>) => boolean): string[] {
  const texts: string[] = []
  const open: boolean[] = []
  let current = ''
  const flush = () => {
    texts.push(current)
    current = ''
  }
  const parser = new Parser({
    onopentag(name, attribs) {
      flush()
      const isHidden =
        open.at(-1) === true ||
        name === 'script' ||
        name === 'style' ||
        attribs['translate'] === 'no' ||
        isSkipped(attribs)
      open.push(isHidden)
      if (isHidden) return
      texts.push(...attributes.map((key) => attribs[key] ?? ''))
      if (name === 'meta' && metaNames.includes(attribs['name'] ?? attribs['property'] ?? ''))
        texts.push(attribs['content'] ?? '')
    },
    // The parser splits texts at entities.
    ontext(text) {
      if (open.at(-1) !== true) current += text
    },
    oncomment: flush,
    onclosetag() {
      flush()
      open.pop()
    },
  })
  parser.write(html)
  parser.end()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}
