import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pageKinds } from '../addresses.ts'
import { findFactFaults, findHeaderFaults, findPolicyFaults } from './html.ts'
import { findOutlineFaults } from './layout.ts'

/** Every kind of page a visitor can open. */
export const sweptPages = [...pageKinds, '/submit', '/platform/downbeat?frame=page']

/** Fails the test softly with what a judge found on a page, so that one run tells of everything. */
export function tell(address: string, judge: string, found: string[]): void {
  expect.soft(found, `${address}, ${judge}`).toEqual([])
}

/** What is around every page; it is judged on the first and left out on the others. */
export const aroundPages = ['header:has([aria-label=Main])', 'footer', '#radio']

/**
 * Opens a page and judges what every way of opening it has to bring: its status, its headers, its structured data and its outline.
 *
 * @returns The page as the server sent it.
 */
export async function openAndJudge(page: Page, address: string): Promise<string> {
  const answer = await page.goto(address)
  const [headers = {}, html = ''] = [await answer?.allHeaders(), await answer?.text()]
  expect.soft(answer?.status(), address).toBe(address === '/nowhere' ? 404 : 200)
  tell(address, 'headers', findHeaderFaults(headers))
  tell(address, 'content security policy', findPolicyFaults(headers['content-security-policy'] ?? '', html))
  tell(address, 'structured data', findFactFaults(html))
  tell(address, 'outline', await findOutlineFaults(page))
  return html
}
