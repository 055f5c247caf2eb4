import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

/** A tab that links to a page. */
type NavTab = {
  to: string
  label: string
  /** Number of items that need action; shown if above zero. */
  count?: number
  /** True if it is the current tab, if the path alone does not tell. */
  isCurrent?: boolean
}

/**
 * Tabs as links between related pages. They wrap into rows of about the same length; on phones they scroll sideways and
 * fade at the right edge, where more of them are. The current tab stays in view.
 *
 * @param label Name for screen readers.
 * @param onChoose Called when a tab is clicked.
 */
export function TabsNav({ label, tabs, onChoose }: { label: string; tabs: readonly NavTab[]; onChoose?: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    // Scrolls sideways only, not the page.
    const showCurrent = () => {
      const current = list.current?.querySelector<HTMLElement>('[aria-current=page]')
      if (current && list.current)
        list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
    }
    showCurrent()
    // A phone that is turned shows other tabs.
    window.addEventListener('resize', showCurrent)
    return () => window.removeEventListener('resize', showCurrent)
  }, [pathname, search])
  return (
    <nav aria-label={label} className="border-b border-groove">
      <ul
        ref={list}
        // Only inline boxes can be balanced.
        className="relative -mb-px overscroll-x-contain leading-none max-md:flex max-md:overflow-x-auto max-md:mask-r-from-[calc(100%-2.5rem)] max-md:pr-10 md:text-balance [scrollbar-width:none]"
      >
        {tabs.map(({ to, label: words, count = 0, isCurrent }) => (
          <li key={to} className="shrink-0 align-bottom md:inline-block">
            <TabLink to={to} isCurrent={isCurrent} onChoose={onChoose}>
              {words}
              {count > 0 ? (
                <span className="rounded-plate border border-groove px-1.5 py-0.5 text-sand">
                  {count > 999 ? '999+' : count}
                  <span className="sr-only"> {count === 1 ? 'needs' : 'need'} action</span>
                </span>
              ) : null}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const tabClass =
  'label inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent px-4 whitespace-nowrap md:px-2 text-dust -outline-offset-2 hover:text-sand focus-visible:outline-offset-[-3px] aria-[current=page]:border-live aria-[current=page]:text-sand'

type TabLinkProps = {
  to: string
  isCurrent: boolean | undefined
  onChoose: (() => void) | undefined
  children: ReactNode
}

function TabLink({ to, isCurrent, onChoose, children }: TabLinkProps) {
  if (isCurrent === undefined)
    return (
      <NavLink to={to} prefetch="intent" onClick={onChoose} className={tabClass}>
        {children}
      </NavLink>
    )
  // The same page in another state keeps its scroll position.
  return (
    <Link
      to={to}
      preventScrollReset
      onClick={onChoose}
      aria-current={isCurrent ? 'page' : undefined}
      className={tabClass}
    >
      {children}
    </Link>
  )
}
