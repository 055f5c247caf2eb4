import { TabsNav } from '#ui/tabs-nav.tsx'

/** The tabs of the newsletter desk, in their order; the address names one by `?tab=`. */
export const deskTabs = [
  ['dashboard', 'Dashboard'],
  ['create', 'Create Newsletter'],
  ['newsletters', 'Newsletters'],
  ['subscribers', 'Subscribers'],
] as const

/** What the address may name; settings stand beside the tabs. */
export type DeskTab = (typeof deskTabs)[number][0] | 'settings'

/** The tab an address asks for; anything else is the first. */
export function tabOf(searchParams: URLSearchParams): DeskTab {
  const asked = searchParams.get('tab')
  return asked === 'settings' ? asked : (deskTabs.find(([tab]) => tab === asked)?.[0] ?? 'dashboard')
}

/** The tabs as links. */
export function DeskTabs({ current, onChoose }: { current: DeskTab | undefined; onChoose?: () => void }) {
  const tabs = deskTabs.map(([tab, label]) => ({ to: `?tab=${tab}`, label, isCurrent: tab === current }))
  return <TabsNav label="Newsletter desk" tabs={tabs} {...(onChoose && { onChoose })} />
}
