import { expect, test } from 'vitest'
import { findAccessFaults } from '#tests/support/judges/accessibility.ts'
import { findOverflow, findSmallTargets, findUnplacedPictures, findWhatLongWordsWiden } from '#tests/support/judges/layout.ts'
import { findOnPaper } from '#tests/support/judges/media.ts'
import { findRunningAnimations, findShifts, readToTheEnd, recordShifts } from '#tests/support/judges/motion.ts'
import { aroundPages, openAndJudge, sweptPages, tell } from '#tests/support/judges/visit.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const notFound = /status of 404/
const outsideFrames = `[...document.querySelectorAll('iframe[src^=http]')].map((frame) => frame.src)`
const sweepMs = 240_000

test('on a phone every page stands still, fits, can be used by everybody and keeps nothing', { timeout: sweepMs }, async () => {
  const page = await site.newPage({ phone: true, expected: [notFound] })
  await recordShifts(page)
  // Fonts are in the browser's cache from here on; how they come late has its own test.
  await page.goto('/')
  await page.evaluate('document.fonts.ready')
  for (const address of sweptPages) {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openAndJudge(page, address)
    await readToTheEnd(page)
    tell(address, 'shifts', await findShifts(page))
    tell(address, 'targets', await findSmallTargets(page))
    tell(address, 'pictures', await findUnplacedPictures(page))
    tell(address, 'frames of other sites', await page.evaluate<string[]>(outsideFrames))
    tell(address, 'kept in the browser', await page.evaluate<string[]>('Object.keys(localStorage)'))
    tell(address, 'accessibility', await findAccessFaults(page, { without: address === '/' ? [] : aroundPages }))
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      tell(address, `overflow at ${width}`, await findOverflow(page))
    }
    await page.setViewportSize({ width: 390, height: 844 })
    tell(address, 'fixed on paper', await findOnPaper(page))
    tell(address, 'what long words widen', await findWhatLongWordsWiden(page))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    tell(address, 'running under reduced motion', await findRunningAnimations(page))
  }
  expect(await page.context().cookies()).toEqual([])
})

test('without script and without pictures every page is whole on a phone', { timeout: sweepMs }, async () => {
  const page = await site.newPage({ phone: true, javaScriptEnabled: false, expected: [notFound, /ERR_FAILED/] })
  await page.route(/\.(webp|png|avif|svg)(\?|$)/, (route) => route.abort())
  for (const address of sweptPages) {
    await openAndJudge(page, address)
    tell(address, 'overflow', await findOverflow(page))
    tell(address, 'pictures', await findUnplacedPictures(page))
  }
})
