import sanitize from 'sanitize-html'
import { proseStyles } from '#features/issues/emails/issue-styles.ts'

/**
 * Elements of running text that every mail program shows; nothing of them carries an attribute but the address of a
 * link.
 */
export const shownElements = [
  'p',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  'u',
  's',
  'a',
  'br',
  'hr',
] as const

const rules: sanitize.IOptions = {
  allowedTags: [...shownElements],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // The text inside these is not content.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'noembed',
    'noframes',
    'iframe',
    'xmp',
    'plaintext',
    'template',
    'title',
  ],
  nestingLimit: 30,
  enforceHtmlBoundary: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    h1: 'h2',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    div: 'p',
    a: (_tag, { href = '' }) => ({
      tagName: 'a',
      attribs: (isAllowedLink(href) ? { href: href.trim() } : {}) as sanitize.Attributes,
    }),
  },
}

/** Links lead out of a mail, so they have to say where in full. */
function isAllowedLink(href: string): boolean {
  const address = href.trim()
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/**
 * Leaves of someone's HTML what a mail can show: an allow-list, written anew from what was understood, so that nothing
 * that only looks harmless to one parser comes through to another. Cleaning what is clean changes nothing.
 */
export function cleanHtml(html: string): string {
  let clean = sanitize(html, rules)
  // Renaming may leave elements where they are not allowed, so cleaning repeats until nothing changes.
  for (
    let again = sanitize(clean, rules), round = 0;
    again !== clean && round < 5;
    again = sanitize(clean, rules), round += 1
  )
    clean = again
  return clean
}

/**
 * HTML as a mail wears it: cleaned, styles written into every element, links as `address` spells them.
 */
export function styleHtml(html: string, address: (url: string) => string): string {
  const dressed = (tag: string, attributes: sanitize.Attributes): sanitize.Tag => {
    const { href } = attributes
    return { tagName: tag, attribs: { ...(tag === 'a' && href ? { href: address(href) } : {}), ...proseStyles[tag] } }
  }
  return sanitize(cleanHtml(html), {
    allowedTags: [...shownElements],
    allowedAttributes: { '*': ['style', 'class'], 'a': ['href', 'style', 'class'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    parseStyleAttributes: false,
    enforceHtmlBoundary: false,
    transformTags: Object.fromEntries(Object.keys(proseStyles).map((tag) => [tag, dressed])),
  })
}
