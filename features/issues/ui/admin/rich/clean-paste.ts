const kept = new Set('p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote strong b em i u s del strike a'.split(' '))
/** What stands in these is no text somebody meant to paste. */
const dropped = new Set(
  'script style template noscript noembed noframes iframe object embed title head textarea select xmp plaintext svg math'.split(' '),
)
const blocks = new Set('table tr td th section article header footer main aside figure pre address dl dt dd'.split(' '))
const withoutEnd = new Set(['br', 'hr'])
const mostDeep = 60

/**
 * Pasted HTML as the editor may read it. It is taken apart in a document where nothing runs, and only names and words of it are written down again:
 * the editor's own reading would hand it to the page first, where every handler in it asks to run.
 */
export function cleanPaste(html: string): string {
  // Nothing runs there, and yet a browser reports handlers and bases as they are read: they lose their names first.
  const tame = html.replaceAll(/<base\b/gi, '<x-base').replaceAll(/(?<=[\s/"'`\0])on(?=[a-z]+\s*=)/gi, 'x-on')
  return childrenOf(new DOMParser().parseFromString(tame, 'text/html').body, 0)
}

function childrenOf(parent: Node, depth: number): string {
  return depth > mostDeep ? escaped(parent.textContent ?? '') : [...parent.childNodes].map((node) => written(node, depth + 1)).join('')
}

function written(node: Node, depth: number): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '')
  if (!(node.nodeType === Node.ELEMENT_NODE)) return ''
  const element = node as Element
  const name = element.localName
  if (dropped.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return ''
  const tag = kept.has(name) ? name : blocks.has(name) ? 'div' : ''
  if (tag === '') return childrenOf(element, depth)
  if (withoutEnd.has(tag)) return `<${tag}>`
  return `<${tag}${attributesOf(element, tag)}>${childrenOf(element, depth)}</${tag}>`
}

function attributesOf(element: Element, tag: string): string {
  const href = tag === 'a' ? element.getAttribute('href')?.trim() : undefined
  // What was copied out of the editor itself says so, and goes in again as it was.
  const slice = element.getAttribute('data-pm-slice')
  return (
    (href && /^(https?:\/\/|mailto:)/i.test(href) ? ` href="${escaped(href)}"` : '') + (slice ? ` data-pm-slice="${escaped(slice)}"` : '')
  )
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
