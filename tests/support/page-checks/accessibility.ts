import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The library injects its source twice per check; a page evaluates half a megabyte once this way. */
const axeSource = `if (!globalThis.axe) { ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')} }`

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Finds violations of WCAG 2.2 AA and best practices.
 *
 * @param options.part Limits the check to this selector, such as an open dialog.
 * @param options.without Selectors to exclude, such as parts shared by all pages.
 * @returns Violations with element and fix.
 */
export async function findAccessibilityErrors(
  page: Page,
  options: { part?: string; without?: string[] } = {},
): Promise<string[]> {
  // Legacy mode avoids a second page; our frames allow no scripts anyway.
  const axe = new AxeBuilder({ page, axeSource })
    .withTags(rules)
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
  if (options.part) axe.include(options.part)
  for (const part of options.without ?? []) axe.exclude(part)
  const { violations, passes } = await axe.analyze()
  if (passes.length < (options.part ? 1 : 11)) return [`only ${passes.length} rules had anything to examine`]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
