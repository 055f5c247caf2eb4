import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FramedSiteFake, startFramedSiteFake } from '#tests/support/framed-site-fake.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { makeSelfSigned } from '#tests/support/self-signed.ts'
import { openPagesOf } from '#tests/support/shared-site.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'

// A separate site whose platforms have URLs, with TLS certificates that only this site and this browser trust.
const paths = {
  'downbeat': '/moved',
  'token-lathe': '/denied',
  'deedgroove': '/status/503',
  'blind-sleeve': '/hostile',
  'house-band': '/wanders',
  'swap-bin': '/slow',
}
const trust = mkdtempSync(join(tmpdir(), 'swade-trust-'))
let elsewhere: FramedSiteFake
let folder: SiteFolder
let site: Site

beforeAll(async () => {
  const tls = makeSelfSigned()
  writeFileSync(join(trust, 'cert.pem'), tls.cert)
  elsewhere = await startFramedSiteFake(tls)
  const withAddress = (text: string, [id, path]: [string, string]) =>
    text.replace(new RegExp(`(- id: ${id}\\n[^]*?url: )''`), `$1'${elsewhere.origin}${path}'`)
  folder = makeSiteFolder({ 'platforms.yaml': (text) => Object.entries(paths).reduce(withAddress, text) })
  const env = { PLATFORM_LOCAL_SITES: elsewhere.host, NODE_EXTRA_CA_CERTS: join(trust, 'cert.pem') }
  site = await startSite({ folder: folder.folder, env })
  // The site has checked each of them.
  const statuses = async () => (await (await fetch(site.origin)).text()).match(/data-status="(up|down)"/g) ?? []
  await vi.waitUntil(async () => (await statuses()).length >= Object.keys(paths).length, {
    timeout: 45_000,
    interval: 200,
  })
})
afterAll(async () => {
  await site?.stop()
  folder?.remove()
  await elsewhere?.close()
  rmSync(trust, { recursive: true, force: true })
})

const fromElsewhere = /another host: https:\/\/127\.0\.0\.1/
const cardOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Platforms of the ecosystem', exact: true }).getByRole('link', { name })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openLanding(expected: RegExp[]): Promise<Page> {
  // The row of platforms does not move, so that a card stays in place until it is clicked.
  return openPagesOf(site).newPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
    expected,
  })
}

test('an embeddable site opens in a frame on click; a refusing site and an offline one are cards with the reason', async () => {
  const before = elsewhere.requests.length
  const page = await openLanding([fromElsewhere])
  await page.goto('/')
  const card = cardOf(page, 'The Downbeat')
  await card.scrollIntoViewIfNeeded()
  await card.getByText('Online').waitFor()
  await cardOf(page, 'Token Lathe').getByText('Online').waitFor()
  await cardOf(page, 'Deedgroove').getByText('Offline').waitFor()
  expect(elsewhere.requests.length).toBe(before)

  await card.click()
  const dialog = dialogOf(page, 'The Downbeat')
  await dialog.frameLocator('iframe').getByRole('heading', { name: 'The site at /fine' }).waitFor()
  const frame = dialog.locator('iframe')
  expect(await frame.getAttribute('sandbox')).not.toMatch(/top-navigation|modals/)
  expect(await frame.getAttribute('allow')).toBeNull()
  expect(await dialog.getByRole('link', { name: 'Open Site' }).getAttribute('href')).toBe(`${elsewhere.origin}/moved`)
  await dialog.getByRole('button', { name: 'Close Preview' }).click()
  await frame.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate('document.activeElement?.textContent'), { timeout: 30_000 })
    .toContain('The Downbeat')

  const afterFirst = elsewhere.requests.length
  for (const [name, reason] of [
    ['Token Lathe', 'does not allow embedding'],
    ['Deedgroove', 'was not available when we last checked'],
  ] as const) {
    await cardOf(page, name).click()
    await dialogOf(page, name).getByText(reason).waitFor()
    await dialogOf(page, name).getByRole('link', { name: 'Open Site' }).waitFor()
    expect(await dialogOf(page, name).locator('iframe').count()).toBe(0)
    await checkAccessibility(page, name, 'dialog[open]')
    await page.keyboard.press('Escape')
    await dialogOf(page, name).waitFor({ state: 'hidden' })
  }
  expect(elsewhere.requests.length).toBe(afterFirst)

  // A platform without a URL says whether it is on this site; its own page says that none is linked.
  const landing = await (await fetch(site.origin)).text()
  expect(landing.match(/data-status="here"/g)).toHaveLength(1)
  expect(landing).not.toMatch(/have a link yet|Not open yet/)
  const own = await (await fetch(`${site.origin}/platform/green-room`)).text()
  expect(own).toContain('The site for Green Room isn’t linked yet.')
})

test('a hostile site in the frame cannot navigate the page, open dialogs or reach a wallet; one that redirects or is slow is replaced by the card', async () => {
  const page = await openLanding([
    fromElsewhere,
    /another host: https:\/\/elsewhere/,
    /sandbox/i,
    /Content Security Policy/,
    /SecurityError|Blocked a frame|Failed to|Unsafe attempt|Permissions policy/i,
    /failed: /,
  ])
  const dialogs: string[] = []
  page.on('dialog', (one) => {
    dialogs.push(one.message())
    void one.dismiss()
  })
  await page.addInitScript('if (top === self) window.solana = { asked: 0, connect() { this.asked += 1 } }')
  await page.clock.install()
  await page.goto('/')
  const address = page.url()
  const close = page.getByRole('button', { name: 'Close Preview' })
  await cardOf(page, 'Blind Sleeve').click()
  const hostile = dialogOf(page, 'Blind Sleeve').frameLocator('iframe')
  for (const words of ['finished', 'wallet: SecurityError', 'document: SecurityError'])
    await hostile.getByText(words).waitFor()
  await hostile.getByText(/microphone: (NotAllowedError|SecurityError|NotFoundError)/).waitFor()
  expect(page.url()).toBe(address)
  expect(dialogs).toEqual([])
  expect(await page.evaluate('window.solana.asked')).toBe(0)
  expect(elsewhere.requests).not.toContain('GET /phishing')
  expect(page.context().pages()).toHaveLength(1)
  await close.click()

  await cardOf(page, 'House Band').click()
  await dialogOf(page, 'House Band').getByText('redirected to an address that cannot be shown here').waitFor()
  await close.click()

  await cardOf(page, 'Swap Bin').click()
  const slow = dialogOf(page, 'Swap Bin')
  await slow.getByText('Loading 127.0.0.1').waitFor()
  await page.clock.fastForward(8_000)
  await slow.getByText('did not load within 8 seconds').waitFor()
  expect(await slow.locator('iframe').count()).toBe(0)
  await slow.getByRole('button', { name: 'Try Again' }).click()
  await slow.getByText('Loading 127.0.0.1').waitFor()
})
