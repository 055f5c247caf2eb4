import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { openPagesOf, sharedBrowser } from '#tests/support/shared-site.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'
import { failingVideos, startYouTubeFake, selfResumingVideo, type YouTubeFake } from '#tests/support/youtube-fake.ts'

const film = 'dQw4w9WgXcQ'
const ids = [film, selfResumingVideo, ...Object.keys(failingVideos)]
const path = '/artist/luma-swade'
/** Timeout on a busy machine. */
const soon = { timeout: 20_000 }

const shared = sharedBrowser()
let folder: SiteFolder
let youtube: YouTubeFake
let site: Site
beforeAll(async () => {
  youtube = await startYouTubeFake()
  const videos = `videos:\n${ids.map((id) => `  - title: Film ${id}\n    youtubeId: ${id}\n`).join('')}`
  folder = makeSiteFolder({
    'artists/luma-swade/artist.yaml': (text) => `${text.replace(/^videos:\n(?:[ -].*\n?)*/m, '').trimEnd()}\n${videos}`,
  })
  site = await startSite({ folder: folder.folder, env: { YOUTUBE_POSTER_BASE_URL: youtube.origin } })
})
afterAll(async () => {
  await site?.stop()
  folder?.remove()
  await youtube?.close()
})

const fromYouTube = /another host: https:\/\/www\.youtube-nocookie\.com\/embed\//
const facade = (page: Page, id: string) => page.getByRole('link', { name: `Play from YouTube: Film ${id}` })
const player = (page: Page, id: string) => page.frameLocator(`iframe[title="Film ${id}, on YouTube"]`)
const track = (page: Page, name: string) => (act: 'Play' | 'Pause') =>
  page.getByRole('button', { name: `${act} ${name}`, exact: true })

test('a video loads nothing from YouTube before the visitor presses play, then plays in place and shares the audio with all other sources', async () => {
  const page = await openPagesOf(site).newPage({ viewport: { width: 1440, height: 900 }, expected: [fromYouTube] })
  const seen = await youtube.play(page)
  await page.goto(path)
  await facade(page, film).scrollIntoViewIfNeeded()
  await page.getByText('No content is loaded from YouTube until you press play.').first().waitFor()
  await checkAccessibility(page, 'films', '#videos')
  expect(seen).toEqual([])
  const song = track(page, 'Glass Arcade')
  await song('Play').press('Enter')
  await song('Pause').waitFor(soon)

  await facade(page, film).press('Enter')
  const inside = player(page, film)
  await inside.getByText('addEventListener').first().waitFor(soon)
  // The video has the speaker now, and YouTube receives the referer.
  await song('Play').waitFor(soon)
  expect(new URL(seen[0]!.url).searchParams.get('origin')).toBe(site.origin)
  expect(seen[0]!.referer).toBe(`${site.origin}/`)
  const frame = page.locator('iframe[title$="on YouTube"]')
  expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation')
  expect(await frame.getAttribute('allow')).not.toMatch(/microphone|camera|payment|geolocation/)
  await page.getByRole('link', { name: 'Watch on YouTube' }).first().waitFor()

  // With the keyboard, because the pointer may still be over the previous content after scrolling.
  await song('Play').press('Enter')
  await song('Pause').waitFor(soon)
  await inside.getByText('pauseVideo').first().waitFor(soon)
  await inside.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await song('Play').waitFor(soon)

  // A video that resumes by itself while something else plays is stopped again.
  await facade(page, selfResumingVideo).press('Enter')
  const restless = player(page, selfResumingVideo)
  await restless.getByText('addEventListener').first().waitFor(soon)
  await song('Play').press('Enter')
  await expect.poll(() => restless.getByText('pauseVideo').count(), soon).toBe(2)
  expect(await song('Pause').count()).toBe(1)
  await restless.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await song('Play').waitFor(soon)
})

test('a video that does not play shows the reason and a retry; its poster is served from here, or is the artwork', async () => {
  const page = await openPagesOf(site).newPage({ phone: true, expected: [fromYouTube] })
  await page.clock.install()
  const seen = await youtube.play(page)
  await page.goto(path)
  for (const [id, words] of [
    ['Private-001', 'This video is private or no longer on YouTube.'],
    ['NoEmbed-001', 'This video can only be watched on YouTube.'],
    ['NoReferer-1', 'your browser does not send it'],
  ] as const) {
    await facade(page, id).press('Enter')
    await page.getByRole('alert').filter({ hasText: words }).waitFor(soon)
  }
  await facade(page, 'NeverComes1').press('Enter')
  await page.locator('iframe[title="Film NeverComes1, on YouTube"]').waitFor(soon)
  await page.clock.fastForward(8_000)
  await page.getByRole('alert').filter({ hasText: 'YouTube did not respond within 8 seconds.' }).waitFor(soon)
  expect(await page.locator('iframe[title$="on YouTube"]').count()).toBe(0)
  await checkAccessibility(page, 'films in trouble', '#videos')
  await page.getByRole('button', { name: 'Try Again' }).first().press('Enter')
  // The message may be visible only for a moment; the player that was added again stays.
  await expect.poll(() => seen.filter(({ url }) => url.includes('Private-001')).length, soon).toBe(2)
  await page.getByRole('alert').filter({ hasText: 'private or no longer on YouTube' }).waitFor(soon)

  const poster = (id: string) =>
    fetch(`${site.origin}/media/artists/luma-swade/posters/${id}.webp`, { redirect: 'manual' })
  await expect.poll(async () => (await poster(film)).headers.get('content-type'), soon).toBe('image/webp')
  expect((await poster('Private-001')).headers.get('location')).toMatch(
    /^\/figures\/luma-swade\.wide\.960\.[0-9a-f]{8}$/,
  )
  expect(youtube.requests.filter((url) => url.includes(film))).toHaveLength(1)
})

test('a self-hosted video and its poster load on demand, and the video takes the audio', async () => {
  const page = await shared.takePage({ phone: true })
  const requests: string[] = []
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
  await page.goto('/artist/vesper-swade')
  const own = () => requests.filter((address) => /tidewater\.web[mp]$/.test(address))
  expect(own()).toEqual([])
  const video = page.getByLabel('Tidewater (plate film), by Vesper Swade')
  await video.scrollIntoViewIfNeeded()
  await expect.poll(own, soon).toEqual(['/media/artists/vesper-swade/tidewater.webp'])
  const song = track(page, 'Tidewater')
  await song('Play').press('Enter')
  await song('Pause').waitFor(soon)
  const isPaused = () => page.evaluate<boolean>(`document.querySelector('video').paused`)
  await video.press('Space')
  await song('Play').waitFor(soon)
  expect(await isPaused()).toBe(false)
  await expect.poll(own, soon).toContain('/media/artists/vesper-swade/tidewater.webm')
  await song('Play').press('Enter')
  await expect.poll(isPaused, soon).toBe(true)
})
