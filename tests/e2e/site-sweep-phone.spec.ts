import { expect, test } from 'vitest'
import { findAccessFaults } from '#tests/support/page-checks/accessibility.ts'
import {
  findOverflow,
  findSmallTargets,
  findUnplacedPictures,
  findWhatLongWordsWiden,
} from '#tests/support/page-checks/layout.ts'
import { findOnPaper } from '#tests/support/page-checks/media.ts'
import { findRunningAnimations, findShifts, readToTheEnd, recordShifts } from '#tests/support/page-checks/motion.ts'
import { alikeAround, sweptPages, tell, visit } from '#tests/support/page-checks/visit.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const viewport = { width: 390, height: 844 }
const outsideFrames = `[...document.querySelectorAll('iframe[src^=http]')].map((frame) => frame.src)`

const pageOfFile = sharedBrowser().pageOfFile({ phone: true, expected: [/status of 404/] }, async (page) => {
  await recordShifts(page)
  // Fonts are in the browser's cache from here on; how they come late has its own test.
  await page.goto('/')
  await page.evaluate('document.fonts.ready')
})

test.each(sweptPages)(
  'on a phone %s stands still, fits, can be used by everybody and keeps nothing',
  async (address) => {
    const page = pageOfFile()
    await visit(page, address, viewport)
    await readToTheEnd(page)
    tell(address, 'shifts', await findShifts(page))
    tell(address, 'targets', await findSmallTargets(page))
    tell(address, 'pictures', await findUnplacedPictures(page))
    tell(address, 'frames of other sites', await page.evaluate<string[]>(outsideFrames))
    tell(address, 'kept in the browser', await page.evaluate<string[]>('Object.keys(localStorage)'))
    expect.soft(await page.context().cookies(), address).toEqual([])
    tell(address, 'accessibility', await findAccessFaults(page, { without: alikeAround(address) }))
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      tell(address, `overflow at ${width}`, await findOverflow(page))
    }
    await page.setViewportSize(viewport)
    tell(address, 'fixed on paper', await findOnPaper(page))
    tell(address, 'what long words widen', await findWhatLongWordsWiden(page))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    tell(address, 'running under reduced motion', await findRunningAnimations(page))
  },
)
