import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Finds where a page breaks WCAG 2.2 AA or a best practice.
 *
 * @param options.part Only within this selector, such as an open dialog.
 * @param options.without Not within these, such as what is the same on every page.
 * @returns Each broken rule with its element and what would mend it.
 */
export async function findAccessibilityErrors(
  page: Page,
  options: { part?: string; without?: string[] } = {},
): Promise<string[]> {
  // In one piece: the examiner's other mode opens a second page for its sums. Frames of ours let no script in anyway.
  const axe = new AxeBuilder({ page })
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
