import AxeBuilder from '@axe-core/playwright'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { type FramedSiteDouble, openFramedSiteDouble } from '#tests/support/framed-site-double.ts'
import { makeSelfSigned } from '#tests/support/self-signed.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'

/** What the site of each of the first platforms is like; the others have their page here. */
const ids = ['downbeat', 'token-lathe', 'deedgroove'] as const
let double: FramedSiteDouble
let trust: string
let browser: TestBrowser
let started: { site: Site; folder: SiteFolder } | undefined

beforeAll(async () => {
  trust = mkdtempSync(join(tmpdir(), 'swade-trust-'))
  const tls = makeSelfSigned()
  writeFileSync(join(trust, 'cert.pem'), tls.cert)
  double = await openFramedSiteDouble(tls)
})
afterAll(async () => {
  await browser?.close()
  await started?.site.stop()
  started?.folder.remove()
  await double?.close()
  rmSync(trust, { recursive: true, force: true })
})

/** Opens the landing page of a site whose first platforms live at these paths of the double, once it has looked at them. */
async function openSite(paths: Partial<Record<(typeof ids)[number], string>>): Promise<Site> {
  await browser?.close()
  await started?.site.stop()
  started?.folder.remove()
  const folder = makeSiteFolder({
    'platforms.yaml': (text) =>
      ids.reduce(
        (whole, id) => (paths[id] ? whole.replace(new RegExp(`(- id: ${id}\\n[^]*?url: )''`), `$1'${double.origin}${paths[id]}'`) : whole),
        text,
      ),
  })
  const site = await startSite({
    folder: folder.folder,
    env: { PLATFORM_LOCAL_SITES: double.host, NODE_EXTRA_CA_CERTS: join(trust, 'cert.pem') },
  })
  started = { site, folder }
  // To whom it is trusted is nobody's question here.
  browser = await launchBrowser(site.origin, ['--ignore-certificate-errors'])
  const wanted = Object.values(paths).length
  await expect
    .poll(async () => (await (await fetch(site.origin)).text()).match(/data-status="(up|down)"/g)?.length ?? 0, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(wanted)
  return site
}

// The row of platforms stands still, so that a card is where it was when it is clicked.
const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
const fromTheDouble = /another host: https:\/\/127\.0\.0\.1/
const cardOf = (page: Page, name: string) => page.getByRole('region', { name: 'the ecosystem', exact: true }).getByRole('link', { name })
const fromElsewhere = () => double.asked.length

async function picture(page: Page, name: string) {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

test('a site that may be framed opens in a frame after the click, one that refuses is a card that says so, one that is away too', async () => {
  await openSite({ 'downbeat': '/moved', 'token-lathe': '/denied', 'deedgroove': '/status/503' })
  const before = fromElsewhere()
  const page = await browser.newPage({ ...wide, expected: [fromTheDouble] })
  await page.goto('/')
  await cardOf(page, 'The Downbeat').scrollIntoViewIfNeeded()
  await cardOf(page, 'The Downbeat').getByText('Answers').waitFor()
  await cardOf(page, 'Token Lathe').getByText('Answers').waitFor()
  await cardOf(page, 'Deedgroove').getByText('No answer').waitFor()
  await picture(page, 'platforms-1440')
  expect(fromElsewhere()).toBe(before)

  await cardOf(page, 'The Downbeat').click()
  const dialog = page.getByRole('dialog', { name: 'The Downbeat' })
  await dialog.frameLocator('iframe').getByRole('heading', { name: 'The site at /fine' }).waitFor()
  const frame = dialog.locator('iframe')
  expect(await frame.getAttribute('sandbox')).not.toMatch(/top-navigation|modals/)
  expect(await frame.getAttribute('allow')).toBeNull()
  expect(await dialog.getByRole('link', { name: 'Open Site' }).getAttribute('href')).toBe(`${double.origin}/moved`)
  await picture(page, 'preview-framed-1440')
  await dialog.getByRole('button', { name: 'Close Preview' }).click()
  await frame.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement?.textContent'), { timeout: 20_000 }).toContain('The Downbeat')

  const afterFirst = fromElsewhere()
  for (const [name, reason] of [
    ['Token Lathe', 'does not let itself be shown inside another page'],
    ['Deedgroove', 'did not answer when we last asked'],
  ] as const) {
    await cardOf(page, name).click()
    const card = page.getByRole('dialog', { name })
    await card.getByText(reason).waitFor()
    await card.getByRole('link', { name: 'Open Site' }).waitFor()
    expect(await card.locator('iframe').count()).toBe(0)
    await picture(page, `preview-card-${name.replace(' ', '-')}`)
    expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual([])
    await page.keyboard.press('Escape')
  }
  expect(fromElsewhere()).toBe(afterFirst)

  // One without an address says whether it is open on this site or not open yet.
  const landing = await (await fetch(started!.site.origin)).text()
  expect(landing.match(/data-status="here"/g)).toHaveLength(1)
  expect(landing).toContain('data-status="not-open"')
})

test('a hostile site in the frame leads nothing away, opens no dialog and reaches no wallet; one that wanders or is slow gives way to the card', async () => {
  await openSite({ 'downbeat': '/hostile', 'token-lathe': '/wanders', 'deedgroove': '/slow' })
  const sandboxed = [
    /sandbox/i,
    /Content Security Policy/,
    /SecurityError|Blocked a frame|Failed to|Unsafe attempt|Permissions policy/i,
    /failed: /,
  ]
  const page = await browser.newPage({ ...wide, expected: [fromTheDouble, /another host: https:\/\/elsewhere/, ...sandboxed] })
  const dialogs: string[] = []
  page.on('dialog', (one) => {
    dialogs.push(one.message())
    void one.dismiss()
  })
  await page.addInitScript('if (top === self) window.solana = { asked: 0, connect() { this.asked += 1 } }')
  await page.goto('/')
  const address = page.url()
  await cardOf(page, 'The Downbeat').click()
  const hostile = page.getByRole('dialog', { name: 'The Downbeat' }).frameLocator('iframe')
  await hostile.getByText('finished').waitFor()
  await hostile.getByText('wallet: SecurityError').waitFor()
  await hostile.getByText('document: SecurityError').waitFor()
  await hostile.getByText(/microphone: (NotAllowedError|SecurityError|NotFoundError)/).waitFor()
  expect(page.url()).toBe(address)
  expect(dialogs).toEqual([])
  expect(await page.evaluate('window.solana.asked')).toBe(0)
  expect(double.asked).not.toContain('GET /phishing')
  expect(page.context().pages()).toHaveLength(1)
  await page.getByRole('button', { name: 'Close Preview' }).click()

  await cardOf(page, 'Token Lathe').click()
  await page.getByRole('dialog', { name: 'Token Lathe' }).getByText('led on to a place that is not shown here').waitFor()
  await page.getByRole('button', { name: 'Close Preview' }).click()

  await cardOf(page, 'Deedgroove').click()
  const slow = page.getByRole('dialog', { name: 'Deedgroove' })
  await slow.getByText('Opening 127.0.0.1').waitFor()
  await slow.getByText('did not appear within 8 seconds').waitFor({ timeout: 30_000 })
  expect(await slow.locator('iframe').count()).toBe(0)
  await picture(page, 'preview-slow-1440')
  await slow.getByRole('button', { name: 'Try Again' }).click()
  await slow.getByText('Opening 127.0.0.1').waitFor()
})
