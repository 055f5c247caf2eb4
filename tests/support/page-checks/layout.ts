import type { Page } from 'playwright-core'

/** Finds horizontal overflow and clipped text. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(overflow)
}

// Ignores scrollable rows and content for screen readers.
const overflow = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? ['scrolls sideways by ' + (scrollWidth - clientWidth) + ' px'] : []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!data.trim() || !parentElement.checkVisibility()) continue
    if (parentElement.closest('.carousel-viewport, .overflow-x-auto, dialog, .sr-only, script, style, [href="#content"]')) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const { left, right } = range.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) found.push('cut off: ' + data.slice(0, 60))
  }
  return found
})()`

/** Replaces words with one of 82 letters and finds overflow. Use it last, since it changes the page. */
export async function findLongWordOverflow(page: Page): Promise<string[]> {
  await page.evaluate(lengthenWords)
  return findOverflow(page)
}

// Only user content can contain long words.
const lengthenWords = `(() => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const isContent = text.parentElement.closest('h1, h2, h3, h4, p, li, dt, dd, blockquote, figcaption')
    const isOurs = text.parentElement.closest('button, svg, noscript, script, .figures, .label, .sr-only, [aria-hidden=true]')
    if (isContent && !isOurs) text.data = text.data.replace(/\\S{2,}/, word)
  }
})()`

/** Finds links, buttons and inputs smaller than 44 pixels. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(smallTargets)
}

// Links within text are exempt, and labels extend the target of checkboxes.
const smallTargets = `[...document.querySelectorAll('a[href], button, input, summary')].flatMap((element) => {
  const style = getComputedStyle(element)
  const label = element.labels?.[0]
  const touched = label?.contains(element) ? label : element
  let { width, height } = touched.getBoundingClientRect()
  if (!element.checkVisibility() || width === 0 || element.closest('p, dd, [aria-hidden=true]')) return []
  if (style.display === 'inline' && element.closest('li')) return []
  if (element.textContent.trim() === 'Skip to content') return []
  const layer = getComputedStyle(touched, '::after')
  if (layer.position === 'absolute' && layer.content !== 'none') return []
  if (label && ['checkbox', 'radio'].includes(element.type)) {
    const beside = label.getBoundingClientRect()
    width += beside.width
    height = Math.max(height, beside.height)
  }
  if (width >= 44 && height >= 43.5) return []
  const name = element.ariaLabel || element.textContent.trim() || element.name
  return [name + ': ' + width.toFixed(0) + ' × ' + height.toFixed(0) + ' ' + style.display]
})`

/** Finds images without dimensions, alternative text or reserved space. */
export function findUnsizedImages(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.images].flatMap((image) => {
    const { width, height } = image.getBoundingClientRect()
    const faults = [
      !image.getAttribute('width') || !image.getAttribute('height') ? 'no size' : '',
      !image.hasAttribute('alt') ? 'no alt' : '',
      image.checkVisibility() && (width < 8 || height < 8) ? 'no place' : '',
    ].filter(Boolean)
    return faults.map((fault) => fault + ': ' + image.outerHTML.slice(0, 120))
  })`)
}

/** Finds missing or duplicate first headings and main elements, and content that is still hidden. */
export async function findOutlineErrors(page: Page): Promise<string[]> {
  const headings = await page.getByRole('heading', { level: 1 }).allTextContents()
  const mains = await page.getByRole('main').count()
  const heldBack = await page.locator('[class*=shown-whole]:not(:has(+ *))').count()
  return [
    ...(headings.length === 1 ? [] : [`${headings.length} first headings: ${headings.join(' | ')}`]),
    ...(mains === 1 ? [] : [`${mains} main parts`]),
    ...(heldBack === 0 ? [] : ['its opening is not shown at once']),
  ]
}
