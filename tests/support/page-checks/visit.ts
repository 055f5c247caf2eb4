import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageKinds } from '../addresses.ts'
import { findStructuredDataErrors, findHeaderErrors, findPolicyErrors } from './html.ts'
import { findOutlineErrors } from './layout.ts'

/** One page of every public kind. */
export const checkedPages = [...pageKinds, '/submit', '/platform/downbeat?frame=page']

/** Reports findings of a check as a soft assertion. */
export function expectNone(address: string, check: string, found: string[]): void {
  expect.soft(found, `${address}, ${check}`).toEqual([])
}

/** Selectors of the layout around every page. */
export const pageFrame = ['header:has([aria-label=Main])', 'footer', '#radio']

/** Pages with different active links in the navigation. */
const navStates = ['/swade-fam', '/books', '/journey', '/newsletter']

/** Returns selectors of layout parts that are the same as on earlier pages. */
export function unchangedFrame(address: string): string[] {
  if (address === '/') return []
  return navStates.includes(address) ? pageFrame.slice(1) : pageFrame
}

/** Resets viewport and media emulation, then opens and checks a page with {@link openAndCheck}. */
export async function visit(page: Page, address: string, viewport: { width: number; height: number }): Promise<string> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: 'screen', forcedColors: 'none', reducedMotion: 'no-preference' })
  return openAndCheck(page, address)
}

/**
 * Opens a page and checks status, headers, structured data and outline.
 *
 * @returns The HTML sent by the server.
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
