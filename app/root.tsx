import { LucideProvider } from 'lucide-react'
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useLayoutEffect } from 'react'
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useHref,
  useMatches,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl/react'
import { ArtistBadge } from '#features/artists/ui/artist-badge.ts'
import { OnAirBadge } from '#features/radio/ui/on-air-badge.tsx'
import { RadioBar } from '#features/radio/ui/radio-bar.tsx'
import { formMessages } from '#features/submissions/ui/submit/form-messages.ts'
import { SubmitMusic } from '#features/submissions/ui/submit/submit-music.tsx'
import { defaultLocale, type Locale, splitLocale } from '#shared/locales.ts'
import {
  type CompiledMessages,
  joinMessages,
  localeContext,
  pageMessages,
  type SiteMessages,
} from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { FrameData } from '#shared/site.ts'
import { logoAddress, type SiteLogo } from '#shared/site-identity.ts'
import type { Route } from './+types/root.ts'
import bricolage from '#ui/fonts/bricolage-grotesque.woff2?url'
import instrument from '#ui/fonts/instrument-sans.woff2?url'
import martian from '#ui/fonts/martian-mono.woff2?url'
import { type FigureKeys, FigureKeysContext, PageImagesContext, readFigureKeys } from '#ui/figure/figure-keys.ts'
import { useAreaStyles } from './areas/area-styles.ts'
import { Footer } from './footer.tsx'
import { Nav } from './nav.tsx'
import { reloadForOtherRelease, useReleases, usePageCount } from './other-release.ts'

/** Time for a page to settle its scroll position, in milliseconds. */
const settleMs = 600

/** Marks the document during page changes, so that the scroll position is set without animation. */
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

/** The error page brings its title itself, in the language of the page; all other pages have their own. */
export const meta: Route.MetaFunction = ({ error }) => (error ? [{ name: 'robots', content: 'noindex' }] : [])

const font = (href: string) => ({
  rel: 'preload',
  href,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
})

export const links: LinksFunction = () => [font(bricolage), font(instrument), font(martian)]

export async function loader({ context }: Route.LoaderArgs): Promise<FrameData> {
  const { site, navigation, figureKeys, pageImages } = context.get(servicesContext)
  const locale = context.get(localeContext)
  return {
    ...site,
    links: await navigation(locale),
    figureKeys: figureKeys(),
    pageImages: pageImages.shown(),
    locale,
    ...pageMessages(
      context,
      'site.frame',
      'site.keys',
      'site.controls',
      'site.player',
      'site.carousel',
      'site.errorPage',
      'radio.bar',
      'submissions.button',
      ...formMessages,
    ),
  }
}

// The data of the frame does not change during a visit, except by the owner who has just changed it.
export const shouldRevalidate = ({ nextUrl }: { nextUrl: URL }) => nextUrl.pathname === '/admin/settings'

const onAirBadge = (slug: string, className: string) => <OnAirBadge slug={slug} className={className} />

/** HTML document of every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  // A framed preview shows the page without navigation, footer and radio bar.
  const matches = useMatches()
  const framed = matches.some((match) => isFramed(match.loaderData))
  const { locale, messages } = useTexts(matches)
  const reportTextError = useTextErrors(matches)
  const site = useRouteLoaderData<FrameData>('root')
  // Without its texts there is no frame around the error page.
  const isBare = framed || !('site' in messages)
  const figureKeys = useFigureKeys()
  const { area, styles } = useAreaStyles()
  usePageCount()
  // Signals that the page is hydrated; end-to-end tests wait for it.
  useEffect(() => {
    document.documentElement.dataset.ready = 'true'
  }, [])
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC" onError={reportTextError}>
      <LucideProvider strokeWidth={1.5}>
        <html
          lang={locale}
          data-framed={framed ? '' : undefined}
          style={site?.accent ? ({ '--color-live': site.accent } as CSSProperties) : undefined}
        >
          <head>
            <meta charSet="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
            <meta name="theme-color" content="#0f0c09" />
            {site?.release ? <meta name="release" content={site.release} /> : null}
            <Meta />
            <Links />
            <Icons logo={site?.logo} locale={locale} />
            {/* Inlined, so that rendering does not wait for a second request. */}
            {/* oxlint-disable-next-line react/no-danger -- our own stylesheet, from the build */}
            <style data-area={area} dangerouslySetInnerHTML={{ __html: styles }} />
          </head>
          <body>
            <FigureKeysContext value={figureKeys}>
              <PageImagesContext value={site?.pageImages ?? noImages}>
                {isBare ? (
                  children
                ) : (
                  <>
                    <SkipLink to="content" />
                    <SkipLink to="radio" />
                    <Nav />
                    <ArtistBadge value={onAirBadge}>{children}</ArtistBadge>
                    {/* Admin pages have no footer; the radio keeps playing. */}
                    {area === 'owner' || area === 'newsletter' ? null : <Footer />}
                    <RadioBar>
                      <SubmitMusic />
                    </RadioBar>
                  </>
                )}
              </PageImagesContext>
            </FigureKeysContext>
            {/* The preview has no scripts; its sandbox would block them. */}
            {framed ? null : (
              <>
                <PageTransition />
                <ScrollRestoration />
                <Scripts />
              </>
            )}
          </body>
        </html>
      </LucideProvider>
    </IntlProvider>
  )
}

/** Icons of the site, of its logo where the owner has uploaded one, and the manifest in the language of the page. */
function Icons({ logo, locale }: { logo: SiteLogo | undefined; locale: Locale }) {
  const language = locale === defaultLocale ? '' : `?language=${locale}`
  return (
    <>
      {logo ? null : <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
      <link
        rel="icon"
        href={logo ? logoAddress(logo.id, 'icon-32.png') : '/favicon-32.png'}
        type="image/png"
        sizes="32x32"
      />
      <link rel="apple-touch-icon" href={logo ? logoAddress(logo.id, 'icon-180.png') : '/apple-touch-icon.png'} />
      <link rel="manifest" href={`/site.webmanifest${language}`} />
    </>
  )
}

/** Joins the texts that the loaders of a page have brought; its language is that of its address. */
function useTexts(matches: readonly { loaderData: unknown }[]): { locale: Locale; messages: SiteMessages } {
  const { locale } = splitLocale(useHref('/'))
  const messages = useMemo(() => joinMessages(matches.flatMap(({ loaderData }) => messagesIn(loaderData))), [matches])
  return { locale, messages }
}

const noImages = {}

// Stored for the visit like the data of the frame; figures of entries that are added later have no key.
function useFigureKeys(): FigureKeys {
  const keys = useRouteLoaderData<FrameData>('root')?.figureKeys ?? ''
  return useMemo(() => readFigureKeys(keys), [keys])
}

function SkipLink({ to }: { to: 'content' | 'radio' }) {
  const t = useTranslations('site.frame')
  return (
    <a
      href={`#${to}`}
      data-print="hide"
      className="label fixed top-2 left-2 z-50 inline-flex min-h-11 -translate-y-20 items-center bg-live px-4 text-plate focus:translate-y-0"
    >
      {to === 'content' ? t('skipToContent') : t('skipToRadio')}
    </a>
  )
}

/** Logs missing texts. On a page that was opened before an update, a text may have another name now. */
function useTextErrors(matches: readonly { loaderData: unknown }[]): (error: Error) => void {
  const releases = useReleases(matches)
  return useCallback(
    (error) => {
      // oxlint-disable-next-line no-console -- as without this function
      console.error(error)
      reloadForOtherRelease(releases)
    },
    [releases],
  )
}

export default function App() {
  useFocusOnArrival()
  useViewCount()
  return <Outlet />
}

function messagesIn(data: unknown): CompiledMessages[] {
  return typeof data === 'object' && data !== null && 'messages' in data ? [data.messages as CompiledMessages] : []
}

function isFramed(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'framed' in data && data.framed === true
}

/**
 * Moves focus to the content after client navigation, like a page load does, so that screen readers and Tab continue
 * there. Anchors keep the focus set by the browser.
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

/** Time after which a page counts as viewed; the script for it is not among the first ones. */
const viewMs = 1500

/** Counts a view of each page that is shown for a while. */
function useViewCount(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const count = () =>
      import('./count-view.ts').then(
        ({ countView }) => countView(pathname),
        // Without a connection the view is not counted.
        () => undefined,
      )
    const timer = setTimeout(count, viewMs)
    return () => clearTimeout(timer)
  }, [pathname])
}
