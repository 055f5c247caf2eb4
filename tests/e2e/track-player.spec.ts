import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audioProxyPath } from '#shared/audio-address.ts'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { audible, heard, openPlayerPage, player, radio, startRadio } from '#tests/support/player-ear.ts'
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

const artistPage = '/artist/luma-swade'

const openPage = (address: string, options?: PageOptions, script?: string) => openPlayerPage(browser, address, options, script)
const play = (page: Page) => page.getByRole('button', { name: 'Play Glass Arcade' })
const pause = (page: Page) => page.getByRole('button', { name: 'Pause Glass Arcade' })
const seekBar = (page: Page) => page.getByRole('slider', { name: 'Position in Glass Arcade' })

test('a track takes the speaker from the radio, and the radio returns half a second after a pause', async () => {
  const page = await openPage(artistPage)
  await startRadio(page)
  await play(page).click()
  await player(page, 'playing').waitFor()
  expect(await audible(page)).toEqual([expect.stringContaining('glass-arcade')])
  await radio(page, 'waiting').waitFor()
  await pause(page).click()
  await radio(page, 'playing').waitFor()
  const { calls } = await heard(page)
  const silenced = calls.findLast(({ what, src }) => what === 'pause' && src.includes('glass-arcade'))!
  const returned = calls.find(({ what, src, at }) => what === 'play' && src.includes('stream') && at > silenced.at)!
  expect(returned.at - silenced.at).toBeGreaterThan(480)
  expect(returned.at - silenced.at).toBeLessThan(1000)
  expect(await audible(page)).toEqual([expect.stringContaining('stream')])
})

test('a track that ends sounds the swoosh, and the radio returns 300 ms later', async () => {
  const page = await openPage(artistPage)
  await startRadio(page)
  await play(page).click()
  await player(page, 'playing').waitFor()
  await seekBar(page).press('End')
  await seekBar(page).press('ArrowLeft')
  await player(page, 'ended').waitFor({ timeout: 20_000 })
  await radio(page, 'playing').waitFor()
  const { calls } = await heard(page)
  const swoosh = calls.find(({ what, src }) => what === 'play' && src.includes('swoosh'))!
  expect(swoosh.volume).toBeCloseTo(0.3)
  const ended = calls.find(({ what, src }) => what === 'ended' && src.includes('glass-arcade'))!
  const returned = calls.find(({ what, src, at }) => what === 'play' && src.includes('stream') && at > ended.at)!
  expect(returned.at - ended.at).toBeGreaterThan(280)
  expect(returned.at - ended.at).toBeLessThan(800)
  // Once more from the beginning.
  await play(page).click()
  await player(page, 'playing').waitFor()
  await expect.poll(() => positionOf(page)).toBeLessThan(20)
})

test('a track that was played while the radio was silent leaves it silent', async () => {
  const page = await openPage(artistPage)
  await play(page).click()
  await player(page, 'playing').waitFor()
  await pause(page).click()
  await sleep(1500)
  expect(await audible(page)).toEqual([])
  expect((await heard(page)).calls.filter(({ src }) => src.includes('stream'))).toEqual([])
})

test('leaving the page ends the track and brings the radio back', async () => {
  const page = await openPage(artistPage)
  await startRadio(page)
  await play(page).click()
  await player(page, 'playing').waitFor()
  await page.getByRole('link', { name: 'Back to Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  await radio(page, 'playing').waitFor()
  expect(await audible(page)).toEqual([expect.stringContaining('stream')])
})

test('the sound comes by the audio proxy at eight tenths, and nothing is asked for before it is wanted', async () => {
  const page = await openPage(artistPage)
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'media' && asked.push(request.url()))
  await sleep(500)
  expect(asked).toEqual([])
  await play(page).click()
  await player(page, 'playing').waitFor()
  expect(asked[0]).toBe(`${site.origin}${audioProxyPath}?url=${encodeURIComponent('/media/artists/luma-swade/glass-arcade.mp3')}`)
  expect((await heard(page)).calls.find(({ what }) => what === 'play')?.volume).toBeCloseTo(0.8)
})

test('while it loads it says so', async () => {
  const page = await openPage(artistPage)
  await page.route(`**${audioProxyPath}**`, async (route) => {
    await sleep(1500)
    await route.continue()
  })
  await play(page).click()
  await page.getByText('Loading track...').waitFor()
  await player(page, 'playing').waitFor()
  expect(await page.getByText('Loading track...').count()).toBe(0)
})

test('the whole player works by keyboard, and skipping stops at both ends', async () => {
  const page = await openPage(artistPage)
  await play(page).focus()
  await page.keyboard.press('Enter')
  await player(page, 'playing').waitFor()
  await pause(page).press('Enter')
  await player(page, 'paused').waitFor()
  await seekBar(page).press('Home')
  expect(await positionOf(page)).toBe(0)
  await seekBar(page).press('ArrowRight')
  expect(await positionOf(page)).toBeCloseTo(5, 1)
  await page.getByRole('button', { name: 'Back 10 seconds' }).press('Enter')
  expect(await positionOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Forward 10 seconds' }).press('Enter')
  expect(await positionOf(page)).toBeCloseTo(10, 1)
  await seekBar(page).press('End')
  await page.getByRole('button', { name: 'Forward 10 seconds' }).press('Enter')
  expect(Number(await seekBar(page).inputValue())).toBe(100)
  expect(await seekBar(page).getAttribute('aria-valuetext')).toBe('1:44 of 1:44')
  await seekBar(page).press('ArrowLeft')
  expect(await positionOf(page)).toBeCloseTo(99, 0)
})

test('a place chosen before the first play is where it begins', async () => {
  const page = await openPage(artistPage)
  await seekBar(page).press('ArrowRight')
  await page.getByRole('button', { name: 'Forward 10 seconds' }).click()
  await play(page).click()
  await player(page, 'playing').waitFor()
  expect((await heard(page)).positions[0]).toBeGreaterThanOrEqual(14.9)
})

test('volume is 0 to 100, and raising it above 0 unmutes', async () => {
  const page = await openPage(artistPage)
  const group = player(page, 'idle')
  const volume = group.getByRole('slider', { name: 'Volume' })
  const mute = group.getByRole('button', { name: 'Mute' })
  expect(await volume.inputValue()).toBe('80')
  await mute.click()
  expect(await mute.getAttribute('aria-pressed')).toBe('true')
  expect(await volume.inputValue()).toBe('0')
  await volume.press('ArrowRight')
  expect(await mute.getAttribute('aria-pressed')).toBe('false')
  expect(await volume.inputValue()).toBe('1')
  await volume.press('End')
  expect(await volume.inputValue()).toBe('100')
})

const refused = [/status of 404/, /net::ERR_/, /failed:/]

test('a missing, a broken and an interrupted recording each say what happened, and can be tried again', async () => {
  const page = await openPage(artistPage, { expected: refused })
  const proxy = `**${audioProxyPath}**`
  const say = async (text: string) => {
    await player(page, 'error').getByText(text).waitFor({ timeout: 20_000 })
  }
  await page.route(proxy, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await play(page).click()
  await say('Audio format not supported by your browser')

  await page.unroute(proxy)
  await page.route(proxy, (route) => route.fulfill({ status: 200, contentType: 'audio/mpeg', body: 'no sound at all '.repeat(5000) }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await say('Audio format not supported by your browser')

  await page.unroute(proxy)
  await page.getByRole('button', { name: 'Try again' }).click()
  await player(page, 'playing').waitFor()
})

test('a line that is cut in the middle is told as such, and trying again goes on from there', async () => {
  const page = await openPage(artistPage, { expected: refused })
  const whole = Buffer.from(await (await fetch(`${site.origin}/media/artists/luma-swade/glass-arcade.mp3`)).arrayBuffer())
  const proxy = `**${audioProxyPath}**`
  let first = true
  await page.route(proxy, (route) => {
    if (!first) return route.abort('connectionreset')
    first = false
    const headers = {
      'content-range': `bytes 0-${whole.length - 1}/${whole.length}`,
      'accept-ranges': 'bytes',
      'content-type': 'audio/mpeg',
    }
    return route.fulfill({ status: 206, headers, body: whole.subarray(0, 80_000) })
  })
  await play(page).click()
  // Chromium itself asks some thirty times before it gives up.
  await player(page, 'error').getByText('Network error while loading audio').waitFor({ timeout: 80_000 })
  const reached = await positionOf(page)
  expect(reached).toBeGreaterThan(2)
  await page.unroute(proxy)
  await page.getByRole('button', { name: 'Try again' }).click()
  await player(page, 'playing').waitFor()
  expect((await heard(page)).positions.at(-1)).toBeGreaterThan(reached - 1)
}, 120_000)

test.each([
  [1, 'Audio loading was aborted'],
  [2, 'Network error while loading audio'],
  [3, 'Audio file format not supported or corrupted'],
  [4, 'Audio format not supported by your browser'],
  [0, 'Failed to load audio file'],
])('an element that gives up with code %i is told in words, and the radio returns', async (code, text) => {
  const page = await openPage(artistPage)
  await startRadio(page)
  await play(page).click()
  await player(page, 'playing').waitFor()
  await page.evaluate((wanted) => {
    const element = (globalThis as unknown as { sounds: { all: EventTarget[] } }).sounds.all.find((one) =>
      (one as unknown as { src: string }).src.includes('glass-arcade'),
    )!
    Object.defineProperty(element, 'error', { value: wanted ? { code: wanted } : null, configurable: true })
    element.dispatchEvent(new Event('error'))
  }, code)
  await player(page, 'error').getByText(text, { exact: true }).waitFor()
  await radio(page, 'playing').waitFor()
})

test('a browser that refuses says why', async () => {
  const page = await openPage(artistPage)
  const instead = (what: string) =>
    page.evaluate((kind) => {
      const { sounds } = globalThis as unknown as { sounds: { refusal: string } }
      sounds.refusal = kind
    }, what)
  await instead('rejects')
  await play(page).click()
  await player(page, 'error').getByText('Playback failed: the visitor did nothing', { exact: true }).waitFor()
  await instead('throws')
  await page.getByRole('button', { name: 'Try again' }).click()
  await player(page, 'error').getByText('Unable to play audio: no sound card', { exact: true }).waitFor()
  await instead('')
  await page.getByRole('button', { name: 'Try again' }).click()
  await player(page, 'playing').waitFor()
})

test.each([
  ['is not there', 'delete globalThis.AudioContext'],
  ['breaks', 'globalThis.AudioContext = class { constructor() { throw new Error("no hardware") } }'],
  [
    'never wakes up',
    'AudioContext.prototype.resume = () => new Promise(() => {}); Object.defineProperty(AudioContext.prototype, "state", { get: () => "suspended" })',
  ],
])('the track plays on when the analyser %s', async (_how, script) => {
  const page = await openPage(artistPage, {}, script)
  await play(page).click()
  await player(page, 'playing').waitFor()
  const before = await positionOf(page)
  await expect.poll(() => positionOf(page), { timeout: 10_000 }).toBeGreaterThan(before + 1)
})

test('the analyser has 128 points, smooths by 0.8 and sees the sound', async () => {
  const page = await openPage(artistPage)
  await play(page).click()
  await player(page, 'playing').waitFor()
  await expect
    .poll(async () => (await heard(page)).analysers, { timeout: 10_000 })
    .toEqual([{ fftSize: 128, smoothing: 0.8, loudest: expect.toSatisfy((value: number) => value > 50) }])
})

async function positionOf(page: Page): Promise<number> {
  return (Number(await seekBar(page).inputValue()) / 100) * 104.05
}
