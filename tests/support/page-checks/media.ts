import type { Page } from 'playwright-core'

/** Finds fixed elements, open layers, navigation and buttons that are visible in print. */
export async function findUnprintable(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const found = await page.evaluate<string[]>(`[...document.body.querySelectorAll('*')]
    .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position) || one.matches('dialog, [popover], nav, button'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => one.outerHTML.slice(0, 120))`)
  await page.emulateMedia({ media: 'screen' })
  return found
}

/**
 * Finds states that are indistinguishable in forced colors mode: pressed, selected, current and disabled elements, and
 * icons in other colours.
 */
export async function findForcedColorErrors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate<string[]>(`(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.cssText = 'forced-color-adjust: none; background-color: Highlight'
    const highlight = getComputedStyle(probe).backgroundColor
    probe.style.color = 'CanvasText'
    const text = getComputedStyle(probe).color
    probe.remove()
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const colour = (one) => getComputedStyle(one).color
    return [
      ...shown('[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])')
        .filter((one) => getComputedStyle(one).backgroundColor !== highlight),
      ...shown(':disabled, [aria-disabled=true]').filter((one) => getComputedStyle(one).opacity !== '1'),
      ...shown('svg').filter((one) => ![text, colour(one.parentElement)].includes(colour(one))),
    ].map((one) => one.outerHTML.slice(0, 120))
  })()`)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
