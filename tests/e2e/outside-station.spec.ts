import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowPlayingSchema } from '#features/radio/contract.ts'
import { type AzuracastDouble, startAzuracastDouble } from '#tests/support/azuracast-double.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { hear, pressEarTo } from '#tests/support/ear.ts'
import { type Icecast, startIcecast } from '#tests/support/icecast.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const root = join(import.meta.dirname, '../..')

let icecast: Icecast
let double: AzuracastDouble
let site: Site
let browser: TestBrowser

beforeAll(async () => {
  icecast = await startIcecast(globSync('content/artists/*/*.mp3', { cwd: root }).map((path) => join(root, path)))
  double = await startAzuracastDouble({ listenUrl: icecast.streamUrl })
  double.play({ artist: 'Luma Swade', title: 'Prism &amp; Light' })
  site = await startSite({ env: { AZURACAST_URL: double.url, AZURACAST_STATION: double.station } })
  browser = await launchBrowser(site.origin, ['--autoplay-policy=user-gesture-required'])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await double?.close()
  await icecast?.stop()
})

/** The site asks every 30 s. */
const nextQuestion = { timeout: 40_000, interval: 200 }
const soon = { timeout: 15_000, interval: 50 }
const pages = ['/', '/swade-fam', '/artist/luma-swade', '/books', '/journey', '/dev/station']

const nowPlaying = async () => nowPlayingSchema.parse(await (await fetch(`${site.origin}/api/radio/now-playing`)).json())
const titleNow = async () => (await nowPlaying()).now_playing?.song.title
const statuses = () => Promise.all(pages.map(async (path) => (await fetch(site.origin + path)).status))

test('the bar shows what the owner’s AzuraCast says and plays its stream, with Icecast at the other end', async () => {
  const page = await browser.newPage({ expected: [/^another host: http:\/\/127\.0\.0\.1:\d+\/radio\.mp3/] })
  await pressEarTo(page.context())
  await page.goto('/')
  const bar = page.getByRole('region', { name: 'Radio' })
  await bar.getByText('Prism & Light').waitFor()
  await bar.getByText('Luma Swade').waitFor()
  expect(await bar.getByRole('link', { name: /Prism/ }).getAttribute('href')).toBe('/artist/luma-swade')
  await expect.poll(() => bar.textContent(), soon).toContain('42')

  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await expect.poll(async () => (await hear(page)).decodedBytes, soon).toBeGreaterThan(32_000)
  expect((await hear(page)).audible).toEqual([expect.stringContaining(icecast.streamUrl)])

  // Programs that know only our address are sent there.
  const sent = await fetch(`${site.origin}/radio/stream.mp3`, { redirect: 'manual' })
  expect([sent.status, sent.headers.get('location')]).toEqual([307, icecast.streamUrl])
}, 60_000)

test('garbage changes nothing, a dead station changes nothing, and a station that is back is heard', async () => {
  const before = await nowPlaying()
  double.fail('wrong-types')
  double.play({ artist: 'Nobody', title: 'Garbage' })
  const asked = double.requests()
  await expect.poll(() => double.requests(), nextQuestion).toBeGreaterThan(asked)
  await expect.poll(() => site.printed(), soon).toContain('the answer is not one of AzuraCast')
  expect((await nowPlaying()).now_playing?.song).toEqual(before.now_playing?.song)
  expect((await nowPlaying()).is_online).toBe(true)

  await double.close()
  await expect.poll(() => site.printed(), nextQuestion).toContain('ECONNREFUSED')
  expect(await titleNow()).toBe('Prism & Light')
  expect(await statuses()).toEqual(pages.map(() => 200))

  const page = await browser.newPage()
  await page.goto('/books')
  await page.getByRole('region', { name: 'Radio' }).getByText('Prism & Light').waitFor()

  double.fail(undefined)
  double.play({ artist: 'Nova Swade', title: 'Back Again' })
  await double.open()
  await expect.poll(titleNow, nextQuestion).toBe('Back Again')
  await page.getByRole('region', { name: 'Radio' }).getByText('Back Again').waitFor({ timeout: 40_000 })
}, 180_000)
