import { useLocation } from 'react-router'
import type { Services } from '#shared/services.ts'
import { TabsNav } from '#ui/tabs-nav.tsx'

/** Tabs of the owner's admin, in order. */
const ownerTabs = [
  { to: '/admin/inbox', label: 'Needs action' },
  { to: '/admin/books', label: 'Books Management' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/collections', label: 'NFT Management' },
  { to: '/admin/submissions', label: 'Artist Submissions' },
  { to: '/newsletter-admin', label: 'Newsletter' },
  { to: '/admin/content', label: 'Content' },
  { to: '/admin/statistics', label: 'Statistics' },
  { to: '/admin/background-jobs', label: 'Background jobs' },
  { to: '/admin/setup', label: 'Setup' },
  { to: '/admin/settings', label: 'Settings' },
] as const

/** Page of the imported tracks, which belongs to the submissions tab. */
const tracksPath = '/admin/tracks'

/** Number shown on each tab, by the path of the tab. */
export type ActionItemCounts = Readonly<Record<string, number>>

/**
 * Counts the open action items of each tab. An item counts in the inbox and in the tab that resolves it. Orders counts
 * each order once, as its page does, although an order can have several items. Settings has no count, because its items
 * can only be resolved elsewhere.
 */
export async function countActionItems({
  inbox,
  hasPage,
}: Pick<Services, 'inbox' | 'hasPage'>): Promise<ActionItemCounts> {
  const { items } = await inbox.list()
  const countOf = (to: string) => {
    if (to === '/admin/inbox') return items.length
    if (to === '/admin/settings') return 0
    const ofTab = items.filter(({ href }) => href.startsWith(to))
    if (to !== '/admin/orders') return ofTab.length
    // Items that lead to the list, such as lost payment events, are about no order or an unknown one.
    return new Set(ofTab.map(({ key, href }) => (href === to ? key : href))).size
  }
  // The tab of a disabled feature is not shown.
  const shown = await Promise.all(ownerTabs.map(async ({ to }) => ((await hasPage(to)) ? [to] : [])))
  return Object.fromEntries(shown.flat().map((to) => [to, countOf(to)]))
}

/** Navigation between the tabs of the owner's admin, including the newsletter. */
export function OwnerTabs({ counts }: { counts: ActionItemCounts }) {
  const { pathname } = useLocation()
  const shown = ownerTabs.filter(({ to }) => to in counts)
  return (
    <TabsNav
      label="Admin"
      tabs={shown.map(({ to, label }) => ({
        to,
        label,
        count: counts[to] ?? 0,
        ...(pathname === tracksPath && to === '/admin/submissions' && { isCurrent: true }),
      }))}
    />
  )
}
