import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Fails the story, and lets it go on, where the page breaks a rule of accessibility. @param where Told with what was found. */
export async function judgeAccess(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  expect.soft(found, where).toEqual([])
}

/** As {@link judgeAccess}, and where the page is wider than its window. */
export async function judgePage(page: Page, where: string): Promise<void> {
  await judgeAccess(page, where)
  expect.soft(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'), `${where} is too wide`).toBe(false)
}
