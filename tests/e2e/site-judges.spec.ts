import { expect, test } from 'vitest'
import { findAccessibilityErrors } from '#tests/support/page-checks/accessibility.ts'
import { findDeadButtons } from '#tests/support/page-checks/buttons.ts'
import {
  findOutlineErrors,
  findOverflow,
  findSmallTargets,
  findUnsizedImages,
  findLongWordOverflow,
} from '#tests/support/page-checks/layout.ts'
import { findForcedColorErrors, findUnprintable } from '#tests/support/page-checks/media.ts'
import { findRunningAnimations, findShifts, readToTheEnd, recordShifts } from '#tests/support/page-checks/motion.ts'
import { sharedBrowser } from '#tests/support/shared-site.ts'

const site = sharedBrowser()

const good = `<style>@media print { button { display: none } }</style><main><h1>Good</h1><p>Some words of a sentence.</p>
  <p style="height: 2000px">Far down.</p><button style="width: 60px; height: 60px">Press</button>
  <img alt="" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
  <a style="display: block; height: 60px" href="#x">a link to there</a></main>`

/** Opens a page with this body at an address of the site, without content of the site. */
async function openBody(body: string) {
  const page = await site.newPage({ phone: true })
  await page.route('**/judged', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Judged</title><body>${body}</body></html>`,
    }),
  )
  await recordShifts(page)
  await page.goto('/judged')
  return page
}

test('the page checks pass a correct page and find each injected fault', async () => {
  const page = await openBody(good)
  // Inserts a fault, runs the check, and removes the fault.
  const find = async (check: () => Promise<string[]>, fault: string) => {
    await page.evaluate(
      `document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(`<div id="fault">${fault}</div>`)})`,
    )
    const found = await check()
    await page.evaluate(`document.querySelector('#fault').remove()`)
    return found
  }
  const faults: [check: () => Promise<string[]>, fault: string, found: RegExp][] = [
    [() => findOutlineErrors(page), '<h1>Two</h1>', /^2 first headings/],
    [() => findOutlineErrors(page), '<div role="main"></div>', /^2 main parts/],
    [() => findOutlineErrors(page), '<div class="shown-whole"></div>', /not shown/],
    [() => findOverflow(page), '<div style="width: 200vw; height: 1px"></div>', /sideways by \d+ px/],
    [
      () => findOverflow(page),
      '<p style="white-space: nowrap; width: 9px; position: fixed; left: 360px">much too long</p>',
      /cut off/,
    ],
    [() => findSmallTargets(page), '<button style="width: 43px; height: 60px">Narrow</button>', /^Narrow: 43 × 60/],
    [() => findSmallTargets(page), '<input name="flat" style="display: block; height: 20px">', /^flat: /],
    [() => findUnsizedImages(page), '<img src="data:," width="9" height="9">', /no alt/],
    [() => findUnsizedImages(page), '<img src="data:," alt="" height="9">', /no size/],
    [() => findUnsizedImages(page), '<img src="data:," alt="" width="9" height="9" style="height: 1px">', /no place/],
    [() => findUnprintable(page), '<p style="position: fixed">Skip</p>', /position: fixed/],
    [() => findUnprintable(page), '<dialog open>Sure?</dialog>', /dialog/],
    [() => findUnprintable(page), '<nav>Home</nav>', /nav/],
    [
      () => findForcedColorErrors(page),
      '<button disabled style="width: 60px; height: 60px; opacity: 0.5">Off</button>',
      /disabled/,
    ],
    [() => findForcedColorErrors(page), '<svg style="color: #c80" width="9" height="9"></svg>', /svg/],
    [
      () => findForcedColorErrors(page),
      '<button aria-pressed="true" style="width: 60px; height: 60px">On</button>',
      /aria-pressed/,
    ],
    [() => findAccessibilityErrors(page), '<img src="data:," width="9" height="9">', /^image-alt/],
    [() => findAccessibilityErrors(page), '<p style="color: #aaa; background: #fff">pale</p>', /^color-contrast/],
    [
      () => findRunningAnimations(page),
      '<style>@keyframes turn { to { rotate: 1turn } }</style><p style="animation: turn 9s infinite">round</p>',
      /^turn of /,
    ],
  ]
  for (const [check, fault, found] of faults) {
    expect.soft(await check(), `without ${fault}`).toEqual([])
    expect.soft((await find(check, fault)).join('\n'), fault).toMatch(found)
  }
})

test('the page checks find motion while reading, and buttons that do nothing', async () => {
  const page = await openBody(good)
  await readToTheEnd(page)
  expect(await findShifts(page)).toEqual([])
  expect(await findDeadButtons(page, { waitMs: 200 })).toEqual(['Press'])
  expect(await findDeadButtons(page, { without: ['main'], waitMs: 200 })).toEqual([])
  await page.evaluate(`(() => {
    document.querySelector('button').onclick = () => document.body.append('done')
    addEventListener('scroll', () => document.querySelector('main').prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' })), { once: true })
  })()`)
  expect(await findDeadButtons(page)).toEqual([])
  await page.reload()
  await page.evaluate(`addEventListener('scroll', () => setTimeout(() =>
    document.querySelector('main').prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' })), 600), { once: true })`)
  await readToTheEnd(page)
  await expect.poll(async () => (await findShifts(page)).length, { timeout: 20_000 }).toBeGreaterThan(1)
})

test('the page checks find text widened by a long word', async () => {
  const page = await openBody('<main><h1 style="overflow-wrap: anywhere">A name</h1></main>')
  expect(await findLongWordOverflow(page)).toEqual([])
  const careless = await openBody('<main><h1>A name</h1></main>')
  expect((await findLongWordOverflow(careless)).join('\n')).toMatch(/sideways by \d+ px/)
})
