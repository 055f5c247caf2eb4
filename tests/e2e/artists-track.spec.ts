import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { audioProxyPath } from '#shared/audio-address.ts'
import type { PageOptions } from '#tests/support/browser.ts'
import { audible, readPlaybackLog, openPlayerPage, player, radio, startRadio } from '#tests/support/playback-log.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const soon = { timeout: 30_000 }
const seconds = 102.66

const openArtist = (options?: PageOptions) => openPlayerPage(site, '/artist/luma-swade', options)
const play = (page: Page) => page.getByRole('button', { name: 'Play Glass Arcade' })
const pause = (page: Page) => page.getByRole('button', { name: 'Pause Glass Arcade' })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })
const seekBar = (page: Page) => page.getByRole('slider', { name: 'Position in Glass Arcade' })
const positionOf = async (page: Page) => (Number(await seekBar(page).inputValue()) / 100) * seconds
const error = (page: Page, text: string) => player(page, 'error').getByText(text, { exact: true }).waitFor()

/** Runs a function on the media element of the track, which is not part of the document. */
function actOnTrack(page: Page, act: string): Promise<unknown> {
  return page.evaluate(`(() => { const track = sounds.all.find(({ src }) => src.includes('glass-arcade')); ${act} })()`)
}

test('a track pauses the radio, which announces its return and resumes after a pause, the end with its swoosh and leaving the page, unless the visitor declines', async () => {
  const page = await openArtist()
  const requests: string[] = []
  page.on('request', (request) => request.resourceType() === 'media' && requests.push(request.url()))
  const sounds = async (what: string) => {
    await expect.poll(() => audible(page), soon).toEqual([expect.stringContaining(what)])
  }
  const lastCall = async (kind: string, source: string) =>
    (await readPlaybackLog(page)).calls.findLast(({ what, src }) => what === kind && src.includes(source))!
  const returnedAfter = async (kind: string) => {
    await radio(page, 'playing').waitFor()
    return (await lastCall('play', 'stream')).at - (await lastCall(kind, 'glass-arcade')).at
  }

  await startRadio(page)
  expect(requests.filter((url) => url.includes('glass-arcade'))).toEqual([])
  await play(page).click()
  await player(page, 'playing').waitFor()
  await sounds('glass-arcade')
  await radio(page, 'waiting').waitFor()
  await page.getByText('Radio resumes after this track').first().waitFor()
  expect(requests.find((url) => url.includes('glass-arcade'))).toBe(
    `${site.origin}${audioProxyPath}?url=${encodeURIComponent('/media/artists/luma-swade/glass-arcade.mp3')}`,
  )
  expect((await lastCall('play', 'glass-arcade')).volume).toBeCloseTo(0.8)
  await expect
    .poll(async () => (await readPlaybackLog(page)).analysers, soon)
    .toEqual([{ fftSize: 128, smoothing: 0.8, loudest: expect.toSatisfy((value: number) => value > 50) as number }])
  await pause(page).click()
  expect(await returnedAfter('pause')).toBeGreaterThan(480)
  await sounds('stream')

  await play(page).click()
  await player(page, 'playing').waitFor()
  await actOnTrack(page, `track.currentTime = ${seconds - 1}`)
  await player(page, 'ended').waitFor()
  expect(await returnedAfter('ended')).toBeGreaterThan(280)
  expect((await lastCall('play', 'swoosh')).volume).toBeCloseTo(0.3)
  await play(page).click()
  await player(page, 'playing').waitFor()
  await expect.poll(() => positionOf(page), soon).toBeLessThan(20)

  await page.getByRole('region', { name: 'Radio' }).getByRole('button', { name: 'Don’t resume the radio' }).click()
  await radio(page, 'silent').waitFor()
  const calls = async () =>
    (await readPlaybackLog(page)).calls.filter(({ what, src }) => what === 'play' && src.includes('stream')).length
  const before = await calls()
  // From here on the test controls the timers of the page.
  await page.clock.install()
  await pause(page).click()
  await player(page, 'paused').waitFor()
  // The radio would resume half a second after a pause.
  await page.clock.runFor(600)
  expect(await calls()).toBe(before)
  expect(await audible(page)).toEqual([])

  await startRadio(page)
  await play(page).click()
  await radio(page, 'waiting').waitFor()
  await page.getByRole('link', { name: 'Back to Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  await radio(page, 'playing').waitFor()
  await sounds('stream')
})

test('the player works by keyboard, skipping stops at both ends, and raising the volume unmutes', async () => {
  const page = await openArtist({ reducedMotion: 'reduce' })
  const group = page.locator('[role=group][data-player]')
  const volume = group.getByRole('slider', { name: 'Volume' })
  const mute = group.getByRole('button', { name: 'Mute' })
  expect(await volume.inputValue()).toBe('80')
  await mute.press('Enter')
  expect(await mute.getAttribute('aria-pressed')).toBe('true')
  expect(await volume.inputValue()).toBe('0')
  await volume.press('ArrowRight')
  expect(await mute.getAttribute('aria-pressed')).toBe('false')
  expect(await volume.inputValue()).toBe('1')
  await volume.press('End')
  expect(await volume.inputValue()).toBe('100')

  const skip = (name: string) => page.getByRole('button', { name }).press('Enter')
  await seekBar(page).press('ArrowRight')
  await skip('Forward 10 seconds')
  await play(page).press('Enter')
  await player(page, 'playing').waitFor()
  expect((await readPlaybackLog(page)).positions[0]).toBeGreaterThanOrEqual(14.9)
  await pause(page).press('Enter')
  await player(page, 'paused').waitFor()
  await seekBar(page).press('Home')
  expect(await positionOf(page)).toBe(0)
  await seekBar(page).press('ArrowRight')
  expect(await positionOf(page)).toBeCloseTo(5, 1)
  await skip('Back 10 seconds')
  expect(await positionOf(page)).toBe(0)
  await skip('Forward 10 seconds')
  expect(await positionOf(page)).toBeCloseTo(10, 1)
  await seekBar(page).press('End')
  await skip('Forward 10 seconds')
  expect(Number(await seekBar(page).inputValue())).toBe(100)
  expect(await seekBar(page).getAttribute('aria-valuetext')).toBe('1:43 of 1:43')
  await seekBar(page).press('ArrowLeft')
  expect(await positionOf(page)).toBeCloseTo(seconds - 5, 0)
})

// Messages for media error codes are tested in ui/audio/player-status.test.tsx.
test('loading is shown, and a missing, broken or interrupted recording and a refusing browser each show an error with a retry', async () => {
  const page = await openArtist({ reducedMotion: 'reduce', expected: [/status of 404/, /net::ERR_/, /failed:/] })
  const proxy = `**${audioProxyPath}**`
  await startRadio(page)
  const held = Promise.withResolvers<void>()
  await page.route(proxy, async (route) => {
    await held.promise
    await route.fulfill({ status: 404, body: 'gone' })
  })
  await play(page).click()
  await page.getByText('Loading track...').waitFor()
  held.resolve()
  await error(page, 'Audio format not supported by your browser')
  expect(await page.getByText('Loading track...').count()).toBe(0)
  await radio(page, 'playing').waitFor()

  await page.unroute(proxy)
  await page.route(proxy, (route) =>
    route.fulfill({ status: 200, contentType: 'audio/mpeg', body: 'no sound at all '.repeat(5000) }),
  )
  await tryAgain(page).click()
  await error(page, 'Audio format not supported by your browser')

  await page.unroute(proxy)
  for (const [refusal, words] of [
    ['rejects', 'Playback failed: the visitor did nothing'],
    ['throws', 'Unable to play audio: no sound card'],
  ] as const) {
    await page.evaluate(`sounds.refusal = '${refusal}'`)
    await tryAgain(page).click()
    await error(page, words)
  }
  await page.evaluate(`sounds.refusal = ''`)
  await tryAgain(page).click()
  await player(page, 'playing').waitFor()

  await seekBar(page).press('ArrowRight')
  await expect.poll(() => positionOf(page), soon).toBeGreaterThan(5)
  await actOnTrack(
    page,
    `Object.defineProperty(track, 'error', { value: { code: 2 }, configurable: true }); track.dispatchEvent(new Event('error')); delete track.error`,
  )
  await error(page, 'Network error while loading audio')
  const reached = await positionOf(page)
  await tryAgain(page).click()
  await player(page, 'playing').waitFor()
  expect((await readPlaybackLog(page)).positions.at(-1)).toBeGreaterThan(reached - 1)
})
