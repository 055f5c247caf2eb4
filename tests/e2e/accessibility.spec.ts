import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageKinds } from '#tests/support/addresses.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { startSite, type Site } from '#tests/support/site.ts'

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

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const phone = { phone: true }
const desktop = { viewport: { width: 1440, height: 900 } }
const notFound = [/status of 404/]

/** Fails softly with every place that breaks a rule, so that one run tells all of them. */
async function judge(page: Page, where: string) {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect.soft(passes.length, `${where}: something was examined`).toBeGreaterThan(10)
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  expect.soft(told, where).toEqual([])
}

test.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('no page of any kind breaks a rule of WCAG 2.2 AA on %s', { timeout: 240_000 }, async (_on, options) => {
  const page = await browser.newPage({ ...options, reducedMotion: 'reduce', expected: notFound })
  for (const address of [...pageKinds, '/platform/downbeat?frame=page', '/dev/ui']) {
    await page.goto(address)
    await judge(page, address)
  }
})

test('menu, dialogs and preview break no rule while they are open', async () => {
  const page = await browser.newPage({ ...phone, reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await judge(page, 'the menu')
  await page.keyboard.press('Escape')
  for (const name of ['Contact', 'Book Virtual Show']) {
    await page.getByRole('contentinfo').getByRole('button', { name }).tap()
    await page.getByRole('dialog', { name: /coming soon/i }).waitFor()
    await judge(page, `the dialog of ${name}`)
    await page.keyboard.press('Escape')
  }
  await page.locator('[aria-roledescription=slide]').first().getByRole('link').tap()
  const preview = page.getByRole('dialog').filter({ visible: true })
  await preview.locator('iframe').contentFrame().getByRole('heading', { level: 1 }).waitFor()
  expect(await preview.locator('iframe').getAttribute('title')).toContain('its page')
  // The frame lets no script run, the examiner's included; its page is judged by itself above.
  await page.evaluate('document.querySelector("iframe").remove()')
  await judge(page, 'the preview')
})

test('the sign-up form breaks no rule when it refuses, when it works and when it thanks', async () => {
  const page = await browser.newPage({ ...phone, reducedMotion: 'reduce', expected: [/status of 400/] })
  await page.goto('/newsletter')
  await page.getByLabel('Email').fill('nobody@nowhere')
  await page.getByRole('button', { name: 'Subscribe' }).tap()
  await page.getByRole('alert').waitFor()
  await judge(page, 'refused')

  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/newsletter/subscribe', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Email').fill('listener@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).tap()
  await page.getByRole('button', { name: 'Subscribing...' }).waitFor()
  await judge(page, 'submitting')
  answer()
  await page.getByRole('status').waitFor()
  await judge(page, 'done')

  await expect.poll(async () => (await site.outbox()).length, { timeout: 10_000 }).toBe(1)
  const [mail] = await site.outbox()
  await page.goto(/\/newsletter\/unsubscribe\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
  await judge(page, 'leaving')
  await page.getByRole('button', { name: 'Unsubscribe' }).tap()
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
  await judge(page, 'left')
})

test('by keyboard alone one gets from the landing page to an artist, to the roster and to a book, and always sees where one is', async () => {
  const page = await browser.newPage(desktop)
  await page.goto('/')
  await goTo(page, 'Swade Fam')
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  await goTo(page, /^Nova.* view profile$/)
  await page.getByRole('heading', { level: 1, name: /Nova/ }).waitFor()
  await goTo(page, 'View Full Roster')
  await page.getByRole('heading', { level: 1, name: 'Swade Fam' }).waitFor()
  await goTo(page, 'Books')
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
  await goTo(page, / view book$/)
  await page.getByRole('heading', { level: 2, name: 'Preview' }).waitFor()
  await goTo(page, 'Back to Books Library')
  await page.getByRole('heading', { level: 1, name: 'Books Library' }).waitFor()
})

/** Walks by Tab to the thing of that name, then presses Enter. */
async function goTo(page: Page, name: string | RegExp) {
  const passed: string[] = []
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate<{ name: string; outlined: boolean; onScreen: boolean } | undefined>(whereFocusIs)
    if (here === undefined) continue
    passed.push(here.name)
    expect.soft(here.outlined, `'${here.name}' shows that it has the focus`).toBe(true)
    // The page glides to what has the focus; on a busy machine that takes a moment.
    await expect
      .poll(() => page.evaluate<{ onScreen: boolean } | undefined>(whereFocusIs), { timeout: 5_000, message: here.name })
      .toMatchObject({ onScreen: true })
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) return page.keyboard.press('Enter')
  }
  throw new Error(`Tab never came to ${name}; it came by ${passed.join(' | ')}`)
}

// A card's link is outlined by the layer it lays over the card; a scroll on its way to the focus is still on its way.
const whereFocusIs = `new Promise((resolve) => {
  const element = document.activeElement
  // Past the last stop the focus is with the browser, then it starts again at the top.
  if (element === document.body) return resolve(undefined)
  const drawn = (pseudo) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  }
  const look = (tries) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    const onScreen = width > 0 && bottom > 0 && top < innerHeight
    if (!onScreen && tries > 0) return setTimeout(() => look(tries - 1), 50)
    resolve({ name: (element.ariaLabel ?? element.textContent).trim(), outlined: drawn() || drawn('::after'), onScreen })
  }
  look(80)
})`

test('what can be touched on a phone is at least 44 pixels wide and tall', { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ ...phone, expected: notFound })
  for (const address of pageKinds) {
    await page.goto(address)
    const small = await page.evaluate<string[]>(smallTargets)
    expect.soft(small, address).toEqual([])
  }
})

// Links within a sentence are as tall as their line; a box to tick is touched on its label, too.
const smallTargets = `[...document.querySelectorAll('a[href], button, input, summary')].flatMap((element) => {
  const style = getComputedStyle(element)
  const touched = element.labels?.[0]?.contains(element) ? element.labels[0] : element
  const { width, height } = touched.getBoundingClientRect()
  if (!element.checkVisibility() || width === 0 || element.closest('p, dd, [aria-hidden=true]')) return []
  if (style.display === 'inline' && element.closest('li')) return []
  if (element.textContent.trim() === 'Skip to content') return []
  const layer = getComputedStyle(touched, '::after')
  if (layer.position === 'absolute' && layer.content !== 'none') return []
  if (width >= 44 && height >= 43.5) return []
  return [(element.ariaLabel ?? element.textContent).trim() + ': ' + width.toFixed(0) + ' × ' + height.toFixed(0) + ' ' + style.display]
})`

test('under reduced motion nothing runs, not even while something opens', { timeout: 120_000 }, async () => {
  const page = await browser.newPage({ ...phone, reducedMotion: 'reduce', expected: notFound })
  const running = () =>
    page.evaluate<string[]>(
      'document.getAnimations().filter((one) => one.playState === "running" && one.effect.getComputedTiming().duration > 0).map(String)',
    )
  for (const address of pageKinds) {
    await page.goto(address)
    expect.soft(await running(), address).toEqual([])
  }
  await page.goto('/')
  expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  expect(await running()).toEqual([])
})
