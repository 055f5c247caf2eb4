import { expect, test } from 'vitest'
import { findAccessibilityErrors } from '#tests/support/page-checks/accessibility.ts'
import {
  findOverflow,
  findSmallTargets,
  findUnsizedImages,
  findLongWordOverflow,
} from '#tests/support/page-checks/layout.ts'
import { findUnprintable } from '#tests/support/page-checks/media.ts'
import { findRunningAnimations, findShifts, readToTheEnd, recordShifts } from '#tests/support/page-checks/motion.ts'
import { unchangedFrame, checkedPages, expectNone, visit } from '#tests/support/page-checks/visit.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const viewport = { width: 390, height: 844 }
/** One page of each style sheet; all pages are checked without JavaScript and, after they were loaded, on a desktop. */
const reloaded = ['/', '/book/ai-fun-profit/read', '/admin']
const outsideFrames = `[...document.querySelectorAll('iframe[src^=http]')].map((frame) => frame.src)`

const pageOfFile = sharedBrowser().pageOfFile({ phone: true, expected: [/status of 404/] }, async (page) => {
  await recordShifts(page)
  // Fonts are in the browser's cache from here on; late fonts have a separate test.
  await page.goto('/')
  await page.evaluate('document.fonts.ready')
})

test.each(checkedPages)(
  'on a phone %s has no layout shift and no overflow, is accessible and stores nothing',
  async (address) => {
    const page = pageOfFile()
    await visit(page, address, viewport)
    await readToTheEnd(page)
    expectNone(address, 'shifts', await findShifts(page))
    expectNone(address, 'targets', await findSmallTargets(page))
    expectNone(address, 'images', await findUnsizedImages(page))
    expectNone(address, 'frames of other sites', await page.evaluate<string[]>(outsideFrames))
    expectNone(address, 'kept in the browser', await page.evaluate<string[]>('Object.keys(localStorage)'))
    expect.soft(await page.context().cookies(), address).toEqual([])
    expectNone(address, 'accessibility', await findAccessibilityErrors(page, { without: unchangedFrame(address) }))
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      expectNone(address, `overflow at ${width}`, await findOverflow(page))
    }
    await page.setViewportSize(viewport)
    expectNone(address, 'fixed on paper', await findUnprintable(page))
    expectNone(address, 'what long words widen', await findLongWordOverflow(page))
    if (!reloaded.includes(address)) return
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    expectNone(address, 'running under reduced motion', await findRunningAnimations(page))
  },
)
