import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { createHallClient } from '#features/venue/ui/hall/hall-client.ts'
import { findRequirement, requirements } from '../../scripts/test/requirements.ts'
import { makeSiteFolder } from '../../tests/support/site-folder.ts'
import { median, startMeasuredSite } from '../measured-site.ts'
import { startSlowLine } from './slow-line.ts'

/** Guests beside the browsers: a hall that is nearly full. */
const others = 46
/** Readings of what two guests hear, one each 500 ms. */
const readings = 40
/** Round-trip time of the line of the second guest, in milliseconds. */
const slowLineMs = 150
const patienceMs = 30_000

const events = `
- id: night
  title: A Night of Tape
  description: One reel, both sides.
  starts: ['${new Date(Date.now() - 5 * 60_000).toISOString().slice(0, 16)}Z']
  durationMinutes: 90
  timeZone: Europe/Berlin
  setList: [nova-swade, rio-swade]
`

/**
 * Measures what guests of an event share: how far apart two browsers hear the set list, one of them over a slow line,
 * and how long a full hall takes to come back after a restart of the server.
 *
 * @returns `apart`: milliseconds between the two, at the median and at most. `back`: milliseconds until the last guest
 *   was back, after the server was stopped and after it answered again; Infinity for a guest who stayed away.
 */
export async function measureTogether(dataDir: string): Promise<{
  apart: { medianMs: number; longestMs: number }
  back: { afterStopMs: number; afterReadyMs: number; guests: number }
}> {
  await using resources = new AsyncDisposableStack()
  const folder = makeSiteFolder({ 'events.yaml': () => events })
  resources.defer(() => folder.remove())
  let site = await startMeasuredSite(dataDir, {}, { folder: folder.folder })
  resources.defer(() => site.stop())
  const port = Number(new URL(site.origin).port)
  const line = await startSlowLine(port, slowLineMs / 2)
  resources.defer(() => line.stop())

  const pages: Page[] = []
  for (const flags of [[], [`--host-resolver-rules=MAP 127.0.0.1:${port} 127.0.0.1:${line.port}`]]) {
    const browser = await launch(flags)
    resources.defer(() => browser.close())
    pages.push(await enterByBrowser(browser, site.origin))
  }
  if (line.connections() === 0) throw new Error('the second browser does not use the slow connection')
  const apart: number[] = []
  for (let count = 0; count < readings; count += 1) {
    const [one, other] = await Promise.all(pages.map(heardBehindMs))
    apart.push(Math.abs(one! - other!))
    await sleep(500)
  }

  globalThis.WebSocket = BrowserSocket
  const clients = Array.from({ length: others }, () => enterByClient(site.origin))
  resources.defer(() => clients.forEach((client) => client.close()))
  const isInside = (client: (typeof clients)[number]) => client.view.getState().status === 'inside'
  await until(() => clients.every(isInside), 'the guests are inside')

  const stoppedAt = performance.now()
  await site.stop()
  site = await startMeasuredSite(dataDir, {}, { folder: folder.folder, port })
  const readyAt = performance.now()
  // A browser is back when it sees everybody, which its list of people shows.
  const all = clients.length + pages.length
  const isEverybodyBack = () => clients.every((client) => isInside(client) && client.guests.size === all)
  await until(isEverybodyBack, 'everybody is back').catch(() => undefined)
  const backAt = isEverybodyBack() ? performance.now() : Number.POSITIVE_INFINITY
  return {
    apart: { medianMs: median(apart), longestMs: Math.max(...apart) },
    back: { afterStopMs: backAt - stoppedAt, afterReadyMs: backAt - readyAt, guests: all },
  }
}

function launch(flags: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: findRequirement(requirements.chromium) ?? 'chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--autoplay-policy=user-gesture-required',
      '--disable-background-networking',
      ...flags,
    ],
  })
}

/** Enters the venue on a page that shows the plan, and waits until the stage is heard. */
async function enterByBrowser(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  // The sound of the stage is an element outside of the document.
  await page.addInitScript(`{
    const Plain = window.Audio
    window.sounds = []
    window.Audio = function (...given) {
      const element = new Plain(...given)
      window.sounds.push(element)
      return element
    }
  }`)
  await page.goto(origin)
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached', timeout: 60_000 })
  await page.locator('#virtual-world').getByRole('button', { name: 'Enter the Venue' }).click()
  await page.locator('#virtual-world').getByText('Live now: A Night of Tape').waitFor({ timeout: 60_000 })
  await page.waitForFunction(`window.sounds.some((sound) => !sound.paused && sound.currentTime > 0)`, undefined, {
    timeout: 60_000,
  })
  // A recording that starts late is moved once.
  await sleep(5_000)
  return page
}

/**
 * Returns how much later than the clock of this machine a page plays its recording, in milliseconds up to a constant:
 * both browsers have this clock, so their difference is what they hear apart.
 */
function heardBehindMs(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const sound = window.sounds.find(({ paused }) => !paused)
    if (!sound) return NaN
    const nowMs = performance.timeOrigin + performance.now()
    return nowMs % 1e7 - sound.currentTime * 1000
  })()`)
}

/** The WebSocket of Node with the header that browsers send. */
class BrowserSocket extends WebSocket {
  constructor(address: string | URL) {
    super(address, { headers: { origin: new URL(address).origin.replace(/^ws/, 'http') } } as unknown as string[])
  }
}

/** Enters with the client of browsers, which connects again by itself. */
function enterByClient(origin: string): ReturnType<typeof createHallClient> {
  const client = createHallClient({ session: crypto.randomUUID(), origin })
  client.open()
  return client
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (const limit = performance.now() + patienceMs; !isSo(); await sleep(10))
    if (performance.now() > limit) throw new Error(`Timed out waiting until ${what}.`)
}
