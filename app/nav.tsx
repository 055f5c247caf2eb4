import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, NavLink, useLocation, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl/react'
import type { NavLink as PageLink } from '#shared/page-handle.ts'
import type { FrameData } from '#shared/site.ts'
import { classNames } from '#ui/class-names.ts'
import { DialogTrigger } from '#ui/dialog.tsx'
import type { SectionLink } from './landing-sections.ts'
import { MobileMenu } from './mobile-menu.tsx'
import type { NavEntry } from './nav-entry.ts'
import { Wordmark } from './wordmark.tsx'
import { rosterNameOf } from '#shared/site-identity.ts'

/** Top navigation, with other links on the landing page; opaque after 20 px of scrolling. */
export function Nav() {
  const t = useTranslations('site.frame')
  const { pathname } = useLocation()
  const site = useRouteLoaderData<FrameData>('root')
  const landing = useRouteLoaderData<{ sectionLinks: readonly SectionLink[] }>('landing-page')
  const scrolled = useScrolled(20)
  const pages = site?.links.filter((link) => link.in.includes('header')) ?? []
  const entries = pathname === '/' && landing ? landingEntries(landing.sectionLinks, pages, site?.name ?? '') : pages
  const quickLinks = site?.links.filter((link) => link.in.includes('menu')) ?? []
  const contact = pathname === '/' && site ? `mailto:${site.supportEmail}` : undefined
  return (
    <header
      data-print="hide"
      className={classNames(
        'opaque-once-moved fixed inset-x-0 top-0 z-40 border-b transition-colors noscript:border-groove noscript:bg-plate',
        scrolled ? 'border-groove bg-plate' : 'border-transparent bg-transparent',
      )}
    >
      <nav aria-label={t('main')} className="wrap flex h-16 items-center justify-between gap-6">
        <Link to="/" className="flex min-h-11 items-center" aria-label={t('home')}>
          <Wordmark />
        </Link>
        <ul className="hidden items-center gap-1 lg:flex">
          {entries.map((entry) => (
            <li key={entry.label}>
              <NavItem entry={entry} />
            </li>
          ))}
          {contact ? (
            <li>
              <a href={contact} className={itemClass}>
                {t('contact')}
              </a>
            </li>
          ) : null}
        </ul>
        <DialogTrigger for="menu" variant="bare" className="-mr-3 size-11 lg:hidden" aria-label={t('openMenu')}>
          <Menu size={22} />
        </DialogTrigger>
      </nav>
      <MobileMenu entries={entries} quickLinks={quickLinks} contact={contact} />
    </header>
  )
}

/** Returns the header links of the landing page: its sections between the roster and the books. */
function landingEntries(
  sectionLinks: readonly SectionLink[],
  pages: readonly PageLink[],
  siteName: string,
): NavEntry[] {
  const sections = sectionLinks
    .filter(({ isInHeader }) => isInHeader)
    .map(({ title, id }) => ({ label: title, to: `#${id}` }))
  // A name, the same in every language.
  return [
    { label: rosterNameOf(siteName), to: '/swade-fam' },
    ...sections,
    ...pages.filter(({ to }) => to === '/books'),
  ]
}

const itemClass = 'label inline-flex min-h-11 items-center px-3 text-dust hover:text-sand aria-[current=page]:text-sand'

function NavItem({ entry }: { entry: NavEntry }) {
  if (entry.to.startsWith('#')) {
    return (
      <a href={entry.to} className={itemClass}>
        {entry.label}
      </a>
    )
  }
  return (
    <NavLink to={entry.to} end={entry.to === '/'} prefetch="intent" viewTransition className={itemClass}>
      {entry.label}
    </NavLink>
  )
}

/** Returns whether the page is scrolled by more than `threshold` CSS pixels. */
function useScrolled(threshold: number): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > threshold)
    // In the next frame, which computes the layout anyway; reading at once would force a layout.
    const frame = requestAnimationFrame(read)
    window.addEventListener('scroll', read, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', read)
    }
  }, [threshold])
  return scrolled
}
