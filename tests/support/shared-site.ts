import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { type PersistentPage, type PageOptions, type TestBrowser, launchChromium, testBrowser } from './browser.ts'
import { firstAdmin } from './prepared-folder.ts'
import { type TabOptions, usedTabs } from './used-tabs.ts'
import { ownerSession } from './sign-in-owner.ts'
import type { SharedSite } from './shared-sites.ts'
import { type Outbox, readOutbox } from './site.ts'

/** The site of this worker, shared by its test files: use unique names and addresses per test. */
export type SharedTestSite = {
  origin: string
  dataDir: string
  outbox: Outbox
  /** Returns the `Cookie` header of the owner, signed in once per worker. */
  ownerCookie(): Promise<string>
}

/** The browser of this worker; it ends with the process. */
let launched: Promise<Browser> | undefined
const tabsOf: Record<string, ReturnType<typeof usedTabs>> = {}
const sessionsOf: Record<string, { owner?: string; editor?: string }> = {}

/**
 * Returns the running site of the worker. Send `x-forwarded-for` with {@link nextVisitorAddress} to be a new visitor.
 */
export function sharedSite(): SharedTestSite {
  const { origin, dataDir } = findShared()
  const outbox = () => readOutbox(dataDir)
  return { origin, dataDir, outbox, ownerCookie: () => keepOwnerSession({ origin, outbox }) }
}

/**
 * Returns the site and the browser of the worker.
 *
 * @returns `newPage` opens a page of a new visitor with its own IP address; `newOwnerPage` opens one that is
 *   signed in, and `takePage`, `takeOwnerPage` and `takeEditorPage` take a used tab.
 */
export function sharedBrowser(): SharedTestSite & SharedPages {
  const site = sharedSite()
  return { ...site, ...openPagesOf(site) }
}

/** Opens pages of a site started by the test file, in the browser of the worker. */
export function openPagesOf(site: Pick<SharedTestSite, 'origin' | 'outbox'>): SharedPages {
  const { origin } = site
  const browser = async () => testBrowser(await (launched ??= launchChromium(origin)), origin)
  const sessions = (sessionsOf[origin] ??= {})
  const asVisitor = (options: SharedPageOptions): PageOptions => ({
    ...options,
    extraHTTPHeaders: { ...visitorHeaders(options), ...options.extraHTTPHeaders },
  })
  const newPage: TestBrowser['newPage'] = async (options = {}) => (await browser()).newPage(asVisitor(options))
  const openPersistentPage: TestBrowser['openPersistentPage'] = async (options = {}) =>
    (await browser()).openPersistentPage(asVisitor(options))
  const takeTab = (options: SharedTabOptions = {}) =>
    (tabsOf[origin] ??= usedTabs(origin, openPersistentPage))(asVisitor(options))
  const takePage = async (options?: SharedTabOptions) => {
    const { page, assertNoErrors, close } = await takeTab(options)
    onTestFinished(() => close().then(() => assertNoErrors()))
    return page
  }
  async function signInOwner(page: Page): Promise<void> {
    const [name = '', value = ''] = (await keepOwnerSession(site)).split('=')
    await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
  }
  async function signInEditor(page: Page): Promise<void> {
    sessions.editor = await editorSession(origin, sessions.editor)
    await page.addInitScript((token) => {
      // Sandboxed frames, such as email previews, have no storage.
      if ((globalThis as { origin?: string }).origin !== 'null') localStorage.setItem('newsletter_token', token)
    }, sessions.editor)
  }
  return {
    newPage,
    takePage,
    async takeOwnerPage(options) {
      const page = await takePage(options)
      await signInOwner(page)
      return page
    },
    pageOfFile(options, prepare) {
      let opened: PersistentPage | undefined
      beforeAll(async () => {
        opened = await openPersistentPage(options)
        await prepare(opened.page)
      })
      afterEach(() => opened?.assertNoErrors())
      afterAll(() => opened?.close())
      return () => opened!.page
    },
    async newOwnerPage(options) {
      const page = await newPage(options)
      await signInOwner(page)
      return page
    },
    async takeEditorPage(options) {
      const page = await takePage(options)
      await signInEditor(page)
      return page
    },
    async openOwnerPage(options) {
      const opened = await takeTab(options)
      await signInOwner(opened.page)
      return opened
    },
    async openEditorPage(options) {
      const opened = await takeTab(options)
      await signInEditor(opened.page)
      return opened
    },
  }
}

async function keepOwnerSession(site: Pick<SharedTestSite, 'origin' | 'outbox'>): Promise<string> {
  const sessions = (sessionsOf[site.origin] ??= {})
  return (sessions.owner = await ownerSession(site, sessions.owner))
}

function findShared(): SharedSite {
  const worker = Number(process.env['VITEST_POOL_ID'])
  // Each worker has its own site, so that tests do not interfere.
  const shared = inject('sharedSites')[worker - 1]
  if (!shared) throw new Error(`No shared site runs for worker ${worker}; run this file through npm test`)
  return shared
}

type SharedPages = {
  newPage(options?: SharedPageOptions): ReturnType<TestBrowser['newPage']>
  /**
   * Takes a tab that an earlier test has used, as a new visitor: without its storage, cookies, routes, listeners,
   * initial scripts and history; only the cache of files stays. Its pages load in half the time, because their scripts
   * are compiled already. A test with a clock, permissions, settings of its own context or several tabs needs
   * `newPage`.
   */
  takePage(options?: SharedTabOptions): Promise<Page>
  /** Takes a used tab, signed in as the owner. */
  takeOwnerPage(options?: SharedTabOptions): Promise<Page>
  newOwnerPage(options?: SharedPageOptions): ReturnType<TestBrowser['newPage']>
  /** Takes a used tab, signed in as the first editor. */
  takeEditorPage(options?: SharedTabOptions): Promise<Page>
  /** Opens a page of the owner for several tests; see `pageOfTests`. */
  openOwnerPage(options?: SharedTabOptions): Promise<PersistentPage>
  /** Opens a page of the first editor for several tests; see `pageOfTests`. */
  openEditorPage(options?: SharedTabOptions): Promise<PersistentPage>
  /** Opens one page for all tests of a file; its errors are checked after each test. */
  pageOfFile(options: SharedPageOptions, prepare: (page: Page) => Promise<void>): () => Page
}

/** `isLocal` opens the page from this machine, with access to `/dev/…`; other pages use an external IP address. */
export type SharedPageOptions = PageOptions & { isLocal?: boolean }

type SharedTabOptions = TabOptions & Pick<SharedPageOptions, 'isLocal'>

/**
 * The range has room for 128 times 1024 addresses; a replacement process starts elsewhere, because its site knows
 * earlier addresses.
 */
let visitors = (process.pid % 128) * 1024

/** Returns headers with a unique IP address from the benchmark range 198.18.0.0/15. */
function visitorHeaders({ isLocal }: Pick<SharedPageOptions, 'isLocal'>): Record<string, string> {
  return isLocal ? {} : { 'x-forwarded-for': nextVisitorAddress() }
}

/** Returns an external IP address unused on the site of this worker, for requests without a browser. */
export function nextVisitorAddress(): string {
  visitors += 1
  return `198.${18 + ((visitors >> 16) & 1)}.${(visitors >> 8) & 255}.${visitors & 255}`
}

/**
 * Signs in the first editor.
 *
 * @param known An earlier session, reused while valid.
 * @returns The token.
 */
export async function editorSession(origin: string, known?: string): Promise<string> {
  const isGood = async () =>
    (await fetch(`${origin}/api/newsletter/admin/me`, { headers: { authorization: `Bearer ${known}` } })).ok
  if (known && (await isGood())) return known
  const answer = await fetch(`${origin}/api/newsletter/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(firstAdmin),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`the editor could not sign in: ${answer.status}`)
  return token
}
