import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { breakableConnection } from '#tests/support/breakable-connection.ts'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { resetGaps, readMedia, navigate, recordMedia } from '#tests/support/media-recorder.ts'
import { openPagesOf, sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
/** Timeout on two busy processor cores. */
const soon = { timeout: 30_000, interval: 50 }
const bar = (page: Page, status = '') => page.locator(status ? `[data-radio=${status}]` : '[data-radio]')
const playButton = (page: Page) => page.getByRole('button', { name: 'Play Swade Radio' })

async function open(
  address: string,
  options: PageOptions = {},
  browser: Pick<TestBrowser, 'newPage'> = { newPage: site.takePage },
) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
  await recordMedia(page.context())
  const streams: string[] = []
  page.on(
    'request',
    (request) => new URL(request.url()).pathname === '/radio/stream.mp3' && streams.push(request.url()),
  )
  await page.goto(address)
  return { page, streams }
}

async function start(page: Page): Promise<void> {
  await playButton(page).click()
  await soundsPast(page, 0.5)
}
async function soundsPast(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => (await readMedia(page)).currentTime, soon).toBeGreaterThan(seconds)
}
/** Returns the interruptions of playback, without 'waiting', which a busy machine causes. */
const breaks = async (page: Page) => (await readMedia(page)).breaks.filter((what) => what !== 'waiting')

test('one click starts the intro and the stream, even in a browser that requires a gesture; the stream continues on every page until it is stopped', async () => {
  const strict = await launchBrowser(site.origin, ['--autoplay-policy=user-gesture-required'])
  onTestFinished(() => strict.close())
  const { page, streams } = await open('/newsletter', { expected: [/status of 404/, /status of 500/, /Error/] }, strict)
  expect(streams).toEqual([])
  await start(page)
  await bar(page, 'playing').waitFor()
  const first = await readMedia(page)
  const [intro, stream] = first.plays
  expect(intro).toMatchObject({ src: expect.stringContaining('intro') as string, volume: 0.4 })
  expect(stream).toMatchObject({ src: expect.stringContaining('/radio/stream.mp3?') as string, volume: 0.7 })
  expect(stream!.at - intro!.at).toBeGreaterThanOrEqual(195)
  await expect.poll(async () => (await readMedia(page)).decodedBytes, soon).toBeGreaterThan(first.decodedBytes)
  expect(await playButton(page).getAttribute('aria-pressed')).toBe('true')

  await resetGaps(page)
  const goesOn = async () => {
    await bar(page, 'playing').waitFor()
    await soundsPast(page, (await readMedia(page)).currentTime)
    await expect.poll(async () => (await readMedia(page)).audible, soon).toEqual([expect.stringContaining('stream')])
  }
  for (const path of ['/artist/nova-swade', '/book/ai-fun-profit', '/']) {
    await navigate(page, path)
    await page.waitForURL(path)
    await goesOn()
  }
  await navigate(page, '/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await goesOn()
  await page.route('**/books.data*', (route) =>
    route.fulfill({ status: 500, contentType: 'text/plain', body: 'broken' }),
  )
  await navigate(page, '/books').catch(() => undefined)
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await goesOn()
  expect(await breaks(page)).toEqual([])

  await playButton(page).click()
  await bar(page, 'silent').waitFor()
  await expect.poll(async () => (await readMedia(page)).audible, soon).toEqual([])
  // The download has ended, and no listener remains at the station.
  await expect.poll(listeners, soon).toBe(0)
  expect(streams).toHaveLength(1)
})

test('the bar and the roster show the audible song, not the one on air: a new title waits until the radio is off, and invalid events change nothing', async () => {
  const startedAt = Date.now()
  const song = (title: string, artist: string) => {
    const slug = artist.toLowerCase().replace(' ', '-')
    return { song: { id: slug, text: title, title, artist, artist_url: `/artist/${slug}` } }
  }
  const answer = (now: object, total: number, startedAtMs: number) => ({
    station: { name: 'Swade Radio' },
    listeners: { total },
    is_online: true,
    now_playing: now,
    playing_next: null,
    // A listener hears what was on the air an hour ago.
    clock: { now_ms: Date.now(), started_at_ms: startedAtMs, burst_ms: 3_600_000, source: 'built-in' },
  })
  const news = Promise.withResolvers<void>()
  const { page, streams } = await open('/imprint')
  await page.route('**/api/radio/now-playing', (route) =>
    route.fulfill({ json: answer(song('First Song', 'Luma Swade'), 12, startedAt - 60_000) }),
  )
  await page.route('**/api/radio/now-playing/events', async (route) => {
    await news.promise
    const garbage = [
      '<html>bad gateway</html>',
      '{"station": [',
      'null',
      '[]',
      '{"station":{"name":7},"listeners":"many"}',
      '{}',
    ]
    const next = JSON.stringify(answer(song('Second Song', 'Nova Swade'), 13, startedAt))
    const body = [...garbage, next].map((data) => `event: now-playing\ndata: ${data}\n\n`).join('')
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.goto('/swade-fam')
  await bar(page).getByText('First Song').waitFor()
  await bar(page).getByText('12 listening').waitFor()
  const onAir = (slug: string) =>
    page
      .locator('article', { has: page.locator(`a[href="/artist/${slug}"]`) })
      .getByText('On air now')
      .waitFor()
  await onAir('luma-swade')
  expect(await page.getByText('On air now').count()).toBe(1)

  // This browser allows autoplay, but the radio waits for a click anyway.
  expect(streams).toEqual([])
  await start(page)
  await resetGaps(page)
  expect(await bar(page).locator('[aria-live]').textContent()).toBe('Now playing: First Song by Luma Swade')
  news.resolve()
  await bar(page).getByText('13 listening').waitFor()
  await bar(page).getByRole('link', { name: 'First Song' }).waitFor()
  await soundsPast(page, (await readMedia(page)).currentTime)
  await expect.poll(async () => (await readMedia(page)).audible.length, soon).toBe(1)
  expect(await breaks(page)).toEqual([])

  // While the radio is off, the bar shows the current track.
  await playButton(page).click()
  await bar(page).getByRole('link', { name: 'Second Song' }).waitFor()
  await onAir('nova-swade')
  await bar(page).getByRole('link', { name: 'Second Song' }).click()
  await page.waitForURL('/artist/nova-swade')
  await page.locator('header').getByText('On air now').waitFor()
})

test('Space plays, M mutes and arrows set the volume, but not in a field or on a button; the volume is remembered', async () => {
  const { page } = await open('/newsletter')
  const slider = bar(page).getByRole('slider', { name: 'Volume' })
  expect(await slider.inputValue()).toBe('70')
  await page.keyboard.press('Space')
  await bar(page, 'playing').waitFor()
  await page.keyboard.press('ArrowDown')
  expect((await readMedia(page)).volume).toBeCloseTo(0.65)
  await page.keyboard.press('m')
  expect((await readMedia(page)).isMuted).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await readMedia(page)).toMatchObject({ isMuted: false, volume: expect.closeTo(0.7) as number })

  const field = page.getByRole('textbox').first()
  await field.pressSequentially('m m')
  await field.press('ArrowUp')
  expect(await field.inputValue()).toBe('m m')
  expect(await readMedia(page)).toMatchObject({ isMuted: false, volume: expect.closeTo(0.7) as number })
  await bar(page, 'playing').waitFor()
  await field.blur()
  await page.keyboard.press('Space')
  await bar(page, 'silent').waitFor()

  // After a click, keys still control the radio, and Space activates the button.
  await playButton(page).click()
  await bar(page, 'playing').waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BUTTON')
  await page.keyboard.press('m')
  expect((await readMedia(page)).isMuted).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await readMedia(page)).toMatchObject({ isMuted: false, volume: expect.closeTo(0.75) as number })
  await page.keyboard.press('Space')
  await bar(page, 'silent').waitFor()

  await slider.fill('35')
  await page.goto('/imprint')
  await expect.poll(() => slider.inputValue(), soon).toBe('35')
  await start(page)
  expect((await readMedia(page)).volume).toBeCloseTo(0.35)
  await page.evaluate("localStorage.setItem('radio-volume', 'loud')")
  await page.goto('/imprint')
  await expect.poll(() => slider.inputValue(), soon).toBe('70')
})

test('a lost connection is reported, and playback resumes by itself once the server is back', async () => {
  const line = await breakableConnection(site.origin)
  onTestFinished(line.cut)
  const { origin } = new URL(line.url)
  const gone = [
    /^failed: \S+ net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)$/,
    /^console: Failed to load resource: net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)/,
    /^console: radio stream lost:/,
  ]
  const { page } = await open('/imprint', { expected: gone }, openPagesOf({ origin, outbox: site.outbox }))
  await start(page)
  await line.cut()
  await bar(page, 'reconnecting').waitFor()
  await expect.poll(async () => (await readMedia(page)).audible, soon).toEqual([])
  await line.mend()
  await bar(page, 'playing').waitFor()
  await expect.poll(async () => (await readMedia(page)).audible.length, soon).toBe(1)
})

test.each<[string, PageOptions, number]>([
  ['a phone', { phone: true, viewport: { width: 390, height: 844 } }, 56],
  ['a desktop', { viewport: { width: 1440, height: 900 } }, 64],
])(
  'on %s the bar has its final size from the start and covers neither the end of a page nor the focused element',
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
      // The browser scrolls to the focused element before the next frame.
      await expect.poll(() => page.evaluate<boolean>(focusIsCovered), { ...soon, message: `focus ${n}` }).toBe(false)
    }
  },
)

const focusIsCovered = `(() => {
  const { activeElement } = document
  if (activeElement.closest('[data-radio], dialog') || activeElement === document.body) return false
  const { bottom, top } = activeElement.getBoundingClientRect()
  return top < innerHeight && bottom > document.querySelector('[data-radio]').getBoundingClientRect().top + 0.5 && bottom - top < innerHeight / 2
})()`

test('without JavaScript the bar is a link to the stream', async () => {
  const page = await site.newPage({ javaScriptEnabled: false })
  await page.goto('/imprint')
  const link = page.getByRole('link', { name: 'Listen to Swade Radio' })
  expect(await link.isVisible()).toBe(true)
  expect(await link.getAttribute('href')).toBe('/radio/stream.mp3')
  expect(await playButton(page).isVisible()).toBe(false)
})

async function listeners(): Promise<number> {
  const answer = await fetch(`${site.origin}/api/radio/now-playing`)
  return ((await answer.json()) as { listeners: { total: number } }).listeners.total
}
