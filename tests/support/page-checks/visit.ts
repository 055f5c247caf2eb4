import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageKinds } from '../addresses.ts'
import { findStructuredDataErrors, findHeaderErrors, findPolicyErrors } from './html.ts'
import { findOutlineErrors } from './layout.ts'

/** One page of every kind a visitor can open. */
export const checkedPages = [...pageKinds, '/submit', '/platform/downbeat?frame=page']

/** Fails the test softly with what a judge found on a page, so that one run tells of everything. */
export function expectNone(address: string, judge: string, found: string[]): void {
  expect.soft(found, `${address}, ${judge}`).toEqual([])
}

/** What is around every page. */
export const pageFrame = ['header:has([aria-label=Main])', 'footer', '#radio']

/** Pages on which the nav marks another link than on the others, and one of those. */
const navStates = ['/swade-fam', '/books', '/journey', '/newsletter']

/** What is the same on a page as on those before it: all that is around it, but for a nav in a state of its own. */
export function unchangedFrame(address: string): string[] {
  if (address === '/') return []
  return navStates.includes(address) ? pageFrame.slice(1) : pageFrame
}

/**
 * Takes a page that other visits may have left printed, narrow or at rest to an address, and judges it as
 * {@link openAndCheck}.
 */
export async function visit(page: Page, address: string, viewport: { width: number; height: number }): Promise<string> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: 'screen', forcedColors: 'none', reducedMotion: 'no-preference' })
  return openAndCheck(page, address)
}

/**
 * Opens a page and judges what every way of opening it has to bring: its status, its headers, its structured data and
 * its outline.
 *
 * @returns The page as the server sent it.
 */
export async function openAndCheck(page: Page, address: string): Promise<string> {
  const answer = await page.goto(address)
  const [headers = {}, html = ''] = [await answer?.allHeaders(), await answer?.text()]
  expect.soft(answer?.status(), address).toBe(address === '/nowhere' ? 404 : 200)
  expectNone(address, 'headers', findHeaderErrors(headers))
  expectNone(address, 'content security policy', findPolicyErrors(headers['content-security-policy'] ?? '', html))
  expectNone(address, 'structured data', findStructuredDataErrors(html))
  expectNone(address, 'outline', await findOutlineErrors(page))
  return html
}
