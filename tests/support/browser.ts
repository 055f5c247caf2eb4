import { chromium, type Browser, type BrowserContext, type BrowserServer, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { findRequirement, findPlainChromium, requirements } from '../../scripts/test/requirements.ts'

/** How a page is opened; a phone is a `viewport` with `phone`. */
export type PageOptions = {
  viewport?: { width: number; height: number }
  /** Touch, a small screen's pixel density and `pointer: coarse`. */
  phone?: boolean
  javaScriptEnabled?: boolean
  /**
   * Left out, less motion is asked for: what moves costs a seventh of the stage. A story about motion or sound asks for
   * `no-preference`.
   */
  reducedMotion?: 'reduce' | 'no-preference'
  /** Sent with every request, such as the address of a visitor whom a trusted proxy passes on. */
  extraHTTPHeaders?: Record<string, string>
  /** Blocked where the story itself stands between the page and the site. */
  serviceWorkers?: 'allow' | 'block'
  /** Complaints this story provokes on purpose, such as `/status of 404/`. */
  expected?: RegExp[]
}

/** A Chromium whose pages fail the test on anything a careful visitor would be ashamed of. */
export type TestBrowser = {
  /** Opens a page in a fresh profile; it is closed, and its complaints are judged, when the test ends. */
  newPage(options?: PageOptions): Promise<Page>
  /** Opens a page that outlives a test, for tests that use one after the other. */
  openPersistentPage(options?: PageOptions): Promise<PersistentPage>
  close(): Promise<void>
}

/** A page whose complaints are judged, and which is closed, when it is told to. */
export type PersistentPage = {
  page: Page
  /** @throws Error with what the page complained of since the last call and nobody expected. */
  assertNoErrors(): void
  close(): Promise<void>
}

/**
 * Launches the Chromium of this machine for the site at `origin`. A page fails its test when it logs an error, throws,
 * breaks its own content security policy or asks another host for anything.
 *
 * @param flags Further switches of Chromium, such as an autoplay policy.
 */
export async function launchBrowser(origin: string, flags: string[] = []): Promise<TestBrowser> {
  return testBrowser(await chromium.launch(launchOptions(findPlainChromium(), origin, flags)), origin)
}

/**
 * Launches it with everything that is around a page, for tests of several tabs, of what a browser keeps, and of a whole
 * visit.
 */
export async function launchWholeBrowser(origin: string, flags: string[] = []): Promise<TestBrowser> {
  return testBrowser(
    await chromium.launch(launchOptions(findRequirement(requirements.chromium), origin, flags)),
    origin,
  )
}

/** Launches a browser that another process connects to. */
export function launchBrowserServer(origin: string): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions(findPlainChromium(), origin, []))
}

/** Opens pages of a browser under the rules of {@link launchBrowser}. */
export function testBrowser(browser: Browser, origin: string): TestBrowser {
  const openLastingPage: TestBrowser['openPersistentPage'] = (options = {}) => openPage(browser, origin, options)
  return {
    openPersistentPage: openLastingPage,
    async newPage(options) {
      const { page, assertNoErrors: judge, close } = await openLastingPage(options)
      onTestFinished(() => close().then(judge))
      return page
    },
    close: () => browser.close(),
  }
}

function launchOptions(executablePath: string | undefined, origin: string, flags: string[]) {
  if (!executablePath)
    throw new Error(
      'Chromium is not on this machine; node scripts/install-test-requirements.ts installs it or says how',
    )
  return {
    executablePath,
    headless: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Whatever a page asks of another host is told below and leads nowhere.
      `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(origin).hostname}`,
      ...flags,
    ],
  }
}

async function openPage(
  browser: Browser,
  origin: string,
  { phone, expected = [], ...options }: PageOptions,
): Promise<PersistentPage> {
  const touch = phone
    ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    : {}
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...touch, ...options })
  const complaints = collectPageErrors(context, origin)
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) waitForScript(page)
  return {
    page,
    assertNoErrors() {
      const unexpected = complaints.splice(0).filter((text) => !expected.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`)
    },
    close: () => context.close(),
  }
}

/** Script comes after the page; a story that opens one goes on when it answers. */
function waitForScript(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    // By selector: a function to wait for would be evaluated text, which the policy of our pages refuses.
    await page.locator('html[data-ready=true], html:not(:has(script[type=module]))').waitFor({ state: 'attached' })
    return answer
  }
}

/**
 * Collects what went wrong in any page of a context. A broken content security policy reaches the console as an error.
 */
export function collectPageErrors(context: BrowserContext, origin: string): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    // An exception of the browser's own has an empty stack.
    complaints.push(`error: ${stack || `${name}: ${message}`}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && url.origin !== origin)
      complaints.push(`another host: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page cancels what it was still loading, and scripts that are switched off fail as `csp`: a policy truly
    // broken reaches the console.
    if (reason !== 'net::ERR_ABORTED' && reason !== 'csp') complaints.push(`failed: ${request.url()} ${reason}`)
  })
  return complaints
}
