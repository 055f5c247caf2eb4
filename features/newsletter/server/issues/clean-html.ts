import sanitize from 'sanitize-html'

/** Elements of running text that every mail program shows; nothing of them carries an attribute but the address of a link. */
export const shownElements = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'u', 's', 'a', 'br', 'hr'] as const

const rules: sanitize.IOptions = {
  allowedTags: [...shownElements],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // What stands inside these is no text of the letter.
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
    a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: (isLeadingSomewhere(href) ? { href: href.trim() } : {}) as sanitize.Attributes }),
  },
}

/** Links lead out of a mail, so they have to say where in full. */
function isLeadingSomewhere(href: string): boolean {
  const address = href.trim()
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/**
 * Leaves of somebody's HTML what a mail can show: an allow-list, written anew from what was understood, so that nothing that only looks
 * harmless to one parser comes through to another. Cleaning what is clean changes nothing.
 */
export function cleanHtml(html: string): string {
  let clean = sanitize(html, rules)
  // What was renamed may now stand where it cannot, a paragraph within a paragraph: read again as often as it changes.
  for (let again = sanitize(clean, rules), round = 0; again !== clean && round < 5; again = sanitize(clean, rules), round += 1)
    clean = again
  return clean
}
