import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { findRequirement, findPlainChromium, requirements } from '../../scripts/test/requirements.ts'

/** Options for opening a page. */
export type PageOptions = {
  viewport?: { width: number; height: number }
  /** Emulates a phone: touch and `pointer: coarse`. */
  phone?: boolean
  /** Pixels per CSS pixel, 1 by default; drawing the four times as many pixels of real phones takes longer. */
  deviceScaleFactor?: number
  javaScriptEnabled?: boolean
  /**
   * `reduce` by default, because animations take a seventh of the time. Tests of motion or sound use `no-preference`.
   */
  reducedMotion?: 'reduce' | 'no-preference'
  /** Headers of every request, such as a client address from a trusted proxy. */
  extraHTTPHeaders?: Record<string, string>
  /** Accepts self-signed certificates. */
  ignoreHTTPSErrors?: boolean
  /** Blocked in tests that intercept requests. */
  serviceWorkers?: 'allow' | 'block'
  /** Patterns of expected errors, such as `/status of 404/`. */
  expected?: RegExp[]
}

/** A Chromium whose pages fail the test on console errors, exceptions and external requests. */
export type TestBrowser = {
  /** Opens a page in a new profile; when the test ends, it is closed and its errors are checked. */
  newPage(options?: PageOptions): Promise<Page>
  /** Opens a page that several tests share. */
  openPersistentPage(options?: PageOptions): Promise<PersistentPage>
  close(): Promise<void>
}

/** A page that is checked and closed manually. */
export type PersistentPage = {
  page: Page
  /**
   *
   * @param alsoExpected Further patterns of expected errors.
   * @throws Error with unexpected page errors since the last call.
   */
  assertNoErrors(alsoExpected?: RegExp[]): void
  /**
   * Runs a function that ends a visit. Ignores requests of service workers that fail meanwhile, because the browser
   * ends the workers.
   */
  endVisit(end: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * Launches Chromium for the site at `origin`. A page fails its test when it logs an error, throws, violates its content
 * security policy or requests another host.
 *
 * @param flags Further flags of Chromium, such as an autoplay policy.
 */
export async function launchBrowser(origin: string, flags: string[] = []): Promise<TestBrowser> {
  const options = launchOptions(findPlainChromium(), origin, flags)
  return testBrowser(await launchAgainAfterCrash(() => chromium.launch(options)), origin)
}

/** Launches the full browser, for tests of several tabs, storage and complete visits. */
export async function launchWholeBrowser(origin: string, flags: string[] = []): Promise<TestBrowser> {
  const options = launchOptions(findRequirement(requirements.chromium), origin, flags)
  return testBrowser(await launchAgainAfterCrash(() => chromium.launch(options)), origin)
}

/**
 * Launches Chromium without the checks, for {@link testBrowser} with several sites. Its microphone beeps and is
 * available to every page that may ask for it.
 */
export function launchChromium(origin: string): Promise<Browser> {
  const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  return launchAgainAfterCrash(() => chromium.launch(launchOptions(findPlainChromium(), origin, flags)))
}

/**
 * Launches a browser once more when Chromium itself crashed before it opened a page, which happened once in a thousand
 * launches on a busy machine.
 */
async function launchAgainAfterCrash<Launched>(launch: () => Promise<Launched>): Promise<Launched> {
  try {
    return await launch()
  } catch (error) {
    if (!String(error).includes('Segmentation fault')) throw error
    console.warn('Chromium crashed while starting and is started again.')
    return launch()
  }
}

/** Wraps a browser with the checks of {@link launchBrowser}. */
export function testBrowser(browser: Browser, origin: string): TestBrowser {
  const openLastingPage: TestBrowser['openPersistentPage'] = (options = {}) => openPage(browser, origin, options)
  return {
    openPersistentPage: openLastingPage,
    async newPage(options) {
      const { page, assertNoErrors: assertPage, close } = await openLastingPage(options)
      onTestFinished(() => close().then(() => assertPage()))
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
  const hosts = [...new Set([new URL(origin).hostname, '127.0.0.1', 'localhost'])]
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
      // Pages exist for a second or two: optimizing their code and a separate process for drawing take a fifth of the
      // time.
      '--js-flags=--no-opt --no-maglev',
      '--in-process-gpu',
      // Requests to other hosts fail and are reported. Sites on this machine share a browser, by address or by name.
      `--host-resolver-rules=MAP * ~NOTFOUND, ${hosts.map((host) => `EXCLUDE ${host}`).join(', ')}`,
      ...flags,
    ],
  }
}

async function openPage(
  browser: Browser,
  origin: string,
  { phone, expected = [], ...options }: PageOptions,
): Promise<PersistentPage> {
  const touch = phone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...touch, ...options })
  const complaints = collectPageErrors(context, origin)
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) waitForScript(page)
  return {
    page,
    assertNoErrors(alsoExpected = []) {
      const patterns = [...expected, ...alsoExpected]
      const unexpected = complaints.splice(0).filter((text) => !patterns.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`)
    },
    async endVisit(end) {
      const before = complaints.length
      await end()
      complaints.push(...complaints.splice(before).filter((text) => !text.includes(byWorker)))
    },
    close: () => context.close(),
  }
}

/** Part of a complaint about a request of a service worker. */
const byWorker = ' (requested by a service worker)'

/** Makes `goto` wait until the scripts of the page have started. */
function waitForScript(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    // Uses a selector, because the content security policy forbids evaluated functions.
    await page.locator('html[data-ready=true], html:not(:has(script[type=module]))').waitFor({ state: 'attached' })
    return answer
  }
}

/** Collects errors of all pages of a context. Content security policy violations are console errors. */
export function collectPageErrors(context: BrowserContext, origin: string): string[] {
  const complaints: string[] = []
  /** A request that its service worker aborted fails without a reason of its own. */
  const abortedInWorker = new Set<string>()
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    // Exceptions of the browser itself have an empty stack.
    complaints.push(`error: ${stack || `${name}: ${message}`}`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && url.origin !== origin)
      complaints.push(`another host: ${request.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    const source = request.serviceWorker() ? byWorker : ''
    if (source && reason === 'net::ERR_ABORTED') abortedInWorker.add(request.url())
    // Navigation aborts pending requests, and disabled scripts fail as `csp`; real policy violations reach the console.
    if (reason === 'net::ERR_ABORTED' || reason === 'csp') return
    const cause = abortedInWorker.has(request.url()) ? ', aborted in its service worker' : ''
    complaints.push(`failed: ${request.url()} ${reason}${source}${cause}`)
  })
  return complaints
}
