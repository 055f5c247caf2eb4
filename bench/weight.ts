import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { ensureBuild } from '../scripts/build.ts'
import { findRequirement, requirements } from '../scripts/test/requirements.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Measures the bytes of a first visit on the wire (compressed, without headers) before any input, and checks whether
 * any of it comes from another host. The style sheet of a page's area is part of its HTML, so its size is also printed
 * separately, plain and compressed. Goals: script of `/` at most 140 KB, no
 * request to another host, layout shift at most 0.01.
 */
expectNoArguments(`Measures the bytes of a first visit.

  npm run bench:weight`)
const paths = [
  '/',
  '/swade-fam',
  '/artist/nova-swade',
  '/books',
  '/book/indie-music-ai-guide-2',
  '/journey',
  '/tokens',
  '/market',
  '/newsletter',
  '/book/indie-music-ai-guide-2/read',
  '/admin',
  '/newsletter-admin',
]
const scriptGoalKb = 140

await ensureBuild()
const data = scratchFolder()
const site = await startMeasuredSite(data.path)
const browser = await chromium.launch({
  executablePath: findRequirement(requirements.chromium) ?? 'chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking', '--disable-quic'],
})
console.log(
  'page                             script KB  style KB  fonts KB    images KB  html KB  of it style KB (raw)  other hosts  layout shift',
)
for (const path of paths) console.log(await weigh(path))
await browser.close()
await site.stop()
data.remove()

async function weigh(path: string): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  // Response headers have the same size for small and large files, so only the compressed body counts.
  const answers = new Map<string, { type: string; headBytes: number }>()
  const kilobytes: Record<string, number> = {}
  let elsewhere = 0
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    answers.set(requestId, { type, headBytes: response.encodedDataLength })
    if (!response.url.startsWith(site.origin) && /^https?:/.test(response.url)) elsewhere += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { type, headBytes } = answers.get(requestId) ?? { type: 'Other', headBytes: 0 }
    kilobytes[type] = (kilobytes[type] ?? 0) + (encodedDataLength - headBytes) / 1024
  })
  // Runs in the page, where types of the browser are known.
  await page.addInitScript(
    'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value }).observe({ type: "layout-shift", buffered: true })',
  )
  await page.goto(site.origin + path, { waitUntil: 'networkidle' })
  // Scripts load after the first image, possibly after a pause; what they request themselves follows at once.
  await page.locator('html[data-ready]').waitFor()
  await page.waitForTimeout(1_000)
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  const beforeScroll = { ...kilobytes }
  for (let y = 0; y < height; y += 400) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(40)
  }
  const shift = await page.evaluate<number>('window.shift')
  const styles = await page.evaluate<string>(
    '[...document.querySelectorAll("style")].map((style) => style.textContent).join("")',
  )
  await context.close()
  const column = (type: string, width: number) => (beforeScroll[type] ?? 0).toFixed(1).padStart(width)
  const ratio =
    path === '/' ? `   script ratio to the goal ${((beforeScroll.Script ?? 0) / scriptGoalKb).toFixed(2)}` : ''
  return `${path.padEnd(32)} ${column('Script', 9)} ${column('Stylesheet', 9)} ${column('Font', 9)} ${column('Image', 12)} ${column('Document', 8)} ${ownStyle(styles).padStart(21)} ${String(elsewhere).padStart(12)} ${shift.toFixed(4).padStart(13)}${ratio}`
}

function ownStyle(text: string): string {
  return `${(brotliCompressSync(text).length / 1024).toFixed(1)} (${(Buffer.byteLength(text) / 1024).toFixed(1)})`
}
