import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

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

/** The tabs as links; on phones they scroll sideways and the one shown is in sight. */
export function DeskTabs({ current, onChoose }: { current: DeskTab; onChoose(): void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Sideways only: the page itself stays where it is.
    const shown = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (shown && list.current) list.current.scrollLeft = shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2
  }, [current])
  return (
    <nav aria-label="Newsletter desk" className="border-b border-groove">
      <ul ref={list} className="relative -mb-px flex overflow-x-auto overscroll-x-contain [scrollbar-width:none]">
        {deskTabs.map(([tab, label]) => (
          <li key={tab} className="shrink-0">
            <Link
              to={`?tab=${tab}`}
              preventScrollReset
              onClick={onChoose}
              aria-current={tab === current ? 'page' : undefined}
              className="label inline-flex min-h-12 items-center border-b-2 border-transparent px-4 whitespace-nowrap text-dust -outline-offset-2 hover:text-sand focus-visible:outline-offset-[-3px] aria-[current=page]:border-live aria-[current=page]:text-sand"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
