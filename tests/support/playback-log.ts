import type { Page } from 'playwright-core'
import type { PageOptions, TestBrowser } from './browser.ts'

/** Player calls of a page in order; `at` is the time since navigation in milliseconds. */
export type PlaybackLog = {
  calls: { what: string; src: string; at: number; volume: number }[]
  positions: number[]
  analysers: { fftSize: number; smoothing: number; loudest: number }[]
}

/** Locates the player in a given state. */
export const player = (page: Page, state: string) => page.locator(`[role=group][data-player=${state}]`)

/** Locates the radio bar in a given state. */
export const radio = (page: Page, status: string) => page.locator(`[data-radio=${status}]`)

/**
 * Opens a page and records its players. Motion is enabled, because tracks bypass the analyser without it.
 *
 * @param script Init script.
 */
export async function openPlayerPage(
  browser: Pick<TestBrowser, 'newPage'>,
  address: string,
  options: PageOptions = {},
  script = '',
): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'no-preference',
    ...options,
  })
  await page.addInitScript(`(${listen.toString()})();${script}`)
  await page.goto(address)
  return page
}

/** Starts the radio and waits until it plays. */
export async function startRadio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await radio(page, 'playing').waitFor({ timeout: 30_000 })
}

/** Returns the playback log since the page was opened. */
export function readPlaybackLog(page: Page): Promise<PlaybackLog> {
  return page.evaluate(() => (globalThis as unknown as { sounds: { report(): PlaybackLog } }).sounds.report())
}

/** Returns URLs of currently playing media. */
export async function audible(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { sounds: { audible(): string[] } }).sounds.audible())
}

// Init script of the page: players are not part of the document, so `play()` is patched.
function listen(): void {
  type Element = {
    src: string
    volume: number
    paused: boolean
    ended: boolean
    currentTime: number
    addEventListener(type: string, act: () => void): void
  }
  const world = globalThis as unknown as {
    HTMLMediaElement: { prototype: { play(this: Element): Promise<void>; pause(this: Element): void } }
    AnalyserNode?: {
      prototype: {
        getByteFrequencyData(this: { fftSize: number; smoothingTimeConstant: number }, into: Uint8Array): void
      }
    }
    sounds: unknown
  }
  const all: Element[] = []
  const calls: PlaybackLog['calls'] = []
  const positions: number[] = []
  const analysers = new Map<object, PlaybackLog['analysers'][number]>()
  const sounds = {
    all,
    refusal: '',
    report: () => ({ calls, positions, analysers: [...analysers.values()] }),
    audible: () => all.filter(({ paused, ended }) => !paused && !ended).map(({ src }) => decodeURIComponent(src)),
  }
  world.sounds = sounds
  const note = (element: Element, what: string) =>
    calls.push({ what, src: decodeURIComponent(element.src), at: performance.now(), volume: element.volume })
  const { prototype } = world.HTMLMediaElement
  const { play: begin, pause: end } = prototype
  prototype.play = function play() {
    if (!all.includes(this)) {
      all.push(this)
      this.addEventListener('ended', () => note(this, 'ended'))
      this.addEventListener('playing', () => positions.push(this.currentTime))
    }
    if (sounds.refusal === 'throws') throw new Error('no sound card')
    if (sounds.refusal === 'rejects')
      return Promise.reject(new DOMException('the visitor did nothing', 'NotAllowedError'))
    note(this, 'play')
    return begin.call(this)
  }
  prototype.pause = function pause() {
    if (!this.paused) note(this, 'pause')
    end.call(this)
  }
  const eye = world.AnalyserNode?.prototype
  const look = eye?.getByteFrequencyData
  if (eye && look) {
    eye.getByteFrequencyData = function getByteFrequencyData(into) {
      look.call(this, into)
      analysers.set(this, { fftSize: this.fftSize, smoothing: this.smoothingTimeConstant, loudest: Math.max(...into) })
    }
  }
}
