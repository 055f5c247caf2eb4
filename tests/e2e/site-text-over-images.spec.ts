import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { imageUploadPath } from '#shared/image-address.ts'
import { elements } from '#tests/support/html.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()

/** A line of text on the screen: its box in CSS pixels, its color, and the contrast that its size requires. */
type Line = { text: string; left: number; top: number; width: number; height: number; rgba: number[]; needed: number }

/** Script that lists the visible lines of text of the first screen. */
const listLines = `(() => {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgbaOf = (color) => {
    paint.clearRect(0, 0, 1, 1)
    paint.fillStyle = color
    paint.fillRect(0, 0, 1, 1)
    return [...paint.getImageData(0, 0, 1, 1).data]
  }
  const main = document.querySelector('main')
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const lines = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent.trim()
    const element = node.parentElement
    if (!text || element.closest('[disabled]') || !element.checkVisibility({ opacityProperty: true })) continue
    const style = getComputedStyle(element)
    const size = Number.parseFloat(style.fontSize)
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, top, width, height, bottom, right } of range.getClientRects()) {
      if (width <= 4 || top < 0 || left < 0 || right > innerWidth || bottom > innerHeight) continue
      // The navigation and the radio bar cover the page.
      const isSeen = [top + 1, bottom - 1].every((y) => main.contains(document.elementFromPoint(left + width / 2, y)))
      if (isSeen) lines.push({ text, left, top, width, height, rgba: rgbaOf(style.color), needed })
    }
  }
  return lines
})()`

/** Linear light of every channel value. */
const linear = Float64Array.from({ length: 256 }, (_, value) => linearLight(value))

function linearLight(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = (red: number, green: number, blue: number) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Returns the lines whose contrast to the worst hundredth of the pixels below them is too low, at a window size. */
async function findUnreadable(
  page: Page,
  viewport: { width: number; height: number },
): Promise<{ lines: number; unreadable: string[] }> {
  await page.setViewportSize(viewport)
  // The images of this size are requested when it has been drawn.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await page.evaluate(
    'Promise.all([...document.images].map((image) => image.complete || image.loading === "lazy" || image.decode()))',
  )
  const lines = await page.evaluate<Line[]>(listLines)
  // The policy of the site refuses added style elements.
  await page.evaluate(`(() => {
    const hidden = new CSSStyleSheet()
    hidden.replaceSync('* { color: transparent !important; text-decoration-color: transparent !important }')
    document.adoptedStyleSheets.push(hidden)
  })()`)
  const shot = sharp(await page.screenshot()).removeAlpha()
  await page.evaluate('document.adoptedStyleSheets.pop()')
  const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true })
  const unreadable = lines.flatMap((line) => {
    const worst = worstContrast(line, data, info.width)
    const found = `${new URL(page.url()).pathname} “${line.text.slice(0, 40)}”: ${worst.toFixed(2)}`
    return worst < line.needed ? [found] : []
  })
  return { lines: lines.length, unreadable }
}

/** Returns the contrast of a line to the worst hundredth of the RGB pixels below it. */
function worstContrast({ left, top, width, height, rgba }: Line, pixels: Uint8Array, pixelsPerRow: number): number {
  const [firstX, firstY] = [Math.ceil(left), Math.ceil(top)]
  const [columns, rows] = [Math.ceil(left + width) - firstX, Math.ceil(top + height) - firstY]
  const opacity = rgba[3]! / 255
  const contrasts = new Float64Array(columns * rows)
  for (let index = 0; index < contrasts.length; index += 1) {
    const at = ((firstY + Math.floor(index / columns)) * pixelsPerRow + firstX + (index % columns)) * 3
    const lightOfInk = (channel: number) => {
      const under = pixels[at + channel]!
      return linearLight(under + (rgba[channel]! - under) * opacity)
    }
    const under = luminance(linear[pixels[at]!]!, linear[pixels[at + 1]!]!, linear[pixels[at + 2]!]!)
    const ink = luminance(lightOfInk(0), lightOfInk(1), lightOfInk(2))
    contrasts[index] = (Math.max(under, ink) + 0.05) / (Math.min(under, ink) + 0.05)
  }
  return contrasts.toSorted()[Math.floor(contrasts.length / 100)] ?? 21
}

const small = { width: 390, height: 844 }

test('text is readable on the exact pixels behind it, on light and on dark artwork', async () => {
  const found: string[] = []
  const page = await site.takePage()
  for (const path of ['/', '/market', '/books', '/artist/nova-swade', '/artist/onyx-swade']) {
    // A window that grows loads the larger images; one that shrinks would keep them.
    await page.setViewportSize(small)
    await page.goto(path)
    for (const viewport of [small, { width: 1440, height: 900 }]) {
      const { lines, unreadable } = await findUnreadable(page, viewport)
      expect(lines, path).toBeGreaterThan(2)
      found.push(...unreadable.map((one) => `${viewport.width}: ${one}`))
    }
  }
  expect(found).toEqual([])
})

test('text is readable beside a white image of the owner, which a phone shows at full brightness', async () => {
  const editor = '/admin/content/page-image/developers'
  const cookie = await site.ownerCookie()
  const post = (path: string, body: FormData | URLSearchParams) =>
    fetch(site.origin + path, { method: 'POST', headers: { cookie, origin: site.origin }, body, redirect: 'manual' })
  const act = async (button: string, values: Record<string, string> = {}) => {
    const html = await (await fetch(site.origin + editor, { headers: { cookie } })).text()
    const seen = (field: string) => elements(html, 'input').find(({ name }) => name === field)?.['value'] ?? ''
    const known = { revision: seen('revision'), draftSavedAt: seen('draftSavedAt') }
    return (await post(editor, new URLSearchParams({ act: button, ...known, ...values }))).headers.get('location')
  }
  const white = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(white)]), 'white.jpg')
  const { value } = (await (await post(imageUploadPath('page-image', 'developers'), form)).json()) as { value: string }
  onTestFinished(async () => void (await act('reset')))
  expect(await act('publish', { image: value, imageAlt: '' })).toContain('done=published')
  const page = await site.takePage({ viewport: { width: 390, height: 900 } })
  await page.goto('/developers')
  await page.evaluate('Promise.all([...document.images].slice(0, 3).map((image) => image.decode()))')
  const strip = await page.screenshot({ clip: { x: 40, y: 110, width: 300, height: 30 } })
  expect((await sharp(strip).stats()).channels[0]!.mean).toBeGreaterThan(200)
  for (const width of [390, 1024, 1440]) {
    const { lines, unreadable } = await findUnreadable(page, { width, height: 900 })
    expect(lines).toBeGreaterThan(2)
    expect(unreadable, String(width)).toEqual([])
  }
})
