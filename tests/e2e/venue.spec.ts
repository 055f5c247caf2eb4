import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'
import { startVenueDouble, type VenueDouble } from '#tests/support/venue-double.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Moments to the minute, as the owner writes them. */
const fromNow = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 16)}Z`

const events = `
- id: night
  title: A Night of Tape
  description: One reel, both sides.
  starts: ['${fromNow(-40 * day)}', '${fromNow(3 * day + 5 * minute)}', '${fromNow(10 * day)}']
  durationMinutes: 90
  timeZone: Europe/Berlin
- id: rained-off
  title: Rooftop Hour
  description: It was to be on the roof.
  starts: ['${fromNow(5 * day)}']
  durationMinutes: 60
  timeZone: America/New_York
  isCalledOff: true
`

let room: VenueDouble
let folder: SiteFolder
let site: Site
let browser: TestBrowser

beforeAll(async () => {
  room = await startVenueDouble()
  folder = makeSiteFolder({ 'events.yaml': () => events })
  site = await startSite({ folder: folder.folder, env: { SPATIAL_ROOM_URL: room.roomUrl, PLATFORM_LOCAL_SITES: room.host } })
  browser = await launchBrowser(site.origin, ['--enable-unsafe-swiftshader', '--autoplay-policy=user-gesture-required'])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  folder?.remove()
  await room?.stop()
})

const wide = { viewport: { width: 1440, height: 900 } }
const soon = { timeout: 20_000 }
/** The room is another host, and was asked for. */
const toTheRoom = /^another host: http:\/\/127\.0\.0\.1:\d+\/embed\//
const venue = (page: Page) => page.locator('#virtual-world')
const enter = (page: Page) => venue(page).getByRole('button', { name: 'Enter the Room' })
const leave = (page: Page) => venue(page).getByRole('button', { name: 'Leave the Room' })
async function says(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => venue(page).getByRole('status').innerText(), soon).toMatch(words)
}

async function openVenue(options: Parameters<TestBrowser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage({ ...wide, ...options })
  await page.goto('/')
  await venue(page).scrollIntoViewIfNeeded()
  return page
}

test('the room comes into the page once somebody enters and not before, with few rights, and goes when they leave', async () => {
  room.behave('kind')
  const page = await openVenue({ expected: [toTheRoom] })
  const before = room.asked().length
  for (const fact of ['Live Virtual Space', 'Guest Access', 'Voice Chat'])
    expect(await venue(page).getByText(fact, { exact: true }).isVisible()).toBe(true)
  const full = venue(page).getByRole('link', { name: 'Open Full' })
  expect(await full.getAttribute('href')).toBe(room.roomUrl)
  expect(await full.getAttribute('rel')).toContain('noopener')
  expect(await page.locator('iframe').count()).toBe(0)

  await enter(page).focus()
  await page.keyboard.press('Enter')
  await page.locator('#virtual-world iframe').contentFrame().getByRole('heading', { name: 'Swade Hall' }).waitFor()
  await says(page, /^You are in/)
  expect(room.asked().slice(before)).toContain('/embed/Swade-Hall-62f1a0b3c4d5e6f708192a3b?share=7&autoplay=1&enableRtc=1')
  const frame = venue(page).locator('iframe')
  const sandbox = (await frame.getAttribute('sandbox'))?.split(' ') ?? ['no sandbox']
  for (const right of ['no sandbox', 'allow-top-navigation', 'allow-top-navigation-by-user-activation', 'allow-modals', 'allow-downloads'])
    expect(sandbox).not.toContain(right)
  expect(await frame.getAttribute('allow')).toBe('autoplay; camera; fullscreen; microphone')
  expect(await full.isVisible()).toBe(true)

  // The button that was pressed is still under the finger.
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Leave the Room')
  await page.keyboard.press('Enter')
  await enter(page).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await venue(page).getByRole('status').innerText()).toBe('')
})

test('being in the room is having the speaker: the radio waits and comes back, and what is played takes the visitor out', async () => {
  room.behave('kind')
  const page = await openVenue({ expected: [toTheRoom] })
  const bar = (status: string) => page.locator(`[data-radio=${status}]`)
  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await bar('playing').waitFor()
  await enter(page).click()
  await bar('waiting').waitFor()
  await says(page, /^You are in/)
  await leave(page).click()
  await bar('playing').waitFor()

  await enter(page).click()
  await says(page, /^You are in/)
  await page.getByRole('button', { name: /^Play Preview/ }).click()
  await says(page, /something else began to play/)
  expect(await page.locator('iframe').count()).toBe(0)
})

test('a room that does not answer gives way with a reason, and may be tried again', { timeout: 90_000 }, async () => {
  room.behave('silent')
  const page = await openVenue({ expected: [toTheRoom, /^failed: http:\/\/127\.0\.0\.1:\d+\/embed\//] })
  await enter(page).click()
  await says(page, /^Opening the room/)
  await says(page, /did not answer within 8 seconds/)
  expect(await page.locator('iframe').count()).toBe(0)
  room.behave('kind')
  await enter(page).click()
  await says(page, /^You are in/)
})

test('a hostile room cannot lead the page away, write in it or find a wallet', async () => {
  room.behave('hostile')
  const page = await openVenue({ expected: [toTheRoom, /^console: .*(navigat|sandbox|frame|cross-origin)/i] })
  await page.evaluate('window.solana = { connect: () => { window.wasAsked = true } }; window.phantom = { solana: window.solana }')
  const title = await page.title()
  await enter(page).click()
  const inside = page.locator('#virtual-world iframe').contentFrame()
  await expect.poll(() => inside.locator('html').evaluate('document.title'), soon).toBe('no wallet is here')
  await says(page, /^You are in/)
  expect(new URL(page.url()).origin).toBe(site.origin)
  expect(await page.title()).toBe(title)
  expect(await page.evaluate('window.wasAsked')).toBeUndefined()
  await leave(page).click()
  await enter(page).waitFor()
})

test('a room that refuses to be framed is told by our server, and its door stays a link', { timeout: 90_000 }, async () => {
  const shy = await startVenueDouble()
  shy.behave('refusing')
  const its = await startSite({ env: { SPATIAL_ROOM_URL: shy.roomUrl, PLATFORM_LOCAL_SITES: shy.host } })
  const visitors = await launchBrowser(its.origin, ['--enable-unsafe-swiftshader'])
  try {
    const page = await visitors.newPage({
      ...wide,
      expected: [toTheRoom, /^console: .*frame/i, /^failed: http:\/\/127\.0\.0\.1:\d+\/embed\//],
    })
    await page.goto('/')
    await enter(page).click()
    await says(page, /does not let other pages show it/)
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await venue(page).getByRole('link', { name: 'Open Full' }).getAttribute('href')).toBe(shy.roomUrl)
  } finally {
    await visitors.close()
    await its.stop()
    await shy.stop()
  }
})

test('a phone gets the link to the app and nothing to press that it could not carry', async () => {
  const before = room.asked().length
  const page = await openVenue({ viewport: { width: 390, height: 844 }, phone: true })
  const app = venue(page).getByRole('link', { name: 'Open in Spatial App' })
  expect(await app.getAttribute('href')).toBe(room.roomUrl)
  expect(((await app.boundingBox())?.height ?? 0) >= 44).toBe(true)
  expect(await enter(page).count()).toBe(0)
  expect(await venue(page).getByRole('link', { name: 'Open Full' }).count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(
    room
      .asked()
      .slice(before)
      .filter((path) => path.includes('autoplay')),
  ).toEqual([])
})

test('the program stands on the clock of who reads it, with a countdown, calendars, what is called off, and what is over folded away', async () => {
  const page = await browser.newPage(wide)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
  await page.goto('/')
  await venue(page).scrollIntoViewIfNeeded()
  const next = venue(page).getByRole('article')
  await expect.poll(() => next.getByRole('timer').innerText(), soon).toMatch(/^[23] d \d\d h \d\d min$/)
  await expect.poll(() => next.innerText(), soon).toMatch(/A Night of Tape[^]*, \d\d:\d\d GMT\+9[^]*, \d\d:\d\d GMT\+[12], Berlin/)
  const rows = await venue(page).getByRole('listitem').filter({ hasText: /GMT/ }).allInnerTexts()
  expect(rows.filter((row) => row.includes('Rooftop Hour'))).toEqual([expect.stringMatching(/called off/i)])

  const past = venue(page).getByRole('group').filter({ hasText: '1 past date' })
  expect(await past.getByText('A Night of Tape').isVisible()).toBe(false)
  await past.getByText('1 past date').click()
  expect(await past.getByText('A Night of Tape').isVisible()).toBe(true)

  const { violations } = await new AxeBuilder({ page }).include('#virtual-world').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])

  const [file] = await Promise.all([page.waitForEvent('download'), next.getByRole('link', { name: /^Add to calendar/ }).click()])
  expect(file.suggestedFilename()).toMatch(/^night-\d{8}t\d{4}z\.ics$/)
  const answer = await fetch(`${site.origin}/api/venue/events.ics`)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect((await answer.text()).match(/BEGIN:VEVENT\r\n/g)).toHaveLength(4)

  const html = await (await fetch(site.origin)).text()
  const facts = JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)?.[1] ?? '{}') as { '@graph': object[] }
  const told = facts['@graph'].filter((fact) => '@type' in fact && fact['@type'] === 'Event')
  expect(told).toHaveLength(3)
  expect(told[0]).toMatchObject({
    name: 'A Night of Tape',
    location: { '@type': 'VirtualLocation', 'url': expect.stringMatching(/^http.+\/#virtual-world$/) },
  })
})

test('without script the door is a link and the program can be read', async () => {
  const page = await browser.newPage({ ...wide, javaScriptEnabled: false })
  await page.goto('/')
  expect(await venue(page).getByRole('link', { name: 'Open Full' }).isVisible()).toBe(true)
  expect(await venue(page).getByRole('link', { name: 'Open in Spatial App' }).isVisible()).toBe(false)
  expect(await enter(page).isVisible()).toBe(false)
  expect(await venue(page).getByRole('article').innerText()).toMatch(/A Night of Tape[^]*, \d\d:\d\d GMT\+[12]/)
})
