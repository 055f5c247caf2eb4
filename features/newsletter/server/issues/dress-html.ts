import sanitize from 'sanitize-html'
import { proseStyles } from '#features/newsletter/mails/issue-sheet.ts'
import { cleanHtml, shownElements } from './clean-html.ts'

/**
 * HTML as a mail wears it: cleaned, styles written into every element, links as `address` spells them.
 */
export function dressHtml(html: string, address: (url: string) => string): string {
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
