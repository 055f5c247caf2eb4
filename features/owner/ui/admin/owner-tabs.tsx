import type { Services } from '#shared/services.ts'
import { TabsNav } from '#ui/tabs-nav.tsx'

/** The tabs of the desk, in their order. */
const deskTabs = [
  { to: '/admin/inbox', label: 'Needs you' },
  { to: '/admin/books', label: 'Books Management' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/collections', label: 'NFT Management' },
  { to: '/admin/submissions', label: 'Artist Submissions' },
  { to: '/newsletter-admin', label: 'Newsletter' },
  { to: '/admin/content', label: 'Content' },
  { to: '/admin/background-jobs', label: 'Background jobs' },
  { to: '/admin/settings', label: 'Settings' },
] as const

/** How many things wait for the owner in each tab, by its address. */
export type Waiting = Readonly<Record<string, number>>

/**
 * Counts what waits in each tab; an item counts on the list and on the tab it is settled in, and Settings only shows
 * what is the matter.
 */
export async function countWaiting({ inbox }: Pick<Services, 'inbox'>): Promise<Waiting> {
  const { items } = await inbox.list()
  const countOf = (to: string) => {
    if (to === '/admin/inbox') return items.length
    return to === '/admin/settings' ? 0 : items.filter(({ href }) => href.startsWith(to)).length
  }
  return Object.fromEntries(deskTabs.map(({ to }) => [to, countOf(to)]))
}

/** The tabs of the owner, the newsletter among them. */
export function OwnerTabs({ waiting }: { waiting: Waiting }) {
  return <TabsNav label="The desk" tabs={deskTabs.map((tab) => ({ ...tab, count: waiting[tab.to] ?? 0 }))} />
}
