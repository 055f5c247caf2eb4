import { type ReactNode, useEffect, useRef, useLayoutEffect } from 'react'
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useLocation,
  useNavigation,
} from 'react-router'
import { ArtistBadge } from '#features/artists/ui/artist-badge.ts'
import { OnAirBadge } from '#features/radio/ui/on-air-badge.tsx'
import { RadioBar } from '#features/radio/ui/radio-bar.tsx'
import { SubmitMusic } from '#features/submissions/ui/submit/submit-music.tsx'
import { servicesContext } from '#shared/services.ts'
import type { FrameData } from '#shared/site.ts'
import type { Route } from './+types/root.ts'
import { pageTitle } from '#ui/page-meta.ts'
import bricolage from '#ui/fonts/bricolage-grotesque.woff2?url'
import instrument from '#ui/fonts/instrument-sans.woff2?url'
import martian from '#ui/fonts/martian-mono.woff2?url'
import { useAreaStyles } from './areas/area-styles.ts'
import { describeError } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Nav } from './nav.tsx'

/** How long a page may take to find its place, in milliseconds. */
const settleMs = 600

/**
 * Marks the document while one page takes the place of another, so that its scroll position is set and not travelled
 * to.
 */
function PageTransition() {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const isLeaving = location !== undefined && location.pathname !== pathname
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.navigating = ''
    if (isLeaving) return undefined
    const timer = setTimeout(() => delete dataset.navigating, settleMs)
    return () => clearTimeout(timer)
  }, [pathname, isLeaving])
  return null
}

export { ErrorPage as ErrorBoundary } from './error-page.tsx'

/** Pages name themselves; this names the error page that stands in for one. */
export const meta: Route.MetaFunction = ({ error }) =>
  error ? [{ title: pageTitle(describeError(error).title) }, { name: 'robots', content: 'noindex' }] : []

const font = (href: string) => ({
  rel: 'preload',
  href,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
})

export const links: LinksFunction = () => [
  font(bricolage),
  font(instrument),
  font(martian),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon-32.png', type: 'image/png', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export async function loader({ context }: Route.LoaderArgs): Promise<FrameData> {
  const { site, navigation } = context.get(servicesContext)
  return { ...site, links: await navigation() }
}

// Nothing in the facts of the installation changes while a visitor browses.
export const shouldRevalidate = () => false

const onAirBadge = (slug: string, className: string) => <OnAirBadge slug={slug} className={className} />

/** The html around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  // A framed preview shows the page alone: the modal around it is the chrome.
  const framed = useMatches().some((match) => isFramed(match.loaderData))
  const { area, styles } = useAreaStyles()
  // Tells that the page answers to script; stories wait for it.
  useEffect(() => {
    document.documentElement.dataset.ready = 'true'
  }, [])
  return (
    <html lang="en" data-framed={framed ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0f0c09" />
        <Meta />
        <Links />
        {/* In the page itself, so that nothing waits for a second file. */}
        {/* oxlint-disable-next-line react/no-danger -- our own stylesheet, from the build */}
        <style data-area={area} dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        {framed ? (
          children
        ) : (
          <>
            <SkipLink to="content">Skip to content</SkipLink>
            <SkipLink to="radio">Skip to the radio</SkipLink>
            <Nav />
            <ArtistBadge value={onAirBadge}>{children}</ArtistBadge>
            {/* Who works here needs no way around the site; the radio plays on. */}
            {area === 'owner' || area === 'newsletter' ? null : <Footer />}
            <RadioBar>
              <SubmitMusic />
            </RadioBar>
          </>
        )}
        {/* The preview frames a page without scripts: it is to be read, and its sandbox would refuse them. */}
        {framed ? null : (
          <>
            <PageTransition />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      data-print="hide"
      className="label fixed top-2 left-2 z-50 inline-flex min-h-11 -translate-y-20 items-center bg-live px-4 text-plate focus:translate-y-0"
    >
      {children}
    </a>
  )
}

export default function App() {
  useFocusOnArrival()
  return <Outlet />
}

function isFramed(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'framed' in data && data.framed === true
}

/**
 * Moves focus to the content after a click led to another page, as loading it anew would: a screen reader starts
 * reading there, and Tab goes on from there. A passage of the same page keeps the focus the browser gave it.
 */
function useFocusOnArrival(): void {
  const { pathname, hash } = useLocation()
  const from = useRef(pathname)
  useEffect(() => {
    if (from.current === pathname) return
    from.current = pathname
    if (!hash) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, hash])
}
