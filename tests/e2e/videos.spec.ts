import AxeBuilder from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'
import { filmsInTrouble, openYouTubeDouble, restlessFilm, type YouTubeDouble } from '#tests/support/youtube-double.ts'

const film = 'dQw4w9WgXcQ'
const ids = [film, restlessFilm, ...Object.keys(filmsInTrouble)]
let folder: SiteFolder
let youtube: YouTubeDouble
let site: Site
let browser: TestBrowser

beforeAll(async () => {
  youtube = await openYouTubeDouble()
  const videos = `videos:\n${ids.map((id) => `  - title: Film ${id}\n    youtubeId: ${id}\n`).join('')}`
  folder = makeSiteFolder({
    'artists/luma-swade/artist.yaml': (text) => `${text.replace(/^videos:\n(?:[ -].*\n?)*/m, '').trimEnd()}\n${videos}`,
  })
  site = await startSite({ folder: folder.folder, env: { YOUTUBE_POSTER_BASE_URL: youtube.origin } })
  browser = await launchBrowser(site.origin, ['--autoplay-policy=no-user-gesture-required'])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  folder?.remove()
  await youtube?.close()
})

const fromYouTube = /another host: https:\/\/www\.youtube-nocookie\.com\/embed\//
const facade = (page: Page, id: string) => page.getByRole('link', { name: `Play from YouTube: Film ${id}` })
const player = (page: Page, id: string) => page.frameLocator(`iframe[title="Film ${id}, on YouTube"]`)
const path = '/artist/luma-swade'

/** A press right after scrolling may reach the frame that stood there a moment before: the browser still has its place. */
async function scrolledTo(part: Locator) {
  await part.scrollIntoViewIfNeeded()
  await part.page().waitForTimeout(500)
}

async function picture(page: Page, name: string) {
  const target = process.env.PICTURES
  if (!target) return
  mkdirSync(target, { recursive: true })
  await page.screenshot({ path: `${target}/${name}.png`, fullPage: true })
}

test('posters are fetched once by the server and come from here; until they do, and where there is none, the figure stands in', async () => {
  const poster = (id: string) => fetch(`${site.origin}/media/artists/luma-swade/posters/${id}.webp`, { redirect: 'manual' })
  await expect.poll(async () => (await poster(film)).status, { timeout: 30_000 }).toBe(200)
  expect((await poster(film)).headers.get('content-type')).toBe('image/webp')
  await expect.poll(() => youtube.asked.filter((url) => url.includes('Private')).length, { timeout: 30_000 }).toBe(2)
  expect((await poster('Private-001')).headers.get('location')).toBe('/figures/v1/luma-swade.wide.960.webp')
  expect(youtube.asked.filter((url) => url.includes(film))).toHaveLength(1)
})

test('a film loads nothing from YouTube before somebody presses play, then plays where it stands and tells its page’s origin', async () => {
  for (const options of [{ viewport: { width: 1440, height: 900 } }, { phone: true }]) {
    const page = await browser.newPage({ ...options, expected: [fromYouTube] })
    const seen = await youtube.play(page)
    await page.goto(path)
    await facade(page, film).scrollIntoViewIfNeeded()
    await page.getByText('Nothing is loaded from YouTube before you press play.').first().waitFor()
    await picture(page, options.phone ? 'films-390' : 'films-1440')
    expect(seen).toEqual([])
    expect((await new AxeBuilder({ page }).include('#videos').analyze()).violations).toEqual([])
    await facade(page, film).focus()
    await page.keyboard.press('Enter')
    await player(page, film).getByText('addEventListener').first().waitFor()
    const [first] = seen
    expect(new URL(first!.url).searchParams.get('origin')).toBe(site.origin)
    expect(first!.referer).toBe(`${site.origin}/`)
    const frame = page.locator('iframe[title$="on YouTube"]')
    expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation')
    expect(await frame.getAttribute('allow')).not.toMatch(/microphone|camera|payment|geolocation/)
    await page.getByRole('link', { name: 'Watch on YouTube' }).first().waitFor()
  }
})

test('a film takes the one speaker, gives it up to the next sound, and takes it again from within', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [fromYouTube] })
  await youtube.play(page)
  await page.goto(path)
  const track = (act: 'Play' | 'Pause') => page.getByRole('button', { name: `${act} Glass Arcade`, exact: true })
  await track('Play').click()
  await track('Pause').waitFor()
  await facade(page, film).click()
  await track('Play').waitFor()
  const inside = player(page, film)
  await inside.getByText('addEventListener').first().waitFor()
  await scrolledTo(track('Play'))
  await track('Play').click()
  await track('Pause').waitFor()
  await inside.getByText('pauseVideo').first().waitFor()
  await inside.getByRole('button', { name: 'Play', exact: true }).click()
  await track('Play').waitFor()
})

test('a film that goes on by itself while something else plays is stopped again, and a press inside still starts it', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, expected: [fromYouTube] })
  await youtube.play(page)
  await page.goto(path)
  const track = (act: 'Play' | 'Pause') => page.getByRole('button', { name: `${act} Glass Arcade`, exact: true })
  await facade(page, restlessFilm).click()
  const inside = player(page, restlessFilm)
  await inside.getByText('addEventListener').first().waitFor()
  await scrolledTo(track('Play'))
  await track('Play').click()
  await expect.poll(() => inside.getByText('pauseVideo').count(), { timeout: 20_000 }).toBe(2)
  expect(await track('Pause').isVisible()).toBe(true)
  await inside.getByRole('button', { name: 'Play', exact: true }).click()
  await track('Play').waitFor()
})

test('a film that does not play says why in words, and can be tried again', async () => {
  const page = await browser.newPage({ expected: [fromYouTube] })
  const seen = await youtube.play(page)
  await page.goto(path)
  for (const [id, words] of [
    ['Private-001', 'YouTube no longer has this film, or keeps it private.'],
    ['NoEmbed-001', 'This film may only be watched on YouTube itself.'],
    ['NoReferer-1', 'your browser does not say so'],
    ['NeverComes1', 'YouTube did not answer within 8 seconds.'],
  ] as const) {
    await facade(page, id).click()
    await page.getByRole('alert').filter({ hasText: words }).waitFor({ timeout: 30_000 })
  }
  await picture(page, 'films-in-trouble-1280')
  expect(await page.locator('iframe[title$="on YouTube"]').count()).toBe(0)
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  // What was said may be gone for a moment only; that the player came again is seen for sure.
  await expect.poll(() => seen.filter(({ url }) => url.includes('Private-001')).length, { timeout: 20_000 }).toBe(2)
  await page.getByRole('alert').filter({ hasText: 'no longer has this film' }).waitFor()
})

test('a film of our own and its poster are asked for when they are wanted, and the film takes the one speaker', async () => {
  const page = await browser.newPage({ phone: true })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto('/artist/vesper-swade', { waitUntil: 'networkidle' })
  const own = () => asked.filter((address) => /tidewater\.web[mp]$/.test(address))
  expect(own()).toEqual([])
  const video = page.getByLabel('Tidewater (plate film), by Vesper Swade')
  await video.scrollIntoViewIfNeeded()
  await expect.poll(own).toEqual(['/media/artists/vesper-swade/tidewater.webp'])
  await picture(page, 'own-film-390')
  const track = (act: 'Play' | 'Pause') => page.getByRole('button', { name: `${act} Tidewater`, exact: true })
  await track('Play').click()
  await track('Pause').waitFor()
  const isPaused = () => page.evaluate<boolean>(`document.querySelector('video').paused`)
  await scrolledTo(video)
  await video.focus()
  await page.keyboard.press('Space')
  await track('Play').waitFor()
  expect(await isPaused()).toBe(false)
  await expect.poll(own).toContain('/media/artists/vesper-swade/tidewater.webm')
  await scrolledTo(track('Play'))
  await track('Play').click()
  await expect.poll(isPaused).toBe(true)
})

test('without script a film is a link to YouTube', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(path)
  expect(await facade(page, film).getAttribute('href')).toBe(`https://www.youtube.com/watch?v=${film}`)
})
