import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../support/browser.ts'
import { focused } from '../support/focused.ts'
import { signInOwner } from '../support/sign-in-owner.ts'
import { type Site, startSite } from '../support/site.ts'

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

const wide = { viewport: { width: 1440, height: 900 } }

async function picture(page: Page, name: string) {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const pageText = async (path: string) => (await fetch(site.origin + path)).text()

test('a tagline is edited, looked at in the preview, published, seen by visitors at once and taken back by the history', async () => {
  expect(await pageText('/artist/luma-swade')).toContain('Bright arpeggios for the walk home')
  const page = await browser.newPage(wide)
  await signInOwner(site, page, '/admin/content')
  await picture(page, 'content-1440')
  await page.getByRole('searchbox', { name: 'Search content' }).fill('luma')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'Luma Swade' }).click()
  await page.getByLabel('Tagline').fill('Slow light for the walk home.')
  await page.getByRole('button', { name: 'Save draft', exact: true }).click()
  await page.getByText('Draft saved. Visitors see nothing of it.').waitFor()
  const frame = page.frameLocator('iframe[title^="Preview"]')
  await frame.getByText('Slow light for the walk home.').first().waitFor()
  await frame.getByRole('heading', { name: 'Luma Swade', level: 1 }).waitFor()
  expect(await pageText('/artist/luma-swade')).not.toContain('Slow light')
  await picture(page, 'entry-1440')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published. Visitors see it now.').waitFor()
  for (const path of ['/artist/luma-swade', '/swade-fam']) expect(await pageText(path)).toContain('Slow light for the walk home.')
  await page.getByRole('button', { name: 'Back to the files' }).click()
  await page.getByText('Back to what the files say.').waitFor()
  expect(await pageText('/artist/luma-swade')).toContain('Bright arpeggios')
  await page.getByRole('button', { name: /Bring back/ }).click()
  await page.getByText('Brought back. Visitors see it now.').waitFor()
  expect(await pageText('/artist/luma-swade')).toContain('Slow light for the walk home.')
})

test('a milestone is edited by keyboard alone: lines, icon, hue, publish', async () => {
  const page = await browser.newPage(wide)
  await signInOwner(site, page, '/admin/content/milestone/first-record')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate<string>(
        '(({ activeElement: one }) => `${one?.labels?.[0]?.textContent ?? ""} ${one?.textContent ?? ""}`)(document)',
      )
      if (name.test(focused)) return
    }
    throw new Error(`no key leads to ${name}`)
  }
  await page.locator('#content').focus()
  await tabTo(/^Title/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('A record with a hiss')
  await tabTo(/^Hue/)
  await page.keyboard.press('ArrowRight')
  expect(await page.locator('output').textContent()).toBe('39°')
  await tabTo(/Publish/)
  await page.keyboard.press('Enter')
  await page.getByText('Published. Visitors see it now.').waitFor()
  const journey = await pageText('/journey')
  expect(journey).toContain('A record with a hiss')
  expect(journey).not.toContain('hang a coat on')
  // Lines keep what was typed and the focus with it.
  await page.goto(`/admin/content/token/SWDZ`)
  const first = page.getByLabel('Use 1', { exact: true })
  const words = await first.inputValue()
  await first.fill(`${words} Typed.`)
  await page.getByRole('button', { name: 'Move Use 1 down' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Use 2', { exact: true }).inputValue()).toBe(`${words} Typed.`)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move Use 2 down')
})

test('without script an entry is edited too: lines by buttons, refusals at their field with everything typed, publish', async () => {
  const page = await browser.newPage({ ...wide, javaScriptEnabled: false, expected: [/status of 400/] })
  await signInOwner(site, page, '/admin/content/artist/nova-swade')
  await page.getByRole('button', { name: 'Add genre' }).click()
  const genres = page.getByLabel(/^Genre \d$/)
  await genres.last().fill('Quiet Storm')
  await page.getByLabel('Tagline').fill('x'.repeat(130))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('At most 120 characters.').first().waitFor()
  expect(await page.getByLabel('Tagline').inputValue()).toHaveLength(130)
  expect(await genres.last().inputValue()).toBe('Quiet Storm')
  await page.getByLabel('Tagline').fill('Between two stations.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published. Visitors see it now.').waitFor()
  expect(await pageText('/artist/nova-swade')).toContain('Quiet Storm')
})

test('of two windows the second is told, keeps what was typed, sees what changed, and may press again', async () => {
  const one = await browser.newPage(wide)
  const other = await browser.newPage({ ...wide, expected: [/status of 409/] })
  for (const page of [one, other]) await signInOwner(site, page, '/admin/content/artist/nova-swade')
  const publish = async (page: Page, tagline: string) => {
    await page.getByLabel('Tagline').fill(tagline)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
  }
  await publish(one, 'Said by the first window.')
  await one.getByText('Published. Visitors see it now.').waitFor()
  await publish(other, 'Said by the second window.')
  await other.getByRole('alert').filter({ hasText: 'changed in another window' }).waitFor()
  await other.getByText('Said by the first window.').first().waitFor()
  expect(await other.getByLabel('Tagline').inputValue()).toBe('Said by the second window.')
  await other.getByRole('button', { name: 'Publish', exact: true }).click()
  await other.getByText('Published. Visitors see it now.').waitFor()
  expect(await pageText('/artist/nova-swade')).toContain('Said by the second window.')
})

test('what was typed outlives a session that ended', async () => {
  const page = await browser.newPage(wide)
  await signInOwner(site, page, '/admin/content/era/1983-1993')
  await page.getByLabel('Title', { exact: true }).fill('Typed for an hour')
  await expect.poll(() => page.evaluate('sessionStorage.getItem("swade-desk:era/1983-1993") ?? ""')).toContain('Typed for an hour')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/admin(\?|$)/)
  await signInOwner(site, page, '/admin/content/era/1983-1993')
  await page.getByRole('button', { name: 'Put it back' }).click()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Typed for an hour')
})

test('a picture is sent, drawn anew, previewed and published', async () => {
  const page = await browser.newPage(wide)
  await signInOwner(site, page, '/admin/content/artist/atlas-swade')
  const body = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c05020' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Send a file: Picture', { exact: true }).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: body })
  await page.getByText('me.jpg is here. Publish to show it.').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published. Visitors see it now.').waitFor()
  const address = /\/media\/artists\/atlas-swade\/[0-9a-f]{32}\.webp/.exec(await pageText('/artist/atlas-swade'))?.[0]
  const answer = await fetch(site.origin + address)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  await picture(page, 'artist-with-picture-1440')
})

test('on a phone everything is there: the list stacked, the editor, the preview as a page of its own', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, phone: true })
  await signInOwner(site, page, '/admin/content')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await picture(page, 'content-390')
  await page.goto('/admin/content/platform/downbeat')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await picture(page, 'entry-390')
  const preview = await page.getByRole('link', { name: 'Preview: Its own page' }).getAttribute('href')
  await page.goto(String(preview))
  await page.getByRole('heading', { name: 'The Downbeat', level: 1 }).waitFor()
  await picture(page, 'preview-390')
})

test('an event is previewed where it stands, and the editor around stays where it is', async () => {
  const page = await browser.newPage(wide)
  await signInOwner(site, page, '/admin/content/venue-event/open-floor')
  const preview = page.locator('iframe[name=entry-preview]')
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
  // Below the bar at the top, where following a link to it leads.
  const below = async () => Math.round((await topOf(preview.contentFrame().locator('#virtual-world'))) - (await topOf(preview)))
  await expect.poll(async () => Math.abs((await below()) - 96) < 3, { timeout: 20_000 }).toBe(true)
  expect(await page.evaluate<number>('scrollY')).toBe(0)
})

test('what was done is told where the keys are: beside the buttons of the form, and at the top for what stands below it', async () => {
  const page = await browser.newPage({ ...wide, expected: [/status of 400/] })
  await signInOwner(site, page, '/admin/content/artist/luma-swade')
  const isInSight = async (words: string) => {
    const box = await page.getByRole('status').filter({ hasText: words }).boundingBox()
    return box !== null && box.y > 64 && box.y + box.height < 836
  }
  const told = async (words: string) => {
    await expect.poll(() => isInSight(words), { timeout: 20_000 }).toBe(true)
  }
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
  }
  const tagline = page.getByLabel('Tagline')
  for (const words of ['Said by keys.', 'Said by keys again.']) {
    await tagline.fill(words)
    await page.getByRole('status').filter({ hasText: 'Not saved yet' }).waitFor()
    await page.evaluate('scrollTo({ top: 700, behavior: "instant" })')
    await press('Save draft')
    await told('Draft saved. Visitors see nothing of it.')
    expect(await focused(page)).toBe('Save draft')
  }
  await press('Publish')
  await told('Published. Visitors see it now.')
  expect(await focused(page)).toBe('Publish')

  // Enter in a field saves too; the field is made anew and stays the one that is typed in.
  await tagline.fill('x'.repeat(130))
  await press('Publish')
  await expect.poll(() => focused(page), { timeout: 20_000 }).toBe('Tagline')
  await page.getByRole('status').filter({ hasText: 'Not published: one field is marked.' }).waitFor()
  // Links within the page lead there and leave what was typed alone.
  await page.getByRole('alert').getByRole('link', { name: 'Tagline' }).click()
  await expect.poll(() => focused(page), { timeout: 20_000 }).toBe('Tagline')
  await page.evaluate(`document.querySelector('a[href="#content"]').click()`)
  await page.waitForURL(/#content$/)
  expect(await tagline.inputValue()).toBe('x'.repeat(130))
  await page.getByRole('alert').getByRole('link', { name: 'Tagline' }).waitFor()
  await tagline.fill('Said in the field.')
  await tagline.press('Enter')
  await told('Draft saved. Visitors see nothing of it.')
  await expect.poll(() => focused(page), { timeout: 20_000 }).toBe('Tagline')

  await press('Drop the draft')
  await expect.poll(() => focused(page), { timeout: 20_000 }).toBe('The draft is gone.')
  // What is refused after it takes the focus to its field, and keeps it there.
  await tagline.fill('x'.repeat(130))
  await press('Publish')
  await page.getByRole('status').filter({ hasText: 'Not published: one field is marked.' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await focused(page)).toBe('Tagline')
  await page.reload()
  await press('Back to the files')
  await expect.poll(() => focused(page), { timeout: 20_000 }).toBe('Back to what the files say.')
})
