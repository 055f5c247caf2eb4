import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { findRunningAnimations } from '#tests/support/page-checks/motion.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const pollMs = { timeout: 20_000 }

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })

/** Returns the name of the element that has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement.ariaLabel ?? document.activeElement.textContent.trim() ?? document.activeElement.tagName',
  )
const isFocused = async (page: Page, name: string) => await expect.poll(() => focused(page), pollMs).toBe(name)

const isFocusInside = (page: Page, selector: string) =>
  page.evaluate<boolean>(
    `document.activeElement === document.body || document.activeElement.closest('${selector}') !== null`,
  )

/** Presses Tab until an element with this name has the focus, in the order of the keyboard. */
async function tabTo(page: Page, name: string, most = 60) {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focused(page)) === name) return
  }
  throw new Error(`${most} presses of Tab did not reach '${name}'`)
}

const navBackground = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.querySelector("header:has([aria-label=Main])")).backgroundColor')
const scrollTo = (page: Page, top: number) => page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`)
const isClear = async (page: Page) => await expect.poll(() => navBackground(page), pollMs).toBe('rgba(0, 0, 0, 0)')
const isOpaque = async (page: Page) =>
  await expect.poll(() => navBackground(page), pollMs).toMatch(/^okl(ch|ab)\([^/]+\)$|^rgb\(/)

test('the nav turns opaque even before scripts load, and then after 20 pixels', async () => {
  const page = await site.takePage({ reducedMotion: 'no-preference' })
  const { promise: mayCome, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  const ready = page.goto('/')
  await page.getByRole('contentinfo').waitFor()
  await isClear(page)
  await scrollTo(page, 200)
  await isOpaque(page)
  release()
  await ready
  // From here on, scripts keep it that way.
  await isOpaque(page)
  await scrollTo(page, 0)
  await isClear(page)
  await scrollTo(page, 21)
  await isOpaque(page)
  await scrollTo(page, 20)
  await isClear(page)
})

test('the menu slides in on a phone, locks scrolling, links to sections and pages, and closes then', async () => {
  const page = await site.takePage({ phone: true, reducedMotion: 'no-preference' })
  await page.goto('/')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const openButton = page.getByRole('button', { name: 'Open menu' })
  const overflow = () => page.evaluate('getComputedStyle(document.documentElement).overflowY')
  expect(await menu.isVisible()).toBe(false)
  expect(await mainNav(page).getByRole('link', { name: 'Books' }).isVisible()).toBe(false)

  await page.evaluate(`
    moved = []
    document.querySelector('#menu').addEventListener('transitionrun', ({ propertyName }) => moved.push(propertyName))`)
  await openButton.tap()
  await menu.waitFor()
  await expect.poll(() => page.evaluate('moved'), pollMs).toContain('transform')
  expect(await overflow()).toBe('hidden')
  const rightEdge = async () => {
    const box = await menu.boundingBox()
    return box && Math.round(box.x + box.width)
  }
  await expect.poll(rightEdge, pollMs).toBe(390)
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await menu.waitFor({ state: 'hidden' })
  expect(await overflow()).not.toBe('hidden')

  await openButton.tap()
  await menu.getByRole('link', { name: 'Tokens', exact: false }).first().tap()
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await page.locator('#tokens').boundingBox())?.y, pollMs).toBeLessThan(200)

  await openButton.tap()
  await menu.getByRole('link', { name: 'Admin Dashboard' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Admin Access' }).waitFor()
  await menu.waitFor({ state: 'hidden' })
  await openButton.tap()
  await menu.getByRole('link', { name: 'Journey' }).tap()
  await page.waitForURL('**/journey')
  await menu.waitFor({ state: 'hidden' })
})

test('the first Tab focuses the skip link; the menu works by keyboard and traps focus until it is closed', async () => {
  const page = await site.takePage({ viewport: { width: 390, height: 844 } })
  await page.goto('/swade-fam')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await expect
    .poll(async () => (await page.getByRole('link', { name: 'Skip to content' }).boundingBox())?.y, pollMs)
    .toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await isFocusInside(page, 'main')).toBe(true)

  await page.evaluate('document.activeElement.blur(), document.querySelector("a[href=\'#content\']").focus()')
  await tabTo(page, 'Open menu')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.waitFor()
  await isFocused(page, 'Close menu')
  const reached = new Set<string>()
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await isFocusInside(page, '#menu'), `after ${presses + 1} presses of Tab`).toBe(true)
    reached.add(await focused(page))
  }
  for (const name of ['Close menu', 'Tokens', 'Market', 'Newsletter', 'Admin Dashboard'])
    expect([...reached]).toContain(name)

  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await isFocused(page, 'Open menu')
  await page.keyboard.press('Enter')
  await menu.waitFor()
  await tabTo(page, '04Journey')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/journey')
  await menu.waitFor({ state: 'hidden' })
})

test('menu and dialogs open without JavaScript', async () => {
  const page = await site.newPage({ phone: true, javaScriptEnabled: false })
  await page.goto('/journey')
  await openMenuAndDialog(page)
})

test('menu and dialogs open before any script has loaded', async () => {
  const page = await site.takePage({ phone: true })
  const { promise: scriptsMayCome, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => scriptsMayCome.then(() => route.continue()))
  const ready = page.goto('/journey', { waitUntil: 'commit' })
  await openMenuAndDialog(page)
  expect(await page.locator('html[data-ready=true]').count()).toBe(0)
  release()
  await ready
})

async function openMenuAndDialog(page: Page) {
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await menu.waitFor()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Book Virtual Show' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Virtual shows coming soon' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Got It' }).tap()
  await dialog.waitFor({ state: 'hidden' })
}

test('the dialogs of the footer announce what is coming; Got It, the close button, Escape and the backdrop close them and return focus', async () => {
  const page = await site.takePage()
  await page.goto('/tokens')
  const footer = page.getByRole('contentinfo')
  await footer.getByText('© 2025').waitFor()
  for (const [button, title] of [
    ['Contact', 'Contact form coming soon'],
    ['Book Virtual Show', 'Virtual shows coming soon'],
  ] as const) {
    const opener = footer.getByRole('button', { name: button })
    const dialog = page.getByRole('dialog', { name: title })
    const ways = [
      () => dialog.getByRole('button', { name: 'Got It' }).click(),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
    ]
    // Both are the same component.
    for (const close of button === 'Contact' ? ways : ways.slice(0, 1)) {
      await opener.click()
      await dialog.waitFor()
      await dialog.getByText('hello@swade.example').waitFor()
      for (let presses = 0; presses < 6; presses += 1) {
        await page.keyboard.press('Tab')
        expect(await isFocusInside(page, 'dialog[open]')).toBe(true)
      }
      await close()
      await dialog.waitFor({ state: 'hidden' })
      await isFocused(page, button)
    }
  }
})

test('menu, dialogs and preview pass the accessibility checks and animate nothing under reduced motion', async () => {
  const page = await site.takePage({ phone: true, reducedMotion: 'reduce' })
  await page.goto('/')
  expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto')
  const checkOpen = async (name: string) => {
    expect(await findRunningAnimations(page), name).toEqual([])
    await checkAccessibility(page, name, 'dialog[open]')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await checkOpen('the menu')
  for (const name of ['Contact', 'Book Virtual Show']) {
    await page.getByRole('contentinfo').getByRole('button', { name }).tap()
    await page.getByRole('dialog', { name: /coming soon/i }).waitFor()
    await checkOpen(`the dialog of ${name}`)
  }
  await page.locator('[aria-roledescription=slide]').first().getByRole('link').tap()
  const preview = page.getByRole('dialog').filter({ visible: true })
  await preview.locator('iframe').contentFrame().getByRole('heading', { level: 1 }).waitFor()
  expect(await preview.locator('iframe').getAttribute('title')).toMatch(/ page$/)
  // The frame allows no scripts, so it cannot be checked; its page is checked in the sweep.
  await page.evaluate('document.querySelector("iframe").remove()')
  await checkOpen('the preview')
})

test('by keyboard alone a visitor gets from the landing page to an artist, the roster and a book, with visible focus', async () => {
  const page = await site.takePage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  await page.goto('/')
  await walkTo(page, 'Swade Fam')
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  await walkTo(page, /^Nova.* view profile$/)
  await page.getByRole('heading', { level: 1, name: /Nova/ }).waitFor()
  await walkTo(page, 'View Full Roster')
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  await walkTo(page, 'Books')
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
  await walkTo(page, / view book$/)
  await page.getByRole('heading', { level: 2, name: 'Preview' }).waitFor()
  await walkTo(page, 'Back to Books Library')
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})

/** Moves by Tab to the element with this name, then presses Enter. */
async function walkTo(page: Page, name: string | RegExp) {
  // The focus of the previous page moves to the new content first.
  await page.locator('html:not([data-navigating])').waitFor({ state: 'attached' })
  const passed: string[] = []
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate<{ name: string; outlined: boolean; onScreen: boolean } | undefined>(whereFocusIs)
    if (here === undefined) continue
    passed.push(here.name)
    expect.soft(here.outlined, `'${here.name}' shows that it has the focus`).toBe(true)
    expect.soft(here.onScreen, `'${here.name}' is on screen`).toBe(true)
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) return page.keyboard.press('Enter')
  }
  throw new Error(`Tab never came to ${name}; it came by ${passed.join(' | ')}`)
}

// The link of a card is outlined by its overlay. Waits until the focused element is on screen, because the page scrolls
// smoothly.
const whereFocusIs = `new Promise((resolve) => {
  const element = document.activeElement
  // After the last stop the focus is in the browser itself, then at the top again.
  if (element === document.body) return resolve(undefined)
  const drawn = (pseudo) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  }
  const look = (frames) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    const onScreen = width > 0 && bottom > 0 && top < innerHeight
    if (!onScreen && frames > 0) return requestAnimationFrame(() => look(frames - 1))
    resolve({ name: (element.ariaLabel ?? element.textContent).trim(), outlined: drawn() || drawn('::after'), onScreen })
  }
  look(600)
})`
