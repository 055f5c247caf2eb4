import type { Page } from 'playwright-core'

/** Finds what stands over the text of every sheet when the page is printed: anything fixed, and open layers. */
export async function findOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const found = await page.evaluate<string[]>(`[...document.body.querySelectorAll('*')]
    .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position) || one.matches('dialog, [popover]'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => one.outerHTML.slice(0, 120))`)
  await page.emulateMedia({ media: 'screen' })
  return found
}

/** Finds what is pressed, chosen or current and looks like everything else when the system decides on colours, as Windows' contrast themes do. */
export async function findAlikeInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate<string[]>(`(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.cssText = 'forced-color-adjust: none; background-color: Highlight'
    const highlight = getComputedStyle(probe).backgroundColor
    probe.remove()
    return [...document.querySelectorAll('[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor !== highlight)
      .map((one) => one.outerHTML.slice(0, 120))
  })()`)
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
