import sanitizeHtml from 'sanitize-html'
import { cleanHtml, shownElements } from '../clean-html.ts'

/** Where a letter is shown. */
export type Place = {
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  /**
   * A page takes links to this site as paths, so that the radio plays on; a feed is read elsewhere and needs whole
   * addresses.
   */
  links: 'paths' | 'absolute'
}

/**
 * What an editor wrote, for everybody: cleaned once more where it is shown, whatever was stored, and without the places
 * that are filled in for a person. Links are plain ones; those that lead out open beside the page.
 *
 * @param html As stored with the issue.
 */
export function publicHtml(html: string, { origin, links }: Place): string {
  return sanitizeHtml(cleanHtml(withoutPlaces(html)), {
    allowedTags: [...shownElements],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      a: (tagName, { href = '' }) => {
        if (href === origin || href.startsWith(`${origin}/`))
          return {
            tagName,
            attribs: { href: links === 'paths' ? href.slice(origin.length).replace(/^\/*/, '/') : href },
          }
        const isOutside = /^https?:/i.test(href)
        return {
          tagName,
          attribs: { ...(href && { href }), ...(isOutside && { rel: 'noopener noreferrer', target: '_blank' }) },
        }
      },
    },
  }).trim()
}

/** The same words without elements, for where only text may stand. */
export function plainWords(html: string): string {
  const spaced = withoutPlaces(html).replace(/<\/(?:p|h\d|li|blockquote|div)>|<br\s*\/?>/gi, ' $&')
  return decoded(sanitizeHtml(cleanHtml(spaced), { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is filled in per person has no place in public. */
export function withoutPlaces(text: string): string {
  // Each run of blanks is looked at from its beginning alone: long ones would otherwise be read again at every blank.
  return text.replace(/(?<!\s)\s*\{\{[^{}]*\}\}/g, '')
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

// The sanitizer writes these five and leaves all else as characters.
function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}
