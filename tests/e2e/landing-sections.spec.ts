import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '#tests/support/shared-site.ts'
import { waitUntilStill } from '#tests/support/settled.ts'

const site = sharedBrowser()
const desktop = { viewport: { width: 1440, height: 900 } }
const pollMs = { timeout: 20_000 }
const sections = ['ecosystem', 'timeline', 'virtual-world', 'tokens', 'audiobook', 'roster', 'newsletter']

// A reloaded document would have no marker, and its radio would have stopped.
const markDocument = (page: Page) => page.evaluate('window.isFirst = true; undefined')
const isSameDocument = (page: Page) => page.evaluate<boolean>('window.isFirst === true')

/**
 * Opens a page that runs one of these functions each time the landing page loads, when React starts to hydrate its
 * sections. Only a document in which one ran is marked.
 */
async function openWithActs(...acts: string[]) {
  const page = await site.newPage(desktop)
  await page.addInitScript(`
    const acts = [${acts.map((act) => `() => {${act}}`).join()}]
    new MutationObserver((_, watch) => {
      if (!document.documentElement.dataset.ready || self !== top || location.pathname !== '/') return
      watch.disconnect()
      const place = Number(sessionStorage.getItem('acts') ?? 0)
      sessionStorage.setItem('acts', String(place + 1))
      if (place >= acts.length) return
      window.isFirst = true
      acts[place]()
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] })`)
  return page
}

test('a click in a section that is not hydrated yet is handled by JavaScript', async () => {
  const page = await openWithActs(
    `document.querySelector('#ecosystem [aria-label="Next: Platforms of the ecosystem"]').click()`,
    `document.querySelector('#timeline a[href="/journey"]').click()`,
    `document.querySelector('#ecosystem [aria-roledescription=slide] a').click()`,
    `const form = document.querySelector('#newsletter form')
     form.querySelector('[type=email]').value = 'early-section@example.com'
     form.querySelector('button').click()`,
  )
  await page.goto('/')
  const place = page.locator('#ecosystem [aria-atomic=true]')
  await expect.poll(() => place.textContent(), pollMs).toMatch(/\b2 \/ {2}of 18/)

  await page.goto('/')
  await page.waitForURL('**/journey')
  expect(await isSameDocument(page)).toBe(true)

  await page.goto('/')
  await page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name: 'Close Preview' }).click()
  expect([new URL(page.url()).pathname, await isSameDocument(page)]).toEqual(['/', true])

  await page.goto('/')
  await page.locator('#newsletter').getByRole('status').waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('client navigation to the landing page renders all sections and scrolls to the linked one', async () => {
  const page = await site.takePage({ ...desktop, reducedMotion: 'no-preference' })
  await page.goto('/platform/downbeat')
  await markDocument(page)
  await page.evaluate(
    'window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (location.pathname === "/") window.shift += entry.value }).observe({ type: "layout-shift" }); undefined',
  )
  await page.getByRole('main').getByRole('link', { name: 'Back to the ecosystem', exact: true }).click()
  const heading = page.locator('#ecosystem').getByRole('heading', { level: 2 })
  await heading.waitFor()
  for (const section of sections) expect(await page.locator(`#${section}`).count(), section).toBe(1)
  await expect.poll(async () => (await heading.boundingBox())?.y, pollMs).toBeLessThan(300)
  await waitUntilStill(page)
  expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.01)
  expect(await isSameDocument(page)).toBe(true)
})

test('sections that are not hydrated yet stay visible during navigation', async () => {
  const page = await openWithActs(`
    const heading = document.querySelector('#roster h2')
    window.isEmptied = false
    new MutationObserver(() => {
      if (document.querySelector('#ecosystem') && heading.offsetHeight === 0) window.isEmptied = true
    }).observe(document, { childList: true, subtree: true, attributes: true })
    document.querySelector('header a[href="#timeline"]').click()`)
  await page.goto('/')
  await expect.poll(() => new URL(page.url()).hash, pollMs).toBe('#timeline')
  await page.goBack()
  await expect.poll(() => new URL(page.url()).hash, pollMs).toBe('')
  // Leaving runs a view transition, which notifies the whole page.
  await page.getByRole('banner').getByRole('link', { name: 'Swade Fam' }).click()
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  expect([await page.evaluate('window.isEmptied'), await isSameDocument(page)]).toEqual([false, true])
})
