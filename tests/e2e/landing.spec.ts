import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readText } from '#tests/support/html.ts'
import { waitUntilHydrated, waitUntilStill } from '#tests/support/settled.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const desktop = { viewport: { width: 1440, height: 900 } }
const pollMs = { timeout: 20_000 }

const ecosystem = (page: Page) => page.getByRole('region', { name: 'Platforms of the ecosystem', exact: true })
const slides = (carousel: Locator) => carousel.locator('[aria-roledescription=slide]')

/** Opens an address and waits until its carousel rotates. */
async function openCarousel(page: Page, address: string, label: string): Promise<Locator> {
  await page.goto(address)
  const carousel = page.getByRole('region', { name: label, exact: true })
  await carousel.scrollIntoViewIfNeeded()
  await carousel.locator('[data-driven]').waitFor()
  return carousel
}

/** Number of the first card, from 1. */
async function position(carousel: Locator): Promise<number> {
  const text = await carousel.locator('[aria-atomic=true]').textContent()
  return Number(/, (\d+) \/ {2}of \d+$/.exec(text ?? '')?.[1])
}
const isAt = async (carousel: Locator, place: number, message = '') =>
  await expect.poll(() => position(carousel), { ...pollMs, message }).toBe(place)

/** Returns the size of a script as sent, in bytes. */
async function compressedSize(address: string): Promise<number> {
  const { headers } = await fetch(address, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect([address, headers.get('content-encoding')]).toEqual([address, 'br'])
  return Number(headers.get('content-length'))
}

// React has rendered its pending updates by then, because it works in tasks of this kind.
const rendered = `(async () => {
  for (let tasks = 0; tasks < 5; tasks += 1) await new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(0)
  })
})()`

/** Returns the number of cards by which the row advances automatically within this many seconds. */
async function movesWithin(page: Page, carousel: Locator, seconds: number): Promise<number> {
  const count = await slides(carousel).count()
  await page.evaluate(rendered)
  const before = await position(carousel)
  await page.clock.runFor(seconds * 1_000)
  await page.evaluate(rendered)
  return ((await position(carousel)) - before + count) % count
}

const stopClock = async (page: Page) =>
  page.clock.pauseAt(new Date((await page.evaluate<number>('Date.now()')) + 1_000))

test('the ecosystem shows three of 18 cards, moves by arrows, dots and keys, and rotates every 6 seconds without interaction; the other platforms every 5 seconds', async () => {
  const page = await site.newPage({ ...desktop, reducedMotion: 'no-preference' })
  // Timers are under the control of the test.
  await page.clock.install()
  const others = await openCarousel(page, '/platform/downbeat', 'Other platforms')
  await page.mouse.move(5, 5)
  await stopClock(page)
  expect(await movesWithin(page, others, 10)).toBe(2)
  await page.clock.resume()

  const carousel = await openCarousel(page, '/', 'Platforms of the ecosystem')
  const pause = carousel.getByRole('button', { name: 'Pause the slideshow: Platforms of the ecosystem' })
  await pause.click()
  expect(await slides(carousel).count()).toBe(18)
  const row = (await carousel.boundingBox())!
  const cards = await Promise.all((await slides(carousel).getByRole('link').all()).map((card) => card.boundingBox()))
  const whole = cards.filter((card) => card && card.x >= row.x - 1 && card.x + card.width <= row.x + row.width + 1)
  expect(whole).toHaveLength(3)

  const next = carousel.getByRole('button', { name: 'Next: Platforms of the ecosystem' })
  await isAt(carousel, 1)
  await carousel.getByRole('button', { name: 'Previous: Platforms of the ecosystem' }).click()
  await isAt(carousel, 18)
  await next.click()
  await isAt(carousel, 1)
  await next.click()
  await isAt(carousel, 2)
  const dots = carousel.getByRole('group', { name: 'Choose: Platforms of the ecosystem' }).getByRole('button')
  expect(await dots.count()).toBe(18)
  await dots.nth(4).click()
  await isAt(carousel, 5)
  expect(await dots.nth(4).getAttribute('aria-current')).toBe('true')
  for (const [key, place] of [
    ['ArrowRight', 6],
    ['End', 18],
    ['ArrowRight', 1],
    ['ArrowLeft', 18],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key)
    await isAt(carousel, place, key)
  }

  await carousel.getByRole('button', { name: 'Start the slideshow: Platforms of the ecosystem' }).click()
  await page.mouse.move(5, 5)
  await page.evaluate('document.activeElement.blur()')
  await stopClock(page)
  const moves = () => movesWithin(page, carousel, 12)
  expect(await moves(), 'left alone').toBe(2)
  await carousel.hover()
  expect(await moves(), 'hovered').toBe(0)
  await page.mouse.move(5, 5)
  expect(await moves(), 'let go').toBe(2)
  await next.focus()
  expect(await moves(), 'focused').toBe(0)
  await next.blur()
  expect(await moves(), 'no longer focused').toBe(2)
  await pause.click()
  await page.mouse.move(5, 5)
  await page.evaluate('document.activeElement.blur()')
  expect(await moves(), 'paused').toBe(0)
  await carousel.getByRole('button', { name: 'Start the slideshow: Platforms of the ecosystem' }).click()
  await page.mouse.move(5, 5)
  await page.evaluate('document.activeElement.blur()')
  expect(await moves(), 'started again').toBe(2)
  await page.evaluate('document.querySelector("#contact-soon").showModal()')
  expect(await moves(), 'with a dialog open').toBe(0)
  await page.evaluate('document.querySelector("#contact-soon").close()')

  // With reduced motion, the row does not move by itself.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => carousel.getByRole('button', { name: /slideshow/ }).count(), pollMs).toBe(0)
  expect(await moves(), 'under reduced motion').toBe(0)
  const place = await position(carousel)
  await next.click()
  await page.clock.runFor(100)
  await isAt(carousel, (place % 18) + 1)
})

test('the buttons of the hero scroll to their sections; a card opens its preview, loaded then and without scripts, and with Ctrl its page', async () => {
  const page = await site.newPage(desktop)
  const framed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('frame=page')) framed.push(request.url())
  })
  await page.goto('/')
  for (const [button, id] of [
    ['Enter the Virtual World', 'virtual-world'],
    ['Explore the Ecosystem', 'ecosystem'],
  ] as const) {
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    await page.getByRole('main').getByRole('link', { name: button }).click()
    await expect.poll(async () => (await page.locator(`#${id}`).boundingBox())?.y, pollMs).toBeLessThan(200)
    expect(new URL(page.url()).hash).toBe(`#${id}`)
  }
  await waitUntilStill(page)
  const card = slides(ecosystem(page)).first().getByRole('link')
  await waitUntilHydrated(page, '#ecosystem')
  const address = (await card.getAttribute('href')) ?? ''
  expect(framed).toEqual([])

  await card.click()
  const preview = page.getByRole('dialog').filter({ visible: true })
  await preview.locator('iframe').contentFrame().getByRole('heading', { level: 1 }).waitFor()
  expect(framed).toEqual([`${site.origin}${address}?frame=page`])
  const name = (await preview.getByRole('heading', { level: 2 }).innerText()).trim()
  expect((await card.innerText()).replace(/\s+/g, ' ')).toContain(name)
  const words = readText(await preview.innerHTML())
  expect(words).toContain(`Central Hub ${name}`)
  expect(words).toMatch(/What it does .{30,} How it helps .{30,}/)
  const sandbox = (await preview.locator('iframe').getAttribute('sandbox'))?.split(' ') ?? ['no sandbox']
  for (const permission of ['no sandbox', 'allow-scripts', 'allow-top-navigation', 'allow-forms'])
    expect(sandbox).not.toContain(permission)
  const frame = page.frames().find((one) => one.url().includes('frame=page'))
  expect(await frame?.locator('script:not([type="application/ld+json"])').count()).toBe(0)

  const open = preview.getByRole('link', { name: 'Open Site' })
  expect(await open.getAttribute('rel')).toContain('noopener')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), open.click()])
  // A new tab exists and is loaded before it has navigated.
  await tab.waitForURL((url) => url.pathname === address)
  expect(await tab.evaluate('opener')).toBeNull()
  await tab.close()

  const focusedAddress = () => page.evaluate('document.activeElement.getAttribute("href")')
  await preview.getByRole('button', { name: 'Close Preview' }).click()
  await preview.waitFor({ state: 'hidden' })
  expect(await page.locator('iframe').count()).toBe(0)
  await expect.poll(focusedAddress, pollMs).toBe(address)
  await page.keyboard.press('Enter')
  await preview.waitFor()
  await page.keyboard.press('Escape')
  await preview.waitFor({ state: 'hidden' })
  await expect.poll(focusedAddress, pollMs).toBe(address)

  const second = slides(ecosystem(page)).nth(1).getByRole('link')
  const [ownTab] = await Promise.all([
    page.context().waitForEvent('page'),
    second.click({ modifiers: ['ControlOrMeta'] }),
  ])
  const path = await second.getAttribute('href')
  await ownTab.waitForURL((url) => url.pathname === path)
  expect(await page.getByRole('dialog').filter({ visible: true }).count()).toBe(0)
})

test("home calls the API root once, also after leaving and returning; its icons render each time, and the radio's shortcuts work at once", async () => {
  const page = await site.newPage(desktop)
  const [requests, logged]: string[][] = [[], []]
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The radio bar requests the current track, and the price panels request the prices.
    if (pathname.startsWith('/api/') && !/^\/api\/(radio|tokens)\//.test(pathname))
      requests?.push(`${request.method()} ${pathname}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'log') logged?.push(message.text())
  })
  const widths = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('#ecosystem span:has(> .title) + span > svg')].map((icon) => Math.round(icon.getBBox().width))`,
    )
  await page.goto('/')
  const mute = page.getByRole('region', { name: 'Radio' }).getByRole('button', { name: 'Mute' })
  const isMuted = () => mute.getAttribute('aria-pressed')
  await mute.click()
  await expect.poll(isMuted, pollMs).toBe('true')
  await page.getByRole('link', { name: 'Enter the Virtual World' }).focus()
  await page.keyboard.press('m')
  await expect.poll(isMuted, pollMs).toBe('false')

  await waitUntilHydrated(page, '#ecosystem')
  const cards = page.locator('#ecosystem .title').first()
  await cards.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await widths()).length, pollMs).toBe(18)
  const loaded = await widths()
  expect(loaded).not.toContain(0)
  await expect.poll(() => logged, pollMs).toEqual(['Swade is on the air.'])

  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Swade, home' }).click()
  await page.getByRole('heading', { level: 1, name: 'One ecosystem for AI music' }).waitFor()
  await cards.scrollIntoViewIfNeeded()
  await expect.poll(widths, pollMs).toEqual(loaded)
  expect(requests).toEqual(['GET /api/'])
  expect(logged).toEqual(['Swade is on the air.'])
})

test('nothing shifts while prices load, at most 140 KB of scripts do, and home works without the API root; without a source the strip says so, and the panel N/A', async () => {
  const page = await site.newPage({ reducedMotion: 'no-preference', expected: [/status of 500/] })
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/tokens/prices', async (route) => {
    await released
    await route.continue()
  })
  await page.route('**/api/', (route) => route.fulfill({ status: 500, body: 'no' }))
  const refused = page.waitForResponse((answer) => answer.status() === 500)
  await page.goto('/')
  await refused
  await page.getByRole('heading', { level: 1, name: 'One ecosystem for AI music' }).waitFor()
  await page.locator('[data-prices=loading]').first().waitFor()
  expect(
    await page.evaluate<string[]>('document.getAnimations().map((one) => one.animationName ?? one.transitionProperty)'),
  ).toEqual([])
  release()
  await page.locator('[data-prices=known]').first().waitFor()
  const sizes = await Promise.all([...scripts].map(compressedSize))
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(140 * 1024)
  const strip = page.getByRole('region', { name: 'Token prices' })
  await expect
    .poll(async () => (await strip.innerText()).replace(/\s+/g, ' '), pollMs)
    .toMatch(/^SOL, SWDZ, SWDX: no live price source is connected, so no prices are shown\./)
  await page.goto('/tokens')
  for (const symbol of ['SOL', 'SWDZ', 'SWDX']) {
    const row = page.getByRole('row').filter({ has: page.getByText(symbol, { exact: true }) })
    await expect
      .poll(async () => (await row.innerText()).match(/N\/A/g), { ...pollMs, message: `${symbol}: price and change` })
      .toHaveLength(2)
  }
})
