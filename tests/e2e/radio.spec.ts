import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { forgetGaps, hear, navigate, pressEarTo } from '#tests/support/ear.ts'
import { startSite, type Site } from '#tests/support/site.ts'

let site: Site
let browser: TestBrowser

beforeAll(async () => {
  site = await startSite()
  browser = await launchBrowser(site.origin, ['--autoplay-policy=user-gesture-required'])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** Two busy processor cores may take their time. */
const soon = { timeout: 10_000, interval: 50 }

const playButton = (page: Page) => page.getByRole('button', { name: 'Play Swade Radio' })
/** What a browser and our own log say while there is no server: nothing else may go wrong then. */
const serverGone = [
  /^failed: \S+ net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)$/,
  /^console: Failed to load resource: net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/,
  // It answers before it is on the air again.
  /^console: Failed to load resource: the server responded with a status of 503/,
  /^console: The radio stream was lost\./,
]

const bar = (page: Page, status = '') => page.locator(status ? `[data-radio=${status}]` : '[data-radio]')

test('one click: the intro at 0.4, 200 ms, then the stream, and it really sounds until it is stopped', async () => {
  const { page, streams } = await open('/')
  expect(streams).toEqual([])
  await playButton(page).click()
  await bar(page, 'playing').waitFor()
  await expect.poll(async () => (await hear(page)).currentTime, soon).toBeGreaterThan(1)
  const first = await hear(page)
  const [intro, stream] = first.plays
  expect(intro).toMatchObject({ src: expect.stringContaining('intro'), volume: 0.4 })
  expect(stream).toMatchObject({ src: expect.stringContaining('/radio/stream.mp3?'), volume: 0.7 })
  expect(stream!.at - intro!.at).toBeGreaterThanOrEqual(195)
  await expect.poll(async () => (await hear(page)).decodedBytes, soon).toBeGreaterThan(first.decodedBytes)
  expect(await playButton(page).getAttribute('aria-pressed')).toBe('true')

  await playButton(page).click()
  await bar(page, 'silent').waitFor()
  await expect.poll(async () => (await hear(page)).audible, soon).toEqual([])
  // The download is over, not only silent: nobody is left at the station.
  await expect.poll(() => listeners(), soon).toBe(0)
  expect(streams).toHaveLength(1)
})

test('ten pages, one that does not exist and one that breaks: no gap and no second connection', async () => {
  const { page, streams } = await open('/', { expected: [/status of 404/, /status of 500/, /Error/] })
  await playButton(page).click()
  await expect.poll(async () => (await hear(page)).currentTime, soon).toBeGreaterThan(1)
  await forgetGaps(page)
  let last = 0
  const goOn = async () => {
    const { currentTime, audible } = await hear(page)
    expect(currentTime).toBeGreaterThan(last)
    expect(audible.filter((src) => src.includes('stream'))).toHaveLength(1)
    last = currentTime
  }
  for (const path of [
    '/swade-fam',
    '/artist/nova-swade',
    '/books',
    '/book/ai-fun-profit',
    '/journey',
    '/tokens',
    '/market',
    '/newsletter',
    '/',
  ]) {
    await navigate(page, path)
    await page.waitForURL(path)
    await bar(page, 'playing').waitFor()
    await goOn()
  }
  await navigate(page, '/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await bar(page, 'playing').waitFor()
  await goOn()
  await page.route('**/books.data*', (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'broken' }))
  await navigate(page, '/books').catch(() => undefined)
  await page.getByRole('heading', { name: 'Something slipped' }).waitFor()
  await bar(page, 'playing').waitFor()
  await goOn()
  await page
    .getByRole('link', { name: 'Back to Home' })
    .or(page.getByRole('link', { name: 'Swade, home' }))
    .first()
    .waitFor()
  expect((await hear(page)).breaks).toEqual([])
  expect(streams).toHaveLength(1)
})

test('the server is killed and comes back on the same port: so does the sound, within 5 s', { timeout: 120_000 }, async () => {
  const own = await startSite()
  let second: Site | undefined
  const chromium = await launchBrowser(own.origin)
  try {
    const { page } = await open('/', { expected: serverGone }, chromium, own)
    await playButton(page).click()
    await expect.poll(async () => (await hear(page)).currentTime, soon).toBeGreaterThan(1)
    await own.kill()
    await bar(page, 'reconnecting').waitFor({ timeout: 15_000 })
    await expect.poll(async () => (await hear(page)).audible, soon).toEqual([])
    // Long enough for the waits between attempts to have grown.
    await sleep(9000)
    second = await startSite({ dataDir: own.dataDir, port: Number(new URL(own.origin).port) })
    const back = performance.now()
    await bar(page, 'playing').waitFor({ timeout: 15_000 })
    await expect.poll(async () => (await hear(page)).audible.length, { interval: 20 }).toBeGreaterThan(0)
    expect(performance.now() - back).toBeLessThan(5000)
  } finally {
    await chromium.close()
    await second?.stop()
    await own.stop()
    rmSync(own.dataDir, { recursive: true, force: true })
  }
})

test('a title changes when the visitor hears it, and at the present while the radio is off', async () => {
  const changesAt = Date.now() + 12_000
  const { page } = await open('/tokens', {}, browser, site, async (fresh) => {
    const song = (name: string) => ({ id: name, text: name, title: name, artist: 'Luma Swade', artist_url: '/artist/luma-swade' })
    const answer = () => ({
      station: { name: 'Swade Radio' },
      listeners: { total: 12 },
      is_online: true,
      now_playing: { song: song('First Song') },
      playing_next: { song: song('Second Song') },
      clock: {
        now_ms: Date.now(),
        started_at_ms: changesAt - 60_000,
        next_starts_at_ms: changesAt,
        burst_ms: 3000,
        source: 'built-in',
      },
    })
    await fresh.route('**/api/radio/now-playing/events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: ': nothing\n\n' }),
    )
    await fresh.route('**/api/radio/now-playing', (route) => route.fulfill({ json: answer() }))
  })
  await bar(page).getByText('First Song').waitFor()
  await bar(page).getByText('12 listening').waitFor()
  expect(await bar(page).getByRole('link').getAttribute('href')).toBe('/artist/luma-swade')
  await playButton(page).click()
  await expect.poll(async () => (await hear(page)).currentTime, soon).toBeGreaterThan(0.5)
  expect(await bar(page).locator('[aria-live]').textContent()).toBe('Now playing: First Song by Luma Swade')
  await bar(page).getByText('Second Song').first().waitFor({ timeout: 20_000 })
  const late = Date.now() - changesAt
  // What is heard is as old as the station's burst.
  expect(late).toBeGreaterThan(1500)
  expect(late).toBeLessThan(4500)
  expect(await bar(page).locator('[aria-live]').textContent()).toBe('Now playing: Second Song by Luma Swade')
})

test('whatever now playing answers, the sound goes on and the last title stays', { timeout: 90_000 }, async () => {
  const { page } = await open('/tokens')
  await expect.poll(() => title(page), soon).not.toBe('Swade Radio')
  const before = await title(page)
  await page.context().close()

  let asked = 0
  const garbage = [
    '<html>bad gateway</html>',
    '{"station": [',
    'null',
    '[]',
    '{"station":{"name":7},"listeners":"many","now_playing":{"song":5}',
    '{}',
  ]
  const again = await open('/tokens', { expected: [/status of 500/] }, browser, site, async (fresh) => {
    const body = garbage.map((data) => `event: now-playing\ndata: ${data}\n\n`).join('')
    await fresh.route('**/api/radio/now-playing/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
    await fresh.route('**/api/radio/now-playing', async (route) => {
      asked += 1
      return asked === 1 ? route.continue() : route.fulfill({ status: 500, body: 'broken' })
    })
  })
  await expect.poll(() => title(again.page), soon).toBe(before)
  await playButton(again.page).click()
  await expect.poll(async () => (await hear(again.page)).currentTime, soon).toBeGreaterThan(0.5)
  await forgetGaps(again.page)
  // The station is asked every 30 s.
  await expect.poll(() => asked, { timeout: 35_000 }).toBe(2)
  await sleep(1000)
  const { audible, breaks, currentTime } = await hear(again.page)
  expect(audible).toHaveLength(1)
  expect(currentTime).toBeGreaterThan(20)
  expect(breaks).toEqual([])
  expect(await title(again.page)).toBe(before)
  expect(again.streams).toHaveLength(1)
})

test('keys: Space plays, M mutes, arrows set the volume, and none of them is taken from a field', async () => {
  const { page } = await open('/newsletter')
  await page.keyboard.press('Space')
  await bar(page, 'playing').waitFor()
  await page.keyboard.press('ArrowDown')
  expect((await hear(page)).volume).toBeCloseTo(0.65)
  await page.keyboard.press('m')
  expect((await hear(page)).isMuted).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await hear(page)).toMatchObject({ isMuted: false, volume: expect.closeTo(0.7) })

  const field = page.getByRole('textbox').first()
  await field.fill('')
  await field.pressSequentially('m m')
  await field.press('ArrowUp')
  expect(await field.inputValue()).toBe('m m')
  expect(await hear(page)).toMatchObject({ isMuted: false, volume: expect.closeTo(0.7) })
  await bar(page, 'playing').waitFor()
  await field.blur()
  await page.keyboard.press('Space')
  await bar(page, 'silent').waitFor()
})

test('after a click on play the keys are still the speaker’s, and Space is the button’s', async () => {
  const { page } = await open('/newsletter')
  await playButton(page).click()
  await bar(page, 'playing').waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BUTTON')
  await page.keyboard.press('m')
  expect((await hear(page)).isMuted).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await hear(page)).toMatchObject({ isMuted: false, volume: expect.closeTo(0.75) })
  await page.keyboard.press('Space')
  await bar(page, 'silent').waitFor()
})

test('the volume is remembered, and a broken memory is 0.7', async () => {
  const { page } = await open('/books')
  const slider = bar(page).getByRole('slider', { name: 'Volume' })
  expect(await slider.inputValue()).toBe('70')
  await slider.fill('35')
  await page.reload()
  await expect.poll(() => slider.inputValue(), soon).toBe('35')
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await playButton(page).click()
  await expect.poll(async () => (await hear(page)).currentTime, soon).toBeGreaterThan(0)
  expect((await hear(page)).volume).toBeCloseTo(0.35)
  await page.evaluate("localStorage.setItem('radio-volume', 'loud')")
  await page.reload()
  await expect.poll(() => slider.inputValue(), soon).toBe('70')
})

test('while a track plays the radio says when it returns, and can be told not to', async () => {
  const { page } = await open('/artist/luma-swade')
  await playButton(page).click()
  await bar(page, 'playing').waitFor()
  await page.getByRole('button', { name: 'Play Glass Arcade' }).click()
  await bar(page, 'waiting').waitFor()
  await bar(page).getByText('Back after this track').first().waitFor()
  await expect.poll(async () => (await hear(page)).audible, soon).toEqual([expect.stringContaining('glass-arcade')])
  await bar(page).getByRole('button', { name: 'Do not return' }).click()
  await bar(page, 'silent').waitFor()
  await page.getByRole('button', { name: 'Pause Glass Arcade' }).click()
  await sleep(1200)
  expect((await hear(page)).audible).toEqual([])
})

test('where a browser lets pages sound by themselves, the radio still waits to be asked', async () => {
  const lenient = await launchBrowser(site.origin, ['--autoplay-policy=no-user-gesture-required'])
  try {
    const { page, streams } = await open('/', {}, lenient)
    await sleep(1500)
    expect(streams).toEqual([])
    await playButton(page).click()
    await expect.poll(async () => (await hear(page)).currentTime, soon).toBeGreaterThan(0.5)
  } finally {
    await lenient.close()
  }
})

test('an artist whose track is heard is on air, on the roster and on the profile', async () => {
  const { page } = await open('/swade-fam')
  const link = bar(page).getByRole('link')
  await expect.poll(() => link.count(), soon).toBe(1)
  const path = (await link.getAttribute('href'))!
  await page
    .locator('article', { has: page.locator(`a[href="${path}"]`) })
    .getByText('On air now')
    .waitFor()
  expect(await page.getByText('On air now').count()).toBe(1)
  await link.click()
  await page.waitForURL(path)
  await page.locator('header').getByText('On air now').waitFor()
})

test('without script the bar is a link to the stream', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Listen to Swade Radio' })
  expect(await link.isVisible()).toBe(true)
  expect(await link.getAttribute('href')).toBe('/radio/stream.mp3')
  expect(await playButton(page).isVisible()).toBe(false)
})

test.each<[string, PageOptions, number]>([
  ['a phone', { phone: true }, 56],
  ['a desktop', { viewport: { width: 1440, height: 900 } }, 64],
])(
  'on %s the bar has its size from the start and covers neither the end of a page nor what has the focus',
  async (_on, options, height) => {
    const { page } = await open('/books', { ...options, reducedMotion: 'reduce' })
    const box = (await bar(page).boundingBox())!
    expect(Math.round(box.height)).toBe(height)
    await page.evaluate('scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" })')
    const foot = (await page.locator('footer').boundingBox())!
    expect(foot.y + foot.height).toBeLessThanOrEqual(box.y + 0.5)
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    for (let n = 0; n < 25; n++) {
      await page.keyboard.press('Tab')
      await page.waitForTimeout(20)
      const hidden = await page.evaluate<boolean>(`(() => {
      const { activeElement } = document
      if (activeElement.closest('[data-radio], dialog') || activeElement === document.body) return false
      const { bottom, top } = activeElement.getBoundingClientRect()
      return top < innerHeight && bottom > document.querySelector('[data-radio]').getBoundingClientRect().top + 0.5 && bottom - top < innerHeight / 2
    })()`)
      expect(hidden, `focus ${n}`).toBe(false)
    }
  },
)

async function open(
  address: string,
  options: PageOptions = {},
  chromium = browser,
  from = site,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<{ page: Page; streams: string[] }> {
  const page = await chromium.newPage(options.phone ? options : { viewport: { width: 1280, height: 900 }, ...options })
  await pressEarTo(page.context())
  const streams: string[] = []
  page.on('request', (request) => request.url().startsWith(`${from.origin}/radio/stream.mp3`) && streams.push(request.url()))
  await prepare(page)
  await page.goto(address)
  return { page, streams }
}

function title(page: Page): Promise<string> {
  return bar(page).locator('.truncate').first().innerText()
}

async function listeners(): Promise<number> {
  const answer = await fetch(`${site.origin}/api/radio/now-playing`)
  return ((await answer.json()) as { listeners: { total: number } }).listeners.total
}
