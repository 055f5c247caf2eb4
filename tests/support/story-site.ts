import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, type TestBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'

/**
 * The site as it comes with a browser for it, there before the stories of a file and gone after them. For files that need no more than that.
 *
 * @returns Functions, since both are there only when the stories begin.
 */
export function openStorySite(): { site(): Site; browser(): TestBrowser } {
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
  return { site: () => site, browser: () => browser }
}
