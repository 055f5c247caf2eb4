import type { Disposable, Page } from 'playwright-core'
import type { PageOptions, PersistentPage } from './browser.ts'

/** Options of a tab that others have used before. */
export type TabOptions = Pick<PageOptions, 'viewport' | 'phone' | 'reducedMotion' | 'expected' | 'extraHTTPHeaders'>

/** Events of a page that tests listen to. */
const testedEvents = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const

/** Options that can be changed in an open tab, and the one that only chooses the address of the visitor. */
const changeable = ['viewport', 'reducedMotion', 'extraHTTPHeaders', 'isLocal']

/** A tab and how it is emptied for the next visitor. */
type Tab = PersistentPage & { empty(): Promise<void> }

/**
 * Keeps the tabs of tests, so that the next test does not start a process and compile all scripts again.
 *
 * @param origin Origin whose storage is cleared.
 * @param openTab Opens a tab when none is free.
 * @returns Takes a tab for a new visitor. `close` empties it for the next one.
 */
export function usedTabs(
  origin: string,
  openTab: (options: PageOptions) => Promise<PersistentPage>,
): (options: TabOptions) => Promise<PersistentPage> {
  const free = { phone: [] as Tab[], desktop: [] as Tab[] }
  return async ({ phone = false, expected = [], ...options }) => {
    // A context cannot be changed later; such a test opens a page of its own.
    const refused = Object.keys(options).filter((key) => !changeable.includes(key))
    if (refused.length > 0) throw new Error(`A used tab cannot have ${refused.join(' or ')}; open a new page`)
    const tabs = free[phone ? 'phone' : 'desktop']
    const tab = tabs.pop() ?? (await withEmpty(origin, await openTab({ phone })))
    const { page } = tab
    await page.context().setExtraHTTPHeaders(options.extraHTTPHeaders ?? {})
    await page.emulateMedia({ reducedMotion: options.reducedMotion ?? 'reduce' })
    await page.setViewportSize(options.viewport ?? (phone ? { width: 390, height: 844 } : { width: 1280, height: 720 }))
    return {
      ...tab,
      assertNoErrors: (alsoExpected = []) => tab.assertNoErrors([...expected, ...alsoExpected]),
      async close() {
        try {
          await tab.empty()
          tabs.push(tab)
        } catch (error) {
          await tab.close()
          throw error
        }
      },
    }
  }
}

async function withEmpty(origin: string, opened: PersistentPage): Promise<Tab> {
  const { page } = opened
  const devTools = await page.context().newCDPSession(page)
  const takeScripts = [rememberScripts(page), rememberScripts(page.context())]
  return {
    ...opened,
    async empty() {
      // Playwright listens to `close` and `crash` itself.
      for (const event of testedEvents) page.removeAllListeners(event)
      for (const script of takeScripts.flatMap((take) => take())) await script.dispose()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await opened.endVisit(async () => {
        // A document of the same origin without scripts keeps the process of the tab, and ends everything on its page.
        await page.goto('/robots.txt')
        await page.evaluate('sessionStorage.clear()')
        await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
        await page.context().clearCookies()
        await devTools.send('Page.resetNavigationHistory')
      })
    },
  }
}

/**
 * Remembers the initial scripts that a test adds.
 *
 * @returns Takes them, so that they can be removed.
 */
function rememberScripts(target: Pick<Page, 'addInitScript'>): () => Disposable[] {
  const scripts: Disposable[] = []
  const add: Page['addInitScript'] = target.addInitScript.bind(target)
  target.addInitScript = async (script, argument, options) => {
    const added = await add(script, argument, options)
    scripts.push(added)
    return added
  }
  return () => scripts.splice(0)
}
