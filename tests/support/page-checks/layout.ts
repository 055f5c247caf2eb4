import type { Page } from 'playwright-core'

/** Finds what makes a page scroll sideways at its present width, and text that runs out of the window. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(overflow)
}

// What a row scrolls to on purpose is not cut off; what only screen readers get is out of sight for everybody else.
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

/**
 * Puts a word of 82 letters into every heading and text of a page and finds where that makes it scroll sideways or runs
 * out of the window. It leaves the page as it made it: the last thing to do on a visit.
 */
export async function findLongWordOverflow(page: Page): Promise<string[]> {
  await page.evaluate(lengthenWords)
  return findOverflow(page)
}

// Names and texts come from people; buttons, labels and figures are ours.
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

/** Finds links, buttons and inputs that are less than 44 pixels wide or tall. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(smallTargets)
}

// Links within a sentence are as tall as their line; a box to tick is touched on its label, too.
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

/**
 * Finds pictures without a size of their own, without an alternative text, or without a place on the page while they
 * are missing.
 */
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

/**
 * Finds a page without exactly one first heading and one main part, or one that is still held back though all of it is
 * there.
 */
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
