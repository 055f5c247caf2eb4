import type { TitledEntry } from './former-slug.ts'
import type { Services } from './services.ts'

/**
 * An entry of the sitemap, whose texts may contain `[siteName]`. `path` is omitted for routes without parameters;
 * `changedAt` is an ISO date.
 */
export type SitemapEntry = { path?: string; title: string; summary: string; changedAt?: string }

/** Title and kicker of a share image; `[siteName]` in them becomes the name of the site. */
export type ShareText = { title: string; kicker: string }

/**
 * Location of a navigation link: the header, the quick links of the mobile menu or of the footer, or the legal links of
 * the footer.
 */
export type NavPlace = 'header' | 'menu' | 'footer' | 'legal'

/** An area of the site with its own style sheet. */
export type PageArea = 'public' | 'reader' | 'owner' | 'newsletter' | 'dev'

/**
 * Returns whether navigation between two areas needs a document request. Client-side navigation keeps the content
 * security policy of the first page, and only these areas may show emails with styles of their own and images of any
 * host.
 */
export function needsDocument(from: PageArea, to: PageArea): boolean {
  return hasRelaxedPolicy(to) && !hasRelaxedPolicy(from)
}

/** Returns whether pages of the area preview emails and images, which their content security policy allows. */
export function hasRelaxedPolicy(area: PageArea): boolean {
  return area === 'owner' || area === 'newsletter' || area === 'dev'
}

/** A navigation link; `isEnglishOnly` for a page without other languages. */
export type NavLink = { label: string; to: string; in: readonly NavPlace[]; isEnglishOnly?: true }

/**
 * Metadata of a page for the server; a page module exports it as React Router's `handle`. Without it, a page is
 * rendered for each request, never cached and not listed.
 *
 * @see https://reactrouter.com/start/framework/route-module#handle
 */
export type PageHandle = {
  /** Area of the page and its child pages; `public` by default. */
  area?: PageArea
  /** `public` marks a page that is the same for everybody: it is rendered once per content change and cached. */
  cache?: 'public'
  /** Marks a page whose forms other programs may post, because their address is a secret. */
  takesForeignForms?: true
  /** Marks a personal page that exists in every language; public pages always do. */
  isTranslated?: true
  /** Search parameters of a public page with all their values; others are ignored. */
  search?: Record<string, readonly string[]>
  /** Returns whether the entry of a route parameter exists; `for-some` when only some visitors may see it. */
  has?(services: Services, name: string): boolean | 'for-some'
  /**
   * Entries with slugs made from titles, for redirects from former slugs. `ending` is the suffix of all these slugs.
   */
  renamed?: { list(services: Services): readonly TitledEntry[]; ending?: string }
  /**
   * Returns entries for the sitemap and llms.txt.
   *
   * @param path Path of the route.
   */
  sitemap?(services: Services, path: string): SitemapEntry | readonly SitemapEntry[]
  /**
   * Navigation links to the page, in the order of app/routes.ts. The label is the key of a text in the catalogues, such
   * as `journey.page.nav`; by path when several routes share the module.
   */
  nav?: { label: string | Readonly<Record<string, string>>; in: readonly NavPlace[] }
  /** Shortcut to the page in the menu of the installed app's icon: the key of a text in the catalogues. */
  appShortcut?: string
  /** Share images at `/share/page/{name}.png`, and the figures of the same names. */
  shareImages?: Record<string, ShareText>
  /** Share images of entries, at `/share/{kind}/{name}.png`. */
  shareKind?: { kind: string; text(services: Services, name: string): ShareText | undefined }
  /** Names of further figures on the page. */
  figures?: readonly string[]
  /** Returns whether the page shows a figure of this name; other figures are not rendered. */
  hasFigure?(services: Services, name: string): boolean
}
