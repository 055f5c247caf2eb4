import type { TitledEntry } from './former-slug.ts'
import type { Services } from './services.ts'

/** A page as machines list it. `path` is left out where the route has no parameters; `changedAt` is an ISO date. */
export type SitemapEntry = { path?: string; title: string; summary: string; changedAt?: string }

/** Title and kicker on the picture that is shown where a page's link is shared. */
export type ShareText = { title: string; kicker: string }

/**
 * Where a page is linked from: the header, the quick links of the mobile menu or of the footer, or the footer's legal
 * links.
 */
export type NavPlace = 'header' | 'menu' | 'footer' | 'legal'

/** A part of the site with a style sheet of its own. */
export type PageArea = 'public' | 'reader' | 'owner' | 'newsletter' | 'dev'

/** A link of the navigation. */
export type NavLink = { label: string; to: string; in: readonly NavPlace[] }

/**
 * What a page tells the server about itself; a page module exports it as React Router's `handle`.
 * Without one a page is made anew for each visitor, kept by nobody and listed nowhere.
 *
 * @see https://reactrouter.com/start/framework/route-module#handle
 */
export type PageHandle = {
  /** Whose style sheet the page has, and the pages in its frame; `public` unless one of them says otherwise. */
  area?: PageArea
  /** The page is the same for everybody: it is rendered once per content change and sent from memory. */
  cache?: 'public'
  /** Search parameters that change a public page, each with all values it may have; others are ignored. */
  search?: Record<string, readonly string[]>
  /**
   * Whether there is something of this name, where the route has a parameter; `for-some` when only some visitors may
   * see it.
   */
  has?(services: Services, name: string): boolean | 'for-some'
  /**
   * What has addresses made of titles, so that old spellings lead to today's. `ending` is what every such address ends
   * in.
   */
  renamed?: { list(services: Services): readonly TitledEntry[]; ending?: string }
  /** Entries of the sitemap and of llms.txt. @param path Of the route. */
  sitemap?(services: Services, path: string): SitemapEntry | readonly SitemapEntry[]
  /** Links to the page, in the order of app/routes.ts; the label by path where several routes share the module. */
  nav?: { label: string | Readonly<Record<string, string>>; in: readonly NavPlace[] }
  /** The picture for sharing at `/share/page/{name}.png`, and the figure of the same name. */
  shareImages?: Record<string, ShareText>
  /** Pictures for sharing of many things, at `/share/{kind}/{name}.png`. */
  shareKind?: { kind: string; text(services: Services, name: string): ShareText | undefined }
  /** Names of further figures the page shows. */
  figures?: readonly string[]
  /** Whether the page shows a figure of this name; no others are drawn. */
  hasFigure?(services: Services, name: string): boolean
}
