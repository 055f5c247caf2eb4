import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { focused } from '#tests/support/focused.ts'
import { pauseLoading } from '#tests/support/pause-loading.ts'
import { elements } from '#tests/support/html.ts'
import { pageOfTests } from '#tests/support/page-of-tests.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { signInOwner } from '#tests/support/sign-in-owner.ts'

const site = sharedBrowser()
const wide = { viewport: { width: 1440, height: 900 } }
const pollMs = { timeout: 20_000 }

const ownerPage = pageOfTests(() => site.openOwnerPage(wide))

const pageText = async (path: string) => (await fetch(site.origin + path)).text()
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
const published = (page: Page) => page.getByText('Published. Visitors can see it now.').waitFor()

/**
 * Opens the editor of an entry as the owner, by default on the shared page. Published changes are reverted when the
 * test ends.
 */
async function openEntry(entry: string, opened: Promise<Page> = ownerPage()): Promise<Page> {
  const page = await opened
  await page.goto(`/admin/content/${entry}`)
  onTestFinished(() => takeBack(`/admin/content/${entry}`))
  return page
}

async function takeBack(path: string): Promise<void> {
  const cookie = await site.ownerCookie()
  const html = await (await fetch(site.origin + path, { headers: { cookie } })).text()
  if (!html.includes('Reset to files')) return
  const seen = (field: string) => elements(html, 'input').find(({ name }) => name === field)?.['value'] ?? ''
  const body = new URLSearchParams({
    act: 'reset',
    revision: seen('revision'),
    draftSavedAt: seen('draftSavedAt'),
  })
  const answer = await fetch(site.origin + path, {
    method: 'POST',
    headers: { cookie, origin: site.origin },
    body,
    redirect: 'manual',
  })
  expect(answer.headers.get('location'), path).toContain('done=reset')
}

test('a tagline is found, edited, previewed, published, shown to visitors right away and restored from the history', async () => {
  expect(await pageText('/artist/luma-swade')).toContain('Bright arpeggios for the walk home')
  const page = await openEntry('')
  await page.getByRole('searchbox', { name: 'Search content' }).fill('luma')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'Clear' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Luma Swade', exact: true }).click()
  await page.getByLabel('Tagline').fill('Slow light for the walk home.')
  await page.getByRole('button', { name: 'Save draft', exact: true }).click()
  await page.getByText('Draft saved. Visitors cannot see it.').waitFor()
  const frame = page.frameLocator('iframe[title^="Preview"]')
  await frame.getByText('Slow light for the walk home.').first().waitFor()
  await frame.getByRole('heading', { name: 'Luma Swade', level: 1 }).waitFor()
  expect(await pageText('/artist/luma-swade')).not.toContain('Slow light')
  await publish(page).click()
  await published(page)
  for (const path of ['/artist/luma-swade', '/swade-fam'])
    expect(await pageText(path)).toContain('Slow light for the walk home.')
  const backToFiles = async () => {
    await page.getByRole('button', { name: 'Reset to files' }).click()
    await page.getByText('The entry was reset to the files.').waitFor()
    expect(await pageText('/artist/luma-swade')).toContain('Bright arpeggios')
  }
  await backToFiles()
  await page
    .getByRole('button', { name: /Restore the version/ })
    .first()
    .click()
  await page.getByText('Restored. Visitors can see it now.').waitFor()
  expect(await pageText('/artist/luma-swade')).toContain('Slow light for the walk home.')
  await backToFiles()
})

test('a milestone is edited by keyboard alone: title, hue, publish', async () => {
  const page = await openEntry('milestone/first-record')
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab')
      const here = await page.evaluate<string>(
        '(({ activeElement: one }) => `${one?.labels?.[0]?.textContent ?? ""} ${one?.textContent ?? ""}`)(document)',
      )
      if (name.test(here)) return
    }
    throw new Error(`no key leads to ${name}`)
  }
  await page.locator('#content').focus()
  await tabTo(/^Title/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('A record with a hiss')
  await tabTo(/^Hue/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.locator('output').textContent(), pollMs).toBe('39°')
  await tabTo(/Publish/)
  await page.keyboard.press('Enter')
  await published(page)
  const journey = await pageText('/journey')
  expect(journey).toContain('A record with a hiss')
  expect(journey).not.toContain('hang a coat on')
})

test('moved lines keep their text and the focus', async () => {
  const page = await openEntry('token/SWDZ')
  const first = page.getByLabel('Use 1', { exact: true })
  const words = await first.inputValue()
  await first.fill(`${words} Typed.`)
  await page.getByRole('button', { name: 'Move Use 1 down' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Use 2', { exact: true }).inputValue(), pollMs).toBe(`${words} Typed.`)
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), pollMs)
    .toBe('Move Use 2 down')
})

test('a conflict in a second window keeps the values, shows the other change and can be overwritten', async () => {
  const other = await openEntry('artist/ember-swade', ownerPage([/status of 409/]))
  const one = openPlainVisitor(site, await site.ownerCookie())
  await one.get('/admin/content/artist/ember-swade')
  const first = await one.press('Publish', { tagline: 'Said by the first window.' })
  expect(first.text).toContain('Published. Visitors can see it now.')
  await other.getByLabel('Tagline').fill('Said by the second window.')
  await publish(other).click()
  await other.getByRole('alert').filter({ hasText: 'changed in another window' }).waitFor()
  await other.getByText('Said by the first window.').first().waitFor()
  expect(await other.getByLabel('Tagline').inputValue()).toBe('Said by the second window.')
  await publish(other).click()
  await published(other)
  expect(await pageText('/artist/ember-swade')).toContain('Said by the second window.')
})

test('an image is uploaded, re-encoded, previewed and published', async () => {
  const page = await openEntry('artist/atlas-swade', site.newOwnerPage({ ...wide, serviceWorkers: 'block' }))
  const [uploading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/owner/content/artists/atlas-swade/image', async (route) => {
    uploading.resolve()
    await goOn.promise
    await route.continue()
  })
  const body = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c05020' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Upload file: Image', { exact: true })
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: body })
  // When it is clicked before the upload has ended, the button waits for it.
  await uploading.promise
  // A button that would lose the upload asks first.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss()
    return dialog.message()
  })
  await page.getByRole('button', { name: 'Remove from the site' }).click()
  expect(await asked).toBe('A file is still being uploaded. Continue without it?')
  await publish(page).click()
  await page.getByRole('status').filter({ hasText: 'Waiting for the upload to finish…' }).waitFor()
  goOn.resolve()
  await published(page)
  const address = /\/media\/artists\/atlas-swade\/[0-9a-f]{32}\.webp/.exec(await pageText('/artist/atlas-swade'))?.[0]
  const answer = await fetch(site.origin + address)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
})

test('on a phone the list, the editor and the preview as a page of its own work', async () => {
  const page = await site.takeOwnerPage({ phone: true })
  for (const path of ['/admin/content', '/admin/content/platform/downbeat']) {
    await page.goto(path)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
  }
  const preview = await page.getByRole('link', { name: 'Preview: Platform page' }).getAttribute('href')
  await page.goto(String(preview))
  await page.getByRole('heading', { name: 'The Downbeat', level: 1 }).waitFor()
})

test('an event is previewed in its section, and the editor does not scroll', async () => {
  const page = await ownerPage()
  await page.goto('/admin/content/venue-event/open-floor')
  const preview = page.locator('iframe[name=entry-preview]')
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
  // Below the top bar, which is where a link to it scrolls.
  const below = async () =>
    Math.round((await topOf(preview.contentFrame().locator('#virtual-world'))) - (await topOf(preview)))
  await expect.poll(async () => Math.abs((await below()) - 96) < 3, pollMs).toBe(true)
  expect(await page.evaluate<number>('scrollY')).toBe(0)
})

test('results are shown beside the buttons of the form, and at the top for the buttons below it', async () => {
  const page = await openEntry('artist/sable-swade', ownerPage([/status of 400/]))
  const isInSight = async (words: string) => {
    const box = await page.getByRole('status').filter({ hasText: words }).boundingBox()
    return box !== null && box.y > 64 && box.y + box.height < 836
  }
  const expectStatus = async (words: string) =>
    await expect.poll(() => isInSight(words), { ...pollMs, message: words }).toBe(true)
  const isFocused = async (name: string) => await expect.poll(() => focused(page), pollMs).toBe(name)
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const tagline = page.getByLabel('Tagline')
  /** Publishes a tagline that is too long; the focus moves to the rejected field. */
  const beRefused = async () => {
    await tagline.fill('x'.repeat(130))
    await press('Publish')
    await page.getByRole('status').filter({ hasText: 'Not published: 1 field needs attention.' }).waitFor()
    await isFocused('Tagline')
  }
  for (const words of ['Said by keys.', 'Said by keys again.']) {
    await tagline.fill(words)
    await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
    await page.evaluate('scrollTo({ top: 700, behavior: "instant" })')
    await press('Save draft')
    await expectStatus('Draft saved. Visitors cannot see it.')
    await isFocused('Save draft')
  }
  await press('Publish')
  await expectStatus('Published. Visitors can see it now.')
  await isFocused('Publish')

  await beRefused()
  // Links within the page keep the typed text.
  await page.getByRole('alert').getByRole('link', { name: 'Tagline' }).click()
  await isFocused('Tagline')
  await page.evaluate(`document.querySelector('a[href="#content"]').click()`)
  await page.waitForURL(/#content$/)
  expect(await tagline.inputValue()).toBe('x'.repeat(130))
  await page.getByRole('alert').getByRole('link', { name: 'Tagline' }).waitFor()
  // Enter in a field saves as well; the field is rendered again and keeps the focus.
  await tagline.fill('Said in the field.')
  await tagline.press('Enter')
  await expectStatus('Draft saved. Visitors cannot see it.')
  await isFocused('Tagline')

  await press('Discard draft')
  await isFocused('Draft discarded.')
  // The focus moves from the earlier success message to the rejected field.
  await beRefused()
  await page.reload()
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  await press('Reset to files')
  await isFocused('The entry was reset to the files.')
})

test('text that is typed while a draft is being saved stays unsaved, also after a reload; other buttons do nothing meanwhile', async () => {
  const page = await openEntry('era/2004-2009')
  const title = page.getByLabel('Title', { exact: true })
  const stored = () => page.evaluate('sessionStorage.getItem("swade-admin:era/2004-2009") ?? ""')
  await title.fill('Sent')
  const loading = await pauseLoading(page)
  await page.getByRole('button', { name: 'Save draft', exact: true }).click()
  await loading.requested
  await page.getByRole('status').filter({ hasText: 'Saving…' }).waitFor()
  await title.fill('Typed meanwhile')
  loading.resume()
  await page.getByRole('button', { name: 'Discard draft' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
  expect(await title.inputValue()).toBe('Typed meanwhile')
  await page.unrouteAll()

  await page.reload()
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click()
  await expect.poll(() => title.inputValue(), pollMs).toBe('Typed meanwhile')
  const secondLoading = await pauseLoading(page)
  await page.getByRole('button', { name: 'Save draft', exact: true }).click()
  await secondLoading.requested
  await page.getByRole('button', { name: 'Discard draft' }).press('Enter')
  secondLoading.resume()
  await page.getByText('Draft saved. Visitors cannot see it.').waitFor()
  expect(await title.inputValue()).toBe('Typed meanwhile')
  expect(await stored()).toBe('')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('Draft discarded.').waitFor()
  expect(await title.inputValue()).not.toBe('Typed meanwhile')
})

// The last test, because it replaces the session of the shared page.
test('unsaved changes survive an expired session', async () => {
  const page = await openEntry('era/1983-1993')
  await page.getByLabel('Title', { exact: true }).fill('Typed for an hour')
  await expect
    .poll(() => page.evaluate('sessionStorage.getItem("swade-admin:era/1983-1993") ?? ""'), pollMs)
    .toContain('Typed for an hour')
  await page.context().clearCookies()
  await publish(page).click()
  await page.waitForURL(/\/admin(\?|$)/)
  await signInOwner(site, page, '/admin/content/era/1983-1993')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue(), pollMs).toBe('Typed for an hour')
})
