import { expect, test } from 'vitest'
import { findAccessibilityErrors } from '#tests/support/page-checks/accessibility.ts'
import { findDeadButtons } from '#tests/support/page-checks/buttons.ts'
import { findOverflow, findUnsizedImages } from '#tests/support/page-checks/layout.ts'
import { listAddresses } from '#tests/support/page-checks/html.ts'
import { findDeadLinks } from '#tests/support/page-checks/links.ts'
import { findForcedColorErrors } from '#tests/support/page-checks/media.ts'
import { findRunningAnimations, findShifts, readToTheEnd, recordShifts } from '#tests/support/page-checks/motion.ts'
import { unchangedFrame, pageFrame, checkedPages, expectNone, visit } from '#tests/support/page-checks/visit.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const viewport = { width: 1440, height: 900 }
// Without a wallet, connecting one opens the site of the wallet in another window.
const expected = [/status of 404/, /https:\/\/phantom\.app\//]

const pageOfFile = site.pageOfFile({ viewport, isLocal: true, expected }, async (page) => {
  page.on('popup', (popup) => void popup.close())
  await recordShifts(page)
  // Fonts are in the browser's cache from here on; late fonts have a separate test.
  await page.goto('/')
  await page.evaluate('document.fonts.ready')
})
const added = new Map<string, string>()
/** The third chapter and later ones have the same player as the first two; reader-audiobook.spec.ts plays some. */
const laterChapters = '#audiobook ol > li:nth-child(n + 3)'

test.each(checkedPages)(
  'on a desktop %s has no layout shift and no overflow, is accessible, and each of its buttons does something',
  async (address) => {
    const page = pageOfFile()
    const sent = new Set(listAddresses(await visit(page, address, viewport)))
    await readToTheEnd(page)
    expectNone(address, 'shifts', await findShifts(page))
    expectNone(address, 'images', await findUnsizedImages(page))
    // Responses of the server are checked in the system tests.
    const more = listAddresses(await page.content()).filter((one) => !sent.has(one))
    added.set(address, more.map((one) => `<a href="${one}">`).join(''))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // Running animations end; endless ones are found.
    await expect.poll(() => findRunningAnimations(page), { timeout: 20_000, message: address }).toEqual([])
    expectNone(address, 'accessibility', await findAccessibilityErrors(page, { without: unchangedFrame(address) }))
    for (const width of [1440, 1920, 768]) {
      await page.setViewportSize({ width, height: 900 })
      expectNone(address, `overflow at ${width}`, await findOverflow(page))
    }
    await page.setViewportSize(viewport)
    expectNone(address, 'alike in forced colours', await findForcedColorErrors(page))
    expectNone(
      address,
      'buttons that do nothing',
      await findDeadButtons(page, { without: address === '/' ? [] : [...pageFrame, laterChapters] }),
    )
  },
)

test('links added by JavaScript lead somewhere', async () => {
  expect(added.size).toBeGreaterThan(0)
  expect((await findDeadLinks(site.origin, added)).dead).toEqual([])
})

test('the component gallery passes the accessibility checks', async () => {
  const page = pageOfFile()
  await page.goto('/dev/ui')
  expectNone('/dev/ui', 'accessibility', await findAccessibilityErrors(page, { without: pageFrame }))
})
