import { expect, test } from 'vitest'
import { startStallingProxy } from '#tests/support/stalling-proxy.ts'
import { findShifts, recordShifts } from '#tests/support/page-checks/motion.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()
const pollMs = { timeout: 20_000 }

const hasPainted = `performance.getEntriesByType('paint').length > 0 && document.querySelector('[class*=shown-whole]') !== null`
const loadedFonts = `[...document.fonts].filter(({ family, status }) => / Variable/.test(family) && status === 'loaded').length`
const heldBack = `getComputedStyle(document.querySelector('[class*=shown-whole]')).visibility`

test('the hero of a page that arrives in chunks is hidden until it is complete and shifts nothing, also with scripts; if the rest is missing it is shown', async () => {
  const line = await startStallingProxy(site.origin)
  const [image, heading] = [/<main.*?<img[^>]*>/s, /<main.*?<\/h1>/s]
  try {
    for (const [path, halt, isTimeGiven, hasScripts] of [
      ['/', heading, false, true],
      ['/', image, false],
      ['/', /<main.*?<h1[^>]*>/s, false],
      ['/', heading, true],
      ['/artist/nova-swade', image, false],
      ['/artist/nova-swade', heading, false],
      ['/swade-fam', /<h2 id="artists-heading".*?<\/h2>/s, false],
    ] as const) {
      // A new page each time: a browser shows the previous page of a site while the next one loads.
      const page = await site.newPage({
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'no-preference',
        // Another port, and mostly without scripts, whose changes are checked in the sweep.
        expected: [
          new RegExp(`^another host: ${line.origin}/`),
          ...(hasScripts ? [] : [/\.js\b|dynamically imported module/]),
        ],
      })
      if (!hasScripts) await page.route('**/*.js', (route) => route.abort())
      await recordShifts(page)
      // Without time in the page, the timeout of two seconds after which it is shown does not elapse, however slow the
      // machine.
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Animation.enable')
      await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
      line.stallAfter = halt
      await page.goto(line.origin + path, { waitUntil: 'commit' })
      await expect.poll(() => page.evaluate(hasPainted), pollMs).toBe(true)
      expect(await page.evaluate(heldBack), `${path}, halted after ${halt}`).toBe('hidden')
      if (isTimeGiven) {
        await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
        await expect.poll(() => page.locator('h1').isVisible(), pollMs).toBe(true)
      }
      line.release()
      await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
      await page.waitForLoadState('load')
      if (hasScripts) await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
      expect(await page.evaluate(heldBack), `${path}, all of it there`).toBe('visible')
      if (!isTimeGiven) expect.soft(await findShifts(page), `${path}, halted after ${halt}`).toEqual([])
      await page.close()
    }
  } finally {
    line.stop()
  }
})

test('fonts that load late shift next to nothing', async () => {
  for (const options of [{ phone: true }, { viewport: { width: 1440, height: 900 } }]) {
    const page = await site.newPage({ ...options, reducedMotion: 'no-preference' })
    const { promise: fontsMayCome, resolve: release } = Promise.withResolvers<void>()
    let held = 0
    await page.route('**/*.woff2', async (route) => {
      held += 1
      await fontsMayCome
      await route.continue()
    })
    await recordShifts(page)
    const opened = page.goto('/')
    await page.locator('h1').waitFor()
    await expect.poll(() => page.evaluate(hasPainted), pollMs).toBe(true)
    expect([held, await page.evaluate(loadedFonts)]).toEqual([3, 0])
    release()
    await opened
    // A line or two break elsewhere, because no fallback font matches the width of every word.
    expect.soft(await findShifts(page, 0.02)).toEqual([])
    expect(await page.evaluate(loadedFonts)).toBeGreaterThan(1)
  }
})
