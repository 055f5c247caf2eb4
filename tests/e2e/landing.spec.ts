import { globSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type PageOptions, type TestBrowser } from '#tests/support/browser.ts'
import { readText } from '#tests/support/html.ts'
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

const desktop = { viewport: { width: 1440, height: 900 } }
const halfMinuteMs = 30_000

const ecosystem = (page: Page) => page.getByRole('region', { name: 'the ecosystem', exact: true })
const slides = (carousel: Locator) => carousel.locator('[aria-roledescription=slide]')

/** Opens a page and waits until its carousel goes round. */
async function openCarousel(address: string, label: string, options: PageOptions = desktop) {
  const page = await browser.newPage(options)
  await page.clock.install()
  await page.goto(address)
  const carousel = page.getByRole('region', { name: label, exact: true })
  await carousel.scrollIntoViewIfNeeded()
  await carousel.locator('[data-driven]').waitFor()
  return { page, carousel }
}

/** From 1: which card stands first. */
async function position(carousel: Locator): Promise<number> {
  const text = await carousel.locator('[aria-atomic=true]').textContent()
  return Number(/, (\d+) \/ {2}of \d+$/.exec(text ?? '')?.[1])
}

/** How many cards the row moves by itself in half a minute; the time is the test's own. */
async function movesInHalfAMinute(page: Page, carousel: Locator): Promise<number> {
  const count = await slides(carousel).count()
  const before = await position(carousel)
  await page.clock.runFor(halfMinuteMs)
  // The page counts in the test's time and draws in ours.
  await sleep(150)
  return ((await position(carousel)) - before + count) % count
}

const stopClock = async (page: Page) => page.clock.pauseAt(new Date((await page.evaluate<number>('Date.now()')) + 1_000))

test('the two buttons of the hero scroll to the ecosystem and to the virtual world', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  for (const [button, id] of [
    ['Explore the Ecosystem', 'ecosystem'],
    ['Enter the Virtual World', 'virtual-world'],
  ] as const) {
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    await page.getByRole('main').getByRole('link', { name: button }).click()
    await expect.poll(async () => (await page.locator(`#${id}`).boundingBox())?.y, { timeout: 5_000 }).toBeLessThan(200)
    expect(new URL(page.url()).hash).toBe(`#${id}`)
  }
})

test('the ecosystem shows three of its 18 cards; arrows and dots lead round in both directions', async () => {
  const { page, carousel } = await openCarousel('/', 'the ecosystem')
  await carousel.getByRole('button', { name: 'Pause rotating the ecosystem' }).click()
  expect(await slides(carousel).count()).toBe(18)
  const row = (await carousel.boundingBox())!
  const cards = await Promise.all((await slides(carousel).getByRole('link').all()).map((card) => card.boundingBox()))
  const whole = cards.filter((card) => card && card.x >= row.x - 1 && card.x + card.width <= row.x + row.width + 1)
  expect(whole).toHaveLength(3)

  const start = await position(carousel)
  expect(start).toBe(1)
  await carousel.getByRole('button', { name: 'Previous in the ecosystem' }).click()
  await expect.poll(() => position(carousel)).toBe(18)
  await carousel.getByRole('button', { name: 'Next in the ecosystem' }).click()
  await expect.poll(() => position(carousel)).toBe(1)
  await carousel.getByRole('button', { name: 'Next in the ecosystem' }).click()
  await expect.poll(() => position(carousel)).toBe(2)

  const dots = carousel.getByRole('group', { name: 'Choose from the ecosystem' }).getByRole('button')
  expect(await dots.count()).toBe(18)
  await dots.nth(4).click()
  await expect.poll(() => position(carousel)).toBe(5)
  expect(await dots.nth(4).getAttribute('aria-current')).toBe('true')
  for (const [key, place] of [
    ['ArrowRight', 6],
    ['End', 18],
    ['ArrowRight', 1],
    ['ArrowLeft', 18],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => position(carousel), { message: key }).toBe(place)
  }
})

test('the ecosystem moves on every 6 seconds, a platform page every 5, and both stand still when somebody is at them', async () => {
  for (const [address, label, moves] of [
    ['/', 'the ecosystem', 5],
    ['/platform/downbeat', 'the other platforms', 6],
  ] as const) {
    const { page, carousel } = await openCarousel(address, label)
    await page.mouse.move(5, 5)
    await stopClock(page)
    const pass = () => movesInHalfAMinute(page, carousel)
    expect(await pass(), `${label}, left alone`).toBe(moves)

    await carousel.hover()
    expect(await pass(), `${label}, hovered`).toBe(0)
    await page.mouse.move(5, 5)
    expect(await pass(), `${label}, let go`).toBe(moves)

    const next = carousel.getByRole('button', { name: `Next in ${label}` })
    await next.focus()
    expect(await pass(), `${label}, focused`).toBe(0)
    await next.blur()
    expect(await pass(), `${label}, no longer focused`).toBe(moves)

    await carousel.getByRole('button', { name: `Pause rotating ${label}` }).click()
    await page.mouse.move(5, 5)
    await page.evaluate('document.activeElement.blur()')
    expect(await pass(), `${label}, paused`).toBe(0)
    await carousel.getByRole('button', { name: `Start rotating ${label}` }).click()
    await page.mouse.move(5, 5)
    await page.evaluate('document.activeElement.blur()')
    expect(await pass(), `${label}, started again`).toBe(moves)

    await page.evaluate('document.querySelector("#contact-soon").showModal()')
    expect(await pass(), `${label}, with a dialog open`).toBe(0)
  }
})

test('who asked for less motion gets rows that wait to be moved', async () => {
  const { page, carousel } = await openCarousel('/', 'the ecosystem', { ...desktop, reducedMotion: 'reduce' })
  await stopClock(page)
  expect(await movesInHalfAMinute(page, carousel)).toBe(0)
  expect(await carousel.getByRole('button', { name: /rotating/ }).count()).toBe(0)
  await carousel.getByRole('button', { name: 'Next in the ecosystem' }).click()
  await page.clock.runFor(100)
  await expect.poll(() => position(carousel)).toBe(2)
})

test('a card opens its preview, whose page is asked for then and not before, and can run nothing', async () => {
  const page = await browser.newPage(desktop)
  const framed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('frame=page')) framed.push(request.url())
  })
  await page.goto('/')
  const card = slides(ecosystem(page)).first().getByRole('link')
  await card.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  const address = await card.getAttribute('href')
  expect(framed).toEqual([])

  await card.click()
  const preview = page.getByRole('dialog').filter({ visible: true })
  await preview.waitFor()
  await preview.locator('iframe').contentFrame().getByRole('heading', { level: 1 }).waitFor()
  expect(framed).toEqual([`${site.origin}${address}?frame=page`])
  const name = (await preview.getByRole('heading', { level: 2 }).innerText()).trim()
  expect((await card.innerText()).replace(/\s+/g, ' ')).toContain(name)
  const words = readText(await preview.innerHTML())
  expect(words).toContain(`Central Hub ${name}`)
  expect(words).toMatch(/What it does .{30,} How it helps .{30,}/)

  const sandbox = (await preview.locator('iframe').getAttribute('sandbox'))?.split(' ') ?? ['no sandbox']
  for (const permission of ['no sandbox', 'allow-scripts', 'allow-top-navigation', 'allow-forms']) expect(sandbox).not.toContain(permission)
  const frame = page.frames().find((one) => one.url().includes('frame=page'))
  expect(await frame?.locator('script:not([type="application/ld+json"])').count()).toBe(0)

  const open = preview.getByRole('link', { name: 'Open Site' })
  expect(await open.getAttribute('rel')).toContain('noopener')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open.click()])
  // A new tab is there, and loaded, before it has gone anywhere.
  await tab.waitForURL((url) => url.pathname === address)
  expect(new URL(tab.url()).pathname).toBe(address)
  expect(await tab.evaluate('opener')).toBeNull()
  await tab.close()

  await preview.getByRole('button', { name: 'Close Preview' }).click()
  await preview.waitFor({ state: 'hidden' })
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(address)

  await page.keyboard.press('Enter')
  await preview.waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(address)
})

test('a card pressed with Ctrl opens its page in a new tab', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  const card = slides(ecosystem(page)).nth(1).getByRole('link')
  const address = await card.getAttribute('href')
  await card.scrollIntoViewIfNeeded()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), card.click({ modifiers: ['ControlOrMeta'] })])
  // A new tab is there, and loaded, before it has gone anywhere.
  await tab.waitForURL((url) => url.pathname === address)
  expect(new URL(tab.url()).pathname).toBe(address)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
})

test('the timeline has four eras with their awards and leads to the journey', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  const timeline = page.locator('#timeline')
  const text = await timeline.innerText()
  for (const period of ['1983-1993', '1993-2000', '2004-2009', '2020-present']) expect(text.replaceAll('–', '-')).toContain(period)
  expect(text).toContain('40-year journey')
  expect(
    await timeline
      .getByRole('list', { name: /^Awards/ })
      .getByRole('listitem')
      .count(),
  ).toBeGreaterThanOrEqual(2)
  await timeline.getByRole('link', { name: 'View Full Journey' }).click()
  await page.waitForURL('**/journey')
})

test('prices nobody has told us are N/A, and no token has a buy link until the owner names an exchange', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Token prices' })
  await expect.poll(async () => (await strip.innerText()).replace(/\s+/g, ' ')).toMatch(/SOL N\/A SWDZ N\/A SWDX N\/A/)
  const tokens = page.locator('#tokens')
  for (const name of ['SWADEZ', 'SWADEX']) await tokens.getByRole('heading', { level: 3, name }).waitFor()
  expect(await tokens.getByRole('link', { name: /^Buy/ }).count()).toBe(0)
  await page.goto('/tokens')
  for (const symbol of ['SOL', 'SWDZ', 'SWDX']) {
    const row = page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByText(symbol, { exact: true }) })
    await expect.poll(async () => (await row.innerText()).match(/N\/A/g), { message: `${symbol}: price and change` }).toHaveLength(2)
  }
})

test('the teaser names the roster and every artist of it leads to a profile', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  const roster = page.locator('#roster')
  expect(await roster.innerText()).toContain('15+ artists')
  expect(await roster.locator('a[href^="/artist/"]').count()).toBe(11)
  expect(await page.locator('#ecosystem').innerText()).toContain('18+ platforms')
  expect(await page.locator('#newsletter').innerText()).toMatch(/every friday at 9 am est/i)
  await roster.getByRole('link', { name: 'Meet Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
})

test('without script every card is a link, nothing pretends to move, and everything can be read', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false })
  await page.goto('/')
  const carousel = ecosystem(page)
  expect(await slides(carousel).locator('a[href^="/platform/"]').count()).toBe(18)
  expect(await carousel.getByRole('button').filter({ visible: true }).count()).toBe(0)
  for (const id of ['ecosystem', 'timeline', 'virtual-world', 'tokens', 'roster', 'newsletter'])
    expect(await page.locator(`#${id}`).getByRole('heading', { level: 2 }).isVisible(), id).toBe(true)
  await slides(carousel).first().getByRole('link').click()
  await page.waitForURL('**/platform/*')
  const text = (await page.getByRole('main').innerText()).toLowerCase()
  for (const part of ['what it does', 'how it helps', 'what you can do there', 'worth seeing next']) expect(text).toContain(part)
})

test('a venue, mints and exchanges appear where the owner has named them, and nothing of them loads by itself', async () => {
  const connected = await startSite({
    env: {
      SPATIAL_ROOM_URL: 'https://rooms.example/swade',
      SWDZ_MINT: 'So11111111111111111111111111111111111111112',
      SWDZ_BUY_URL: 'https://exchange.example/swdz',
    },
  })
  const visitors = await launchBrowser(connected.origin)
  try {
    for (const [options, words] of [
      [desktop, 'Open Full'],
      [{ phone: true }, 'Open in Spatial App'],
    ] as const) {
      const page = await visitors.newPage(options)
      await page.goto('/')
      const venue = page.locator('#virtual-world')
      const door = venue.getByRole('link', { name: words })
      expect(await door.getAttribute('href')).toBe('https://rooms.example/swade')
      expect(await door.getAttribute('rel')).toContain('noopener')
      for (const fact of ['Live Virtual Space', 'Guest Access', 'Voice Chat']) expect(await venue.getByText(fact).isVisible()).toBe(true)
      const buy = page.locator('#tokens').getByRole('link', { name: 'Buy SWDZ' })
      expect(await buy.getAttribute('href')).toBe('https://exchange.example/swdz')
      expect(await buy.getAttribute('rel')).toContain('noopener')
      expect(await page.locator('#tokens').getByRole('link', { name: 'Buy SWDX' }).count()).toBe(0)
    }
  } finally {
    await visitors.close()
    await connected.stop()
  }
})

test('nothing moves by itself while the page waits for its prices', async () => {
  const page = await browser.newPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/tokens/prices', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await page.locator('[data-prices=loading]').waitFor()
  expect(await page.evaluate<string[]>('document.getAnimations().map((one) => one.animationName ?? one.transitionProperty)')).toEqual([])
  release()
  await page.locator('[data-prices=known]').waitFor()
})

test('the icons of the carousel are drawn, whether the page was loaded or came from another', async () => {
  const page = await browser.newPage(desktop)
  const sheets: string[] = []
  page.on('request', (request) => void (request.url().endsWith('.svg') && sheets.push(request.url())))
  const widths = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('#ecosystem span:has(> .title) + svg')].map((icon) => Math.round(icon.getBBox().width))`,
    )
  await page.goto('/')
  const loaded = await widths()
  expect(loaded).toHaveLength(18)
  expect(loaded).not.toContain(0)
  // Of one path each, on the server as in the browser.
  const shapes = () => page.evaluate<number[]>(`[...document.querySelectorAll('svg.lucide')].map((icon) => icon.children.length)`)
  const sent = await shapes()
  expect(sent.length).toBeGreaterThan(70)
  expect(new Set(sent)).toEqual(new Set([1]))
  await page.locator('#ecosystem').scrollIntoViewIfNeeded()
  await page.locator('[data-near=awake]:has(#ecosystem)').waitFor()
  expect(await widths()).toEqual(loaded)
  expect(sheets).toEqual([])

  await page.goto('/books')
  await page.getByRole('banner').getByRole('link', { name: 'Swade, home' }).click()
  await page.waitForURL(/\/$/)
  await page.locator('#ecosystem').scrollIntoViewIfNeeded()
  await expect.poll(widths).toEqual(loaded)
  expect(sheets).toHaveLength(1)
  expect(new Set(await shapes())).toEqual(new Set([1]))
})

test('the page is shown before its scripts are asked for', async () => {
  const page = await browser.newPage(desktop)
  // A page that is complete before it is drawn, as from a fast answer.
  await page.addInitScript(`new MutationObserver((_, watch) => {
    watch.disconnect();
    const { style } = document.documentElement;
    style.visibility = 'hidden';
    addEventListener('load', () => setTimeout(() => (style.visibility = ''), 500));
  }).observe(document, { childList: true })`)
  await page.goto('/')
  const [shownAtMs, completeAtMs, askedAtMs] = await page.evaluate<[number, number, number[]]>(`[
    performance.getEntriesByName('first-contentful-paint')[0].startTime,
    performance.getEntriesByType('navigation')[0].loadEventEnd,
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime),
  ]`)
  expect(askedAtMs.length).toBeGreaterThan(3)
  expect(shownAtMs).toBeGreaterThan(completeAtMs)
  // On a machine that takes longer than three seconds to draw the page, it goes on without the picture.
  expect(Math.min(...askedAtMs)).toBeGreaterThanOrEqual(Math.min(shownAtMs, completeAtMs + 3_000))
})

test('no script carries the drawings of icons', () => {
  // As far as it reads the same whether its shapes were put together or not.
  const drawing = /id="album".*?d="([^"]{60})/.exec(readFileSync('ui/icons.svg', 'utf8'))![1]!
  const scripts = globSync('build/pages/client/assets/*.js')
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.filter((file) => readFileSync(file, 'utf8').includes(drawing))).toEqual([])
})
