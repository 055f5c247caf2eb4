import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pageKinds } from '#tests/support/addresses.ts'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { startHaltingLine } from '#tests/support/halting-line.ts'
import { readShifts, recordShifts } from '#tests/support/layout-shifts.ts'
import { startSite, type Site } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const widths = [360, 390, 768, 1440, 1920]

test('no page scrolls sideways or lets words run out of it, from a small phone to a wide screen', { timeout: 180_000 }, async () => {
  const page = await browser.newPage({ expected: [/status of 404/] })
  for (const path of pageKinds) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const found = await page.evaluate<{ sideways: number; cut: string[] }>(whatSticksOut)
      expect.soft(found, `${path} at ${width}`).toEqual({ sideways: 0, cut: [] })
    }
  }
})

// What a row scrolls to on purpose is not cut off; what only screen readers get is out of sight for everybody else.
const whatSticksOut = `(() => {
  const cut = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!data.trim() || !parentElement.checkVisibility()) continue
    if (parentElement.closest('.carousel-viewport, .overflow-x-auto, dialog, .sr-only, script, style, [href="#content"]')) continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const { left, right } = range.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) cut.push(data.slice(0, 60))
  }
  return { sideways: document.documentElement.scrollWidth - innerWidth, cut }
})()`

test.each<[string, PageOptions]>([
  ['a phone', { phone: true }],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
])('on %s nothing moves while a page loads and is read to its end', { timeout: 240_000 }, async (_on, options) => {
  const page = await browser.newPage({ ...options, expected: [/status of 404/] })
  await recordShifts(page)
  for (const path of pageKinds) {
    await page.goto(path)
    await readToTheEnd(page)
    const { score, shifts } = await readShifts(page)
    expect.soft(score, `${path}: ${shifts.join('; ')}`).toBeLessThanOrEqual(0.01)
  }
})

/** Scrolls through the whole page as a reader would, so that everything lazy has come. */
async function readToTheEnd(page: Page) {
  await page.evaluate(`(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 60))
    }
  })()`)
  await page.waitForLoadState('networkidle')
}

const inTheOpening = [/<main.*?<img[^>]*>/s, /<main.*?<h1[^>]*>/s, /<main.*?<\/h1>/s]

test.each([
  { path: '/', halts: inTheOpening },
  { path: '/artist/nova-swade', halts: inTheOpening },
  { path: '/platform/downbeat', halts: inTheOpening },
  { path: '/swade-fam', halts: [/<h2 id="artists-heading".*?<\/h2>/s] },
])('what stands at its foot on $path does not move when the page arrives in pieces', { timeout: 60_000 }, async ({ path, halts }) => {
  const { line, slow } = await openHaltingLine()
  for (const halt of halts) {
    // A page of its own each time: a browser goes on showing the last page of a site while the next one arrives.
    const page = await slow.newPage({ viewport: { width: 1440, height: 900 } })
    await recordShifts(page)
    // Without time in the page the two seconds after which it is shown anyway do not pass, however slow the machine.
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Animation.enable')
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    line.haltAfter = halt
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(hasPainted), { timeout: 10_000 }).toBe(true)
    expect(await page.evaluate(heldBack), `${path}, halted after ${halt}`).toBe('hidden')
    line.release()
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(heldBack), `${path}, all of it there`).toBe('visible')
    const { score, shifts } = await readShifts(page)
    expect.soft(score, `${path}, halted after ${halt}: ${shifts.join('; ')}`).toBeLessThanOrEqual(0.01)
  }
})

test('an opening whose rest does not come is shown all the same', { timeout: 60_000 }, async () => {
  const { line, slow } = await openHaltingLine()
  const page = await slow.newPage()
  line.haltAfter = /<main.*?<\/h1>/s
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => page.locator('h1').isVisible(), { timeout: 10_000 }).toBe(true)
  line.release()
  await page.waitForLoadState('networkidle')
})

const hasPainted = `performance.getEntriesByType('paint').length > 0 && document.querySelector('[class*=shown-whole]') !== null`
const heldBack = `getComputedStyle(document.querySelector('[class*=shown-whole]')).visibility`

/** The site at the end of a line that halts, until the test ends. */
async function openHaltingLine() {
  const line = await startHaltingLine(site.origin)
  const slow = await launchBrowser(line.origin)
  onTestFinished(async () => {
    await slow.close()
    line.stop()
  })
  return { line, slow }
}

test('the observer of shifts notices a page that moves', async () => {
  const page = await browser.newPage()
  await recordShifts(page)
  await page.goto('/tokens')
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    'setTimeout(() => document.querySelector("main").prepend(Object.assign(document.createElement("div"), { style: "height: 300px" })), 700)',
  )
  await expect.poll(async () => (await readShifts(page)).score, { timeout: 5_000 }).toBeGreaterThan(0.05)
})

test('every picture has its place before it is there', { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ phone: true, expected: [/status of 404/, /ERR_FAILED/] })
  await page.route(/\.(webp|png|avif|svg)(\?|$)/, (route) => route.abort())
  for (const path of pageKinds) {
    await page.goto(path)
    const without = await page.evaluate<string[]>(`[...document.images].filter((image) => {
      const { width, height } = image.getBoundingClientRect()
      return !image.getAttribute('width') || !image.getAttribute('height') || (image.checkVisibility() && (width < 8 || height < 8))
    }).map((image) => image.outerHTML.slice(0, 120))`)
    expect.soft(without, path).toEqual([])
    expect
      .soft(await page.evaluate<string[]>('[...document.images].filter((image) => !image.hasAttribute("alt")).map(String)'), path)
      .toEqual([])
  }
})
