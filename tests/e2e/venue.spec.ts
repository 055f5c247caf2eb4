import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { elements, readText } from '#tests/support/html.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { openPagesOf } from '#tests/support/shared-site.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'
import { startVenueFake, type VenueFake } from '#tests/support/venue-fake.ts'

// A separate site, with a room and a program around today.
const minute = 60_000
const day = 24 * 60 * minute
/** Times to the minute, as the owner enters them. */
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
let room: VenueFake
let folder: SiteFolder
let site: Site

beforeAll(async () => {
  room = await startVenueFake()
  folder = makeSiteFolder({ 'events.yaml': () => events })
  site = await startSite({
    folder: folder.folder,
    env: { SPATIAL_ROOM_URL: room.roomUrl, PLATFORM_LOCAL_SITES: room.host },
  })
})
afterAll(async () => {
  await site?.stop()
  folder?.remove()
  await room?.stop()
})

const wide = { viewport: { width: 1440, height: 900 } }
const soon = { timeout: 30_000 }
const venue = (page: Page) => page.locator('#virtual-world')
const frame = (page: Page) => venue(page).locator('iframe')
const enter = (page: Page) => venue(page).getByRole('button', { name: 'Enter the Venue' })
const leave = (page: Page) => venue(page).getByRole('button', { name: 'Leave the Venue' })
async function waitForStatus(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => venue(page).getByRole('status').innerText(), soon).toMatch(words)
}

test('the room loads only when the visitor enters, is sandboxed, holds the audio while it is open, closes with a reason, and can be retried', async () => {
  const page = await openPagesOf(site).newPage({
    ...wide,
    // The room is on another host, and was requested.
    expected: [/^another host: http:\/\/127\.0\.0\.1:\d+\/embed\//, /^failed: http:\/\/127\.0\.0\.1:\d+\/embed\//],
  })
  await page.clock.install()
  await page.goto('/')
  await venue(page).scrollIntoViewIfNeeded()
  const before = room.requests().length
  for (const fact of ['Live Virtual Space', 'Guest Access', 'Voice Chat'])
    expect(await venue(page).getByText(fact, { exact: true }).isVisible()).toBe(true)
  const full = venue(page).getByRole('link', { name: 'Open Full' })
  expect(await full.getAttribute('href')).toBe(room.roomUrl)
  expect(await full.getAttribute('rel')).toContain('noopener')
  expect(await page.locator('iframe').count()).toBe(0)

  await enter(page).press('Enter')
  await frame(page).contentFrame().getByRole('heading', { name: 'Swade Hall' }).waitFor()
  await waitForStatus(page, /^You are in/)
  expect(room.requests().slice(before)).toContain(
    '/embed/Swade-Hall-62f1a0b3c4d5e6f708192a3b?share=7&autoplay=1&enableRtc=1',
  )
  const sandbox = (await frame(page).getAttribute('sandbox'))?.split(' ') ?? ['no sandbox']
  for (const right of [
    'no sandbox',
    'allow-top-navigation',
    'allow-top-navigation-by-user-activation',
    'allow-modals',
    'allow-downloads',
  ])
    expect(sandbox).not.toContain(right)
  expect(await frame(page).getAttribute('allow')).toBe('autoplay; camera; fullscreen; microphone')
  expect(await full.isVisible()).toBe(true)
  // The clicked button is still under the finger.
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Leave the Venue')
  await page.keyboard.press('Enter')
  await enter(page).waitFor()
  expect(await frame(page).count()).toBe(0)
  expect(await venue(page).getByRole('status').innerText()).toBe('')

  const bar = (status: string) => page.locator(`[data-radio=${status}]`)
  await page.getByRole('button', { name: 'Play Swade Radio' }).click()
  await bar('playing').waitFor()
  await enter(page).click()
  await bar('waiting').waitFor()
  await waitForStatus(page, /^You are in/)
  await leave(page).click()
  await bar('playing').waitFor()
  await enter(page).click()
  await waitForStatus(page, /^You are in/)
  await page.getByRole('button', { name: /^Play Preview/ }).click()
  await waitForStatus(page, /something else started playing/)
  expect(await frame(page).count()).toBe(0)

  room.behave('silent')
  await enter(page).click()
  await waitForStatus(page, /^Opening the venue/)
  await page.clock.fastForward(8_000)
  await waitForStatus(page, /did not respond within 8 seconds/)
  expect(await frame(page).count()).toBe(0)
  room.behave('kind')
  // The server's checks of a room are tested in features/venue/server/venue.feature.test.ts.
  await page.route('**/api/venue/room', (route) => route.fulfill({ json: { check: 'refuses' } }), { times: 1 })
  await enter(page).click()
  await waitForStatus(page, /does not allow embedding/)
  expect(await frame(page).count()).toBe(0)
  await enter(page).click()
  await waitForStatus(page, /^You are in/)
})

test('a hostile room cannot navigate the page, change it or find a wallet', async () => {
  room.behave('hostile')
  const page = await openPagesOf(site).newPage({
    ...wide,
    expected: [
      /^another host: http:\/\/127\.0\.0\.1:\d+\/embed\//,
      /^console: .*(navigat|sandbox|frame|cross-origin)/i,
    ],
  })
  await page.addInitScript(
    'if (top === self) { window.solana = { connect: () => { window.wasAsked = true } }; window.phantom = { solana: window.solana } }',
  )
  await page.goto('/')
  const title = await page.title()
  await enter(page).click()
  await expect
    .poll(() => frame(page).contentFrame().locator('html').evaluate('document.title'), soon)
    .toBe('no wallet is here')
  await waitForStatus(page, /^You are in/)
  expect(new URL(page.url()).origin).toBe(site.origin)
  expect(await page.title()).toBe(title)
  expect(await page.evaluate('window.wasAsked')).toBeUndefined()
  await leave(page).click()
  await enter(page).waitFor()
})

test("the schedule is in the visitor's time zone, with a countdown, calendars, cancelled events and collapsed past dates; without JavaScript too", async () => {
  const page = await openPagesOf(site).newPage(wide)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
  await page.goto('/')
  await venue(page).scrollIntoViewIfNeeded()
  const next = venue(page).getByRole('article')
  await expect.poll(() => next.getByRole('timer').innerText(), soon).toMatch(/^[23] d \d{1,2} h \d{1,2} min$/)
  await expect
    .poll(() => next.innerText(), soon)
    .toMatch(/A Night of Tape[^]*, \d{1,2}:\d\d [AP]M GMT\+9[^]*, \d{1,2}:\d\d [AP]M GMT\+[12], Berlin/)
  const rows = await venue(page).getByRole('listitem').filter({ hasText: /GMT/ }).allInnerTexts()
  expect(rows.filter((row) => row.includes('Rooftop Hour'))).toEqual([expect.stringMatching(/cancelled/i)])
  const past = venue(page).getByRole('group').filter({ hasText: '1 past event' })
  expect(await past.getByText('A Night of Tape').isVisible()).toBe(false)
  await past.getByText('1 past event').click()
  expect(await past.getByText('A Night of Tape').isVisible()).toBe(true)
  await checkAccessibility(page, 'the program with a past date unfolded', '#virtual-world')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    next.getByRole('link', { name: /^Add to calendar/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^night-\d{8}t\d{4}z\.ics$/)

  // What else a phone shows is tested in site-outside.spec.ts.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  const calendar = await fetch(`${site.origin}/api/venue/events.ics`)
  expect((await calendar.text()).match(/BEGIN:VEVENT\r\n/g)).toHaveLength(4)
  const html = await (await fetch(site.origin)).text()
  const facts = JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)?.[1] ?? '{}') as {
    '@graph': object[]
  }
  const eventFacts = facts['@graph'].filter((fact) => '@type' in fact && fact['@type'] === 'Event')
  expect(eventFacts).toHaveLength(3)
  expect(eventFacts[0]).toMatchObject({
    name: 'A Night of Tape',
    location: { '@type': 'VirtualLocation', 'url': expect.stringMatching(/^http.+\/#virtual-world$/) as string },
  })
  const section = /<section[^>]*id="virtual-world"[^]*?<\/section>/.exec(html)?.[0] ?? ''
  expect(elements(section, 'a')).toContainEqual(expect.objectContaining({ href: room.roomUrl }))
  expect(readText(section)).toMatch(/A Night of Tape.*, \d{1,2}:\d\d [AP]M GMT\+[12]/)
  // The button requires scripts and is shown only with them.
  expect(elements(section, 'button').filter((button) => !button['class']?.includes('noscript:hidden'))).toEqual([])
})
