import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { collectPageErrors } from '../../tests/support/browser.ts'

/** Counts of a browser tab since the last call. `documents` counts pages that replaced the open one as a whole. */
export type TabVisits = { navigations: number; documents: number; broken: string[] }

/** A page that stays open and whose visitor follows links. */
export type Tab = {
  name: string
  /** Opens every page of the tour once, and the dialog whose script is loaded when it is needed. */
  tour(): Promise<void>
  take(): TabVisits
  close(): Promise<void>
}

const bookPath = '/book/indie-music-ai-guide-2'
const tourPaths = [
  '/journey',
  '/books',
  bookPath,
  `${bookPath}/read`,
  '/swade-fam',
  '/tokens',
  '/market',
  '/radio',
  '/',
]
const patienceMs = 20_000
// Labels are set in capitals.
const textKey = /\b(artists|books|issues|journey|market|radio|reader|site|submissions|tokens)\.[a-z]\w*\.\w+/i

/** Reads the headings of the tour from documents, with which pages that a tab shows are compared. */
export async function readHeadings(origin: string): Promise<ReadonlyMap<string, string>> {
  const headings = new Map<string, string>()
  for (const path of tourPaths) {
    const html = await (await fetch(origin + path, { signal: AbortSignal.timeout(patienceMs) })).text()
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '')
    if (!heading) throw new Error(`${path} has no heading.`)
    headings.set(path, plain(heading.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")))
  }
  return headings
}

/** Opens a tab in a profile of its own, at the home page. */
export async function openTab(
  browser: Browser,
  { origin, name, headings }: { origin: string; name: string; headings: ReadonlyMap<string, string> },
): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  const complaints = collectPageErrors(context, origin)
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached', timeout: patienceMs })
  let visits: TabVisits = { navigations: 0, documents: 0, broken: [] }
  page.on('domcontentloaded', () => (visits.documents += 1))

  const go = async (path: string, navigate: () => Promise<unknown>) => {
    visits.navigations += 1
    const documents = visits.documents
    try {
      await navigate()
      const fault = await untilShown(page, path, headings.get(path)!)
      if (fault) visits.broken.push(`${name} at ${path}: ${fault}`)
      // A page that could not show the data of another release says so in the console before it is loaded anew.
      else if (visits.documents > documents) dropConsole(complaints)
    } catch (error) {
      visits.broken.push(`${name} on the way to ${path}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  const follow = (path: string) =>
    go(path, () => page.locator(`a[href="${path}"]:visible`).first().click({ timeout: patienceMs }))

  return {
    name,
    async tour() {
      for (const path of tourPaths) {
        // The reader has no links to other pages of the site.
        if (!(await page.locator(`a[href="${path}"]:visible`).count())) await go(bookPath, () => page.goBack())
        await follow(path)
      }
      visits.navigations += 1
      await openDialog(page).catch((error: Error) =>
        visits.broken.push(`${name} at the form for tracks: ${error.message.split('\n')[0]}`),
      )
    },
    take() {
      const taken = visits
      visits = { navigations: 0, documents: 0, broken: [] }
      taken.broken.push(...complaints.splice(0).map((text) => `${name}: ${text}`))
      return taken
    },
    close: () => context.close(),
  }
}

/** Waits until a page shows its heading and all its texts. @returns What is wrong when it does not. */
async function untilShown(page: Page, path: string, heading: string): Promise<string | undefined> {
  let fault = 'nothing was shown'
  for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(100)) {
    // A document that is being replaced cannot be asked.
    const shown = await readPage(page).catch(() => undefined)
    if (!shown) continue
    if (shown.path !== path) fault = `the address is ${shown.path}`
    else if (!shown.isReady) fault = 'the page does not respond'
    else if (plain(shown.heading) !== heading) fault = `the heading is "${plain(shown.heading)}"`
    else if (textKey.test(shown.text)) fault = `a text is missing: ${textKey.exec(shown.text)![0]}`
    else return undefined
  }
  return fault
}

function readPage(page: Page) {
  return page.evaluate<{ path: string; isReady: boolean; heading: string; text: string }>(`({
    path: location.pathname,
    isReady: document.documentElement.dataset.ready === 'true',
    heading: document.querySelector('h1')?.textContent ?? '',
    text: document.querySelector('main')?.innerText ?? '',
  })`)
}

async function openDialog(page: Page): Promise<void> {
  await page
    .locator('button[aria-haspopup=dialog]:visible', { hasText: 'Submit' })
    .first()
    .click({ timeout: patienceMs })
  try {
    await page.locator('#submit-music[open] input:visible').first().waitFor({ timeout: patienceMs })
  } finally {
    // An open dialog would take the clicks of the tours that follow.
    await page.keyboard.press('Escape')
  }
  await page.locator('#submit-music[open]').waitFor({ state: 'hidden', timeout: patienceMs })
}

function dropConsole(complaints: string[]): void {
  const others = complaints.filter((text) => !/^(console|error): /.test(text))
  complaints.splice(0, complaints.length, ...others)
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
