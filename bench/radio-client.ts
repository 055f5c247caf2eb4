import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { ensureBuild } from '../scripts/build.ts'
import { findRequirement, requirements } from '../scripts/test/requirements.ts'
import { readArguments } from '../scripts/usage.ts'
import { resetGaps, readMedia, navigate, recordMedia } from '../tests/support/media-recorder.ts'
import { startSite } from '../tests/support/site.ts'
import { startStallingProxy } from './stalling-proxy.ts'
import { median } from './measured-site.ts'
import { createToneApp } from './tone-app.ts'

/*
 * Measures the radio as a visitor hears it, in Chromium on this machine. Goals: 700 ms from click to sound (200 of them
 * a deliberate delay), sound again 5 s after the server is back, a dead connection detected within 10 s, 50 navigations
 * without a gap or a new connection, every title within 3 s of the audio.
 *
 *   npm run bench:radio-client            20 title changes, about seven minutes
 *   npm run bench:radio-client -- 5       fewer of them
 */
const [titleChanges] = readArguments('Usage: npm run bench:radio-client -- [title changes, 20]', [20])
const toneSeconds = 15

await ensureBuild()
const house = createToneApp(toneSeconds)
let site = await startSite({ folder: house.folder })
const browser = await chromium.launch({
  executablePath: findRequirement(requirements.chromium) ?? 'chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--autoplay-policy=user-gesture-required',
    '--disable-background-networking',
  ],
})
try {
  await measureStarts()
  await measureNavigations()
  await measureReturn()
  await measureDeadLine()
  await measureTitles()
} finally {
  await browser.close()
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
  house.remove()
}

/** From the click until the clock of the element advances. */
async function measureStarts() {
  const times: number[] = []
  for (let run = 0; run < 10; run += 1) {
    const { page } = await open(site.origin)
    await page.evaluate(`
      addEventListener('click', () => (clickedAt ??= performance.now()), { capture: true }); var clickedAt, soundedAt
      setInterval(() => { if (!soundedAt && ear.report().currentTime > 0) soundedAt = performance.now() }, 5)`)
    await play(page)
    await until(async () => (await page.evaluate('soundedAt')) !== undefined)
    times.push(await page.evaluate<number>('soundedAt - clickedAt'))
    await page.context().close()
  }
  print(
    'click to sound',
    `${median(times).toFixed(0)} ms median of 10, ${Math.max(...times).toFixed(0)} at worst`,
    median(times) / 700,
  )
}

async function measureNavigations() {
  const { page, streams } = await open(site.origin)
  await play(page)
  await until(async () => (await readMedia(page)).currentTime > 2)
  await resetGaps(page)
  const paths = [
    '/swade-fam',
    '/artist/nova-swade',
    '/books',
    '/nowhere',
    '/book/ai-fun-profit',
    '/journey',
    '/tokens',
    '/market',
    '/newsletter',
    '/',
  ]
  for (let n = 0; n < 50; n += 1) {
    const path = paths[n % paths.length]!
    await navigate(page, path)
    await page.waitForURL(site.origin + path)
    await sleep(150)
  }
  const { worstGapMs } = await readMedia(page)
  print(
    '50 navigations',
    `${streams.length - 1} new connections, audio clock off by up to ${worstGapMs.toFixed(0)} ms`,
    worstGapMs / 100,
  )
  await page.context().close()
}

/** The server restarts on the same port; measured from its first response until there is sound. */
async function measureReturn() {
  const times: number[] = []
  for (const awaySeconds of [1, 5, 12]) {
    const { page } = await open(site.origin)
    await play(page)
    await until(async () => (await readMedia(page)).currentTime > 2)
    const { dataDir, origin } = site
    await site.kill()
    await page.locator('[data-radio=reconnecting]').waitFor({ timeout: 20_000 })
    await sleep(awaySeconds * 1000)
    site = await startSite({ folder: house.folder, dataDir, port: Number(new URL(origin).port) })
    const from = performance.now()
    await until(async () => (await readMedia(page)).audible.length > 0)
    times.push(performance.now() - from)
    await page.context().close()
  }
  const worst = Math.max(...times)
  print('sound back after a restart', `${times.map((time) => (time / 1000).toFixed(1)).join(', ')} s`, worst / 5000)
}

/** The connection stays open but no data arrives; measured until the player reports it, including buffered audio. */
async function measureDeadLine() {
  const line = await startStallingProxy(site.origin)
  const { page } = await open(line.origin)
  await play(page)
  await until(async () => (await readMedia(page)).currentTime > 6)
  line.hold()
  const from = performance.now()
  await page.locator('[data-radio=reconnecting]').waitFor({ timeout: 30_000 })
  const noticed = performance.now() - from
  const decoded = (await readMedia(page)).audible.length
  line.release()
  const released = performance.now()
  await until(async () => (await readMedia(page)).audible.length > 0)
  print(
    'dead connection detected',
    `${(noticed / 1000).toFixed(1)} s (silent by then: ${decoded === 0})`,
    noticed / 10_000,
  )
  print(
    'sound back afterwards',
    `${((performance.now() - released) / 1000).toFixed(1)} s`,
    (performance.now() - released) / 5000,
  )
  await page.context().close()
  line.close()
}

/** Detects the tone in the stream's audio and reads the player bar, and reports when each changes. */
async function measureTitles() {
  if (titleChanges === 0) return
  const { page } = await open(site.origin)
  await play(page)
  await page.evaluate(watchToneAndTitle(house.tones))
  const errors = () => page.evaluate<number[]>('flips()')
  await until(async () => (await errors()).length >= titleChanges, (titleChanges + 3) * toneSeconds * 1000)
  const offsMs = (await errors()).slice(0, titleChanges)
  const worst = Math.max(...offsMs.map(Math.abs))
  print(
    'title against audio',
    `${median(offsMs).toFixed(0)} ms median, ${worst.toFixed(0)} ms at worst over ${offsMs.length} changes (+ is the title late)`,
    worst / 3000,
  )
  await page.context().close()
}

/** Runs in the page. `flips()` returns for every audible change how long after it the title changed, in ms. */
function watchToneAndTitle(tones: ReadonlyMap<string, number>): string {
  return `(() => {
    const tones = ${JSON.stringify([...tones])}
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 4096
    analyser.smoothingTimeConstant = 0
    const source = context.createMediaElementSource(ear.stream())
    source.connect(analyser)
    analyser.connect(context.destination)
    const levels = new Float32Array(analyser.frequencyBinCount)
    const note = (list, last, title) => { if (title && title !== last.title) { last.title = title; list.push({ title, at: performance.now() }) } }
    const ears = [], eyes = [], lastEar = {}, lastEye = {}
    setInterval(() => {
      analyser.getFloatFrequencyData(levels)
      let best = 0
      for (let bin = 1; bin < levels.length; bin++) if (levels[bin] > levels[best]) best = bin
      const hertz = best * context.sampleRate / analyser.fftSize
      const tone = levels[best] > -60 && tones.find(([, wanted]) => Math.abs(wanted - hertz) < 60)
      note(ears, lastEar, tone && tone[0])
      note(eyes, lastEye, document.querySelector('[data-radio] .truncate')?.textContent)
    }, 20)
    window.flips = () => ears.slice(1).flatMap(({ title, at }) => {
      const eye = eyes.filter((one) => one.title === title).sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]
      return eye && Math.abs(eye.at - at) < 12000 ? [eye.at - at] : []
    })
  })()`
}

async function open(origin: string): Promise<{ page: Page; streams: string[] }> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, bypassCSP: true })
  await recordMedia(context)
  const page = await context.newPage()
  const streams: string[] = []
  page.on('request', (request) => request.url().includes('/radio/stream.mp3') && streams.push(request.url()))
  await page.goto('/')
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await sleep(500)
  return { page, streams }
}

async function play(page: Page) {
  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await page.locator('[data-radio=playing]').waitFor()
}

async function until(isSo: () => Promise<boolean>, limitMs = 60_000) {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(20)) if (await isSo()) return
  throw new Error(`The expected state was not reached within ${limitMs / 1000} s.`)
}

function print(what: string, figure: string, ratio: number) {
  console.log(`${what.padEnd(28)} ${figure.padEnd(70)} ratio to the goal ${ratio.toFixed(2)}`)
}
