import sanitize from 'sanitize-html'
import { isOwnPath } from '#features/issues/contract.ts'
import { proseStyles } from '#features/issues/emails/issue-styles.ts'
import { linkColours } from '#shared/mail/mail-colours.ts'

/**
 * Elements of running text that every mail program can show. None of them has an attribute except the address of a
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

const baseRules: sanitize.IOptions = {
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
  },
}

/** A link in an email leads to another site, so a path of this site becomes an absolute address. */
function rulesFor(origin: string | undefined): sanitize.IOptions {
  const link: sanitize.Transformer = (_tag, { href = '' }) => {
    // Browsers ignore these characters inside an address, so they must not hide a second slash.
    const typed = href.trim().replaceAll(/[\t\n\r]/g, '')
    const address = origin !== undefined && isOwnPath(typed) ? origin + typed : typed
    return { tagName: 'a', attribs: (isAllowedLink(address) ? { href: address } : {}) as sanitize.Attributes }
  }
  return { ...baseRules, transformTags: { ...baseRules.transformTags, a: link } }
}

function isAllowedLink(address: string): boolean {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/**
 * Reduces untrusted HTML to elements that a mail program can show. The result is an allow-list, rebuilt from the parsed
 * document, so that text that looks harmless to one parser cannot become markup in another. Cleaning is idempotent.
 *
 * @param origin Origin of this site, without a trailing slash. Links to its paths (`/books`) become absolute; without
 * it, they lose their address.
 */
export function cleanHtml(html: string, origin?: string): string {
  const rules = rulesFor(origin)
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
 * Returns HTML for an email: cleaned, with styles in every element and links converted by `address`.
 *
 * @param accent Accent color of the owner, `#rrggbb`.
 */
export function styleHtml(html: string, address: (url: string) => string, accent?: string): string {
  const elements = proseStyles(linkColours(accent).dark)
  const dressed = (tag: string, attributes: sanitize.Attributes): sanitize.Tag => {
    const { href } = attributes
    return { tagName: tag, attribs: { ...(tag === 'a' && href ? { href: address(href) } : {}), ...elements[tag] } }
  }
  return sanitize(cleanHtml(html), {
    allowedTags: [...shownElements],
    allowedAttributes: { '*': ['style', 'class'], 'a': ['href', 'style', 'class'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    parseStyleAttributes: false,
    enforceHtmlBoundary: false,
    transformTags: Object.fromEntries(Object.keys(elements).map((tag) => [tag, dressed])),
  })
}
