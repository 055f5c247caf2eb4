import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { nextVisitorAddress, sharedSite } from '#tests/support/shared-site.ts'

// A browser with a microphone that beeps and is available to every page.
const site = sharedSite()
let browser: TestBrowser

beforeAll(async () => {
  browser = await launchBrowser(site.origin, [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=user-gesture-required',
    // Browsers hide network addresses from each other by such names.
    `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(site.origin).hostname}, EXCLUDE *.local`,
    // The only network interface of a machine without a network.
    '--allow-loopback-in-peer-connection',
  ])
})
afterAll(() => browser?.close())

const soon = { timeout: 15_000, interval: 50 }
const venue = (page: Page) => page.locator('#virtual-world')
const button = (page: Page, name: string | RegExp) => venue(page).getByRole('button', { name, exact: true })

/** Counts the requests for the microphone, and records the connections of the page. */
const observe = `
  window.asked = 0
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = (wanted) => (window.asked++, ask(wanted))
  window.connections = []
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given) { super(...given); window.connections.push(this) }
  }`
/** Energy of all sound received from other guests. */
const receivedEnergy = (page: Page) =>
  page.evaluate(`Promise.all(window.connections.map((one) => one.getStats())).then((all) => all
    .flatMap((stats) => [...stats.values()])
    .reduce((sum, one) => sum + (one.type === 'inbound-rtp' ? (one.totalAudioEnergy ?? 0) : 0), 0))`)
const isAudible = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('audio[data-voice]')].some((one) => !one.muted && !one.paused)`)

test('guests hear each other while they hold the button: muted at first, no request before consent, mute and report', async () => {
  const pages: Page[] = []
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await browser.newPage({
      viewport: size,
      extraHTTPHeaders: { 'x-forwarded-for': nextVisitorAddress() },
    })
    await page.addInitScript(observe)
    await page.goto('/')
    await button(page, 'Enter the Venue').press('Enter')
    await button(page, 'Voice Chat').press('Enter')
    const panel = venue(page).getByRole('region', { name: 'Voice Chat' })
    await panel.getByText('can see your IP address').waitFor()
    expect(await page.evaluate('[window.asked, window.connections.length]')).toEqual([0, 0])
    await button(page, 'Join voice chat').press('Enter')
    await panel.getByText('You are muted.').waitFor()
    expect(await page.evaluate('window.asked')).toBe(1)
    pages.push(page)
  }
  const [talker, listener] = pages as [Page, Page]
  expect([await isAudible(talker), await isAudible(listener)]).toEqual([false, false])
  const people = venue(listener).getByRole('listitem').filter({ hasText: 'in voice chat' })
  await expect.poll(() => people.count(), soon).toBe(2)

  // With the keyboard only: the button has had the focus since the guest joined.
  await talker.keyboard.down(' ')
  await venue(talker).getByText('You are talking.').waitFor()
  await venue(listener).getByRole('listitem').filter({ hasText: 'talking' }).waitFor()
  await expect.poll(() => receivedEnergy(listener), soon).toBeGreaterThan(0)
  expect(await isAudible(listener)).toBe(true)
  expect([await receivedEnergy(talker), await isAudible(talker)]).toEqual([0, false])

  await button(listener, /^Mute /).click()
  expect(await isAudible(listener)).toBe(false)
  await button(listener, /^Unmute /).click()
  expect(await isAudible(listener)).toBe(true)
  await button(listener, /^Report /).click()
  await venue(listener).getByText('Reported. You won’t hear this guest until you unmute them.').waitFor()
  expect(await isAudible(listener)).toBe(false)
  await checkAccessibility(listener, 'the voice chat with somebody who talks', '#virtual-world')

  await talker.keyboard.up(' ')
  await venue(talker).getByText('You are muted.').waitFor()
  await venue(listener).getByRole('listitem').filter({ hasText: 'talking' }).waitFor({ state: 'detached' })
  await button(talker, 'Leave voice chat').click()
  await button(talker, 'Join voice chat').waitFor()
})
