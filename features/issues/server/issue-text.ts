import { htmlToText } from 'html-to-text'
import { cutText } from '#shared/cut-text.ts'
import { summaryLength } from '#features/issues/contract.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes plain text for HTML text and attribute values. */
export function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"']/g, (character) => escapes[character]!)
}

/** Converts typed text to paragraphs, separated at empty lines, with line breaks. */
export function paragraphsOf(words: string): string {
  return words
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

/** Returns the first 200 characters of a text, whole characters only. */
export function summaryOf(words: string): string {
  return cutText(words.trim(), summaryLength)
}

/**
 * Converts cleaned HTML to plain text, for the plain part of an email.
 *
 * @param hidesLinks Whether to omit addresses, as in a summary.
 */
export function plainTextOf(html: string, { hidesLinks = false } = {}): string {
  return htmlToText(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'], ignoreHref: hidesLinks } },
      { selector: 'h2', options: { uppercase: false, leadingLineBreaks: 2 } },
      { selector: 'h3', options: { uppercase: false, leadingLineBreaks: 2 } },
    ],
  })
}
