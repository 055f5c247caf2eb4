/** A part of a text, with an address if it is a link. */
type TextPart = { text: string; href?: string }

/**
 * Splits a text into plain parts and links.
 *
 * @param text Plain text with links as `[text](target)`; targets were validated when the content was loaded.
 */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const link of text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (link.index > end) parts.push({ text: text.slice(end, link.index) })
    parts.push({ text: link[1]!, href: link[2]! })
    end = link.index + link[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
