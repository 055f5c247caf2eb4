import type { Page } from 'playwright-core'
import type { PageOptions, TestBrowser } from './browser.ts'

/** What the players of a page were asked for, in the order it happened; `at` is ms of the page's life. */
export type PlaybackLog = {
  calls: { what: string; src: string; at: number; volume: number }[]
  positions: number[]
  analysers: { fftSize: number; smoothing: number; loudest: number }[]
}

/** The player of a page that is in this state. */
export const player = (page: Page, state: string) => page.locator(`[role=group][data-player=${state}]`)

/** The radio bar, once it is in this state. */
export const radio = (page: Page, status: string) => page.locator(`[data-radio=${status}]`)

/**
 * Opens an address with an ear on everything it plays. Motion is not held back: without it a track sounds past the
 * analyser.
 *
 * @param script Run before the page's own.
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

/** Presses the radio's button, and waits until it plays. */
export async function startRadio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await radio(page, 'playing').waitFor({ timeout: 30_000 })
}

/** Everything since the page was opened. */
export function readPlaybackLog(page: Page): Promise<PlaybackLog> {
  return page.evaluate(() => (globalThis as unknown as { sounds: { report(): PlaybackLog } }).sounds.report())
}

/** Addresses of what can be heard at this moment. */
export async function audible(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { sounds: { audible(): string[] } }).sounds.audible())
}

// Runs in the page before its own script: players are never part of the page, so they are met where they are asked to
// sound.
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
