import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { root } from '../measured-site.ts'

/** Milliseconds between two frames. */
export type FrameTimes = { median: number; p95: number }

/**
 * Measures the frame times of a browser in the 3D room, alone and then in a full room, and of an empty three.js scene
 * of the same size.
 *
 * @param options.fill Fills the room with guests who walk until the returned function is called.
 */
export async function measureFrames(
  browser: Browser,
  options: { origin: string; seconds: number; fill(): Promise<() => void> },
): Promise<Record<'empty' | 'alone' | 'full', FrameTimes>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await page.goto(options.origin)
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached', timeout: 60_000 })
  await page.locator('#virtual-world').getByRole('button', { name: 'Enter the Venue' }).click()
  const canvas = page.locator('#virtual-world canvas[data-calls]')
  await canvas.waitFor({ timeout: 60_000 })
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the 3D view of the venue is not visible')
  await sleep(settleMs)
  const alone = await readFrames(page, options.seconds)
  const leave = await options.fill()
  await sleep(settleMs)
  const full = await readFrames(page, options.seconds)
  leave()
  await page.close()
  return { empty: await measureEmptyScene(browser, box, options.seconds), alone, full }
}

/** The room needs a few seconds to adapt its resolution to the device. */
const settleMs = 8_000

async function measureEmptyScene(
  browser: Browser,
  { width, height }: { width: number; height: number },
  seconds: number,
): Promise<FrameTimes> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await page.route('http://three.test/**', (route) => {
    const { pathname } = new URL(route.request().url())
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: emptyScene(Math.round(width), Math.round(height)) })
      : route.fulfill({
          contentType: 'text/javascript',
          body: readFileSync(join(root, 'node_modules/three/build', pathname), 'utf8'),
        })
  })
  await page.goto('http://three.test/')
  await page.locator('canvas[data-drawn]').waitFor()
  await sleep(settleMs)
  const times = await readFrames(page, seconds)
  await page.close()
  return times
}

const emptyScene = (width: number, height: number) => `<!doctype html>
<title>An empty scene</title>
<script type="module">
  import { PerspectiveCamera, Scene, WebGLRenderer } from '/three.module.js'
  const renderer = new WebGLRenderer({ antialias: true })
  renderer.setSize(${width}, ${height})
  document.body.append(renderer.domElement)
  const scene = new Scene()
  const camera = new PerspectiveCamera()
  renderer.setAnimationLoop(() => {
    renderer.render(scene, camera)
    renderer.domElement.dataset.drawn = 'true'
  })
</script>`

async function readFrames(page: Page, seconds: number): Promise<FrameTimes> {
  const times = await page.evaluate<number[]>(`new Promise((resolve) => {
    const times = []
    const until = performance.now() + ${seconds * 1000}
    let last
    const frame = (at) => {
      if (last !== undefined) times.push(at - last)
      last = at
      if (at < until) requestAnimationFrame(frame)
      else resolve(times)
    }
    requestAnimationFrame(frame)
  })`)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95) }
}
