/** Running words, or words that lead somewhere. */
export type TextPart = { words: string; href?: string }

/**
 * Takes a text with links apart.
 *
 * @param text Plain words with links as `[words](target)`; targets were checked when the content was loaded.
 */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const link of text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (link.index > end) parts.push({ words: text.slice(end, link.index) })
    parts.push({ words: link[1]!, href: link[2]! })
    end = link.index + link[0].length
  }
  if (end < text.length) parts.push({ words: text.slice(end) })
  return parts
}
