import sanitizeHtml from 'sanitize-html'
import { cleanHtml, shownElements } from '../clean-html.ts'

/** Target of the rendered HTML. */
type Place = {
  /** Absolute origin of the site, without a trailing slash. */
  origin: string
  /** Pages use paths for links to this site so that the radio keeps playing; feeds need absolute addresses. */
  links: 'paths' | 'absolute'
}

/**
 * Returns the content of an issue for the public: cleaned again, whatever was stored, and without template variables.
 * External links open in a new tab.
 *
 * @param html HTML as stored with the issue.
 */
export function publicHtml(html: string, { origin, links }: Place): string {
  return sanitizeHtml(cleanHtml(withoutVariables(html), origin), {
    allowedTags: [...shownElements],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      a: (tagName, { href = '' }) => {
        if (URL.canParse(href) && new URL(href).origin === origin)
          return { tagName, attribs: { href: links === 'paths' ? pathOf(new URL(href)) : href } }
        const isOutside = /^https?:/i.test(href)
        return {
          tagName,
          attribs: { ...(href && { href }), ...(isOutside && { rel: 'noopener noreferrer', target: '_blank' }) },
        }
      },
    },
  }).trim()
}

/** Returns the path as a browser reads it; two slashes or backslashes at its start would mean another host. */
function pathOf({ pathname, search, hash }: URL): string {
  return pathname.replace(/^\/*/, '/') + search + hash
}

/** Returns the text without elements, for places that allow only text. */
export function plainText(html: string): string {
  const spaced = withoutVariables(html).replace(/<\/(?:p|h\d|li|blockquote|div)>|<br\s*\/?>/gi, ' $&')
  return decoded(sanitizeHtml(cleanHtml(spaced), { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes template variables, which have no value in public. */
export function withoutVariables(text: string): string {
  // Each run of whitespace is matched from its start only; otherwise long runs would take quadratic time.
  return text.replace(/(?<!\s)\s*\{\{[^{}]*\}\}/g, '')
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

// The sanitizer escapes only these five characters.
function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}
