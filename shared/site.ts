import type { Locale } from './locales.ts'
import type { CompiledMessages } from './messages.ts'
import type { NavLink } from './page-handle.ts'
import { readLogo, type SiteLogo } from './site-identity.ts'

/** Settings of this installation that pages use. */
export type SiteInfo = {
  /** Absolute origin without a trailing slash, for canonical links, emails and share images. */
  origin: string
  name: string
  /** Accent color that the owner has set, `#rrggbb`. */
  accent: string | undefined
  /** Logo that the owner has uploaded; without one, the name is the wordmark. */
  logo: SiteLogo | undefined
  /** Public contact address. */
  supportEmail: string
  /** URL of the external spatial room, if set. */
  spatialRoomUrl: string | undefined
  /** True if the site runs in production; otherwise the outbox and the component gallery are accessible. */
  isProduction: boolean
}

/** Data of the page layout: the site settings, the navigation links, the texts, and the keys and images of artwork. */
export type FrameData = SiteInfo & {
  links: readonly NavLink[]
  locale: Locale
  messages: CompiledMessages
  /** Identifies the build that rendered the document; null in development. */
  release?: string | null
  /** Keys of art directions: `slug:key`, separated by spaces. */
  figureKeys: string
  /** Images of the owner in place of artwork that belongs to a page, by its slug. */
  pageImages: Readonly<Record<string, { image: string; alt: string }>>
}

/** Returns the page settings of a configuration; the owner's settings are always current. */
export function siteInfo(config: {
  readonly origin: string
  readonly SITE_NAME: string
  readonly ACCENT_COLOR?: string | undefined
  readonly SITE_LOGO?: string | undefined
  readonly SUPPORT_EMAIL: string
  readonly SPATIAL_ROOM_URL?: string | undefined
  readonly isProduction: boolean
}): SiteInfo {
  return {
    origin: config.origin,
    get name() {
      return config.SITE_NAME
    },
    get accent() {
      return config.ACCENT_COLOR
    },
    get logo() {
      return readLogo(config.SITE_LOGO)
    },
    get supportEmail() {
      return config.SUPPORT_EMAIL
    },
    get spatialRoomUrl() {
      return config.SPATIAL_ROOM_URL
    },
    isProduction: config.isProduction,
  }
}

declare module './services.ts' {
  interface Services {
    site: SiteInfo
    /** Returns the navigation links, as declared in the `handle` of the pages, with labels in a language. */
    navigation(locale: Locale): Promise<readonly NavLink[]>
    /** Returns whether the site has a page at a path, for links to pages of features that may be left out. */
    hasPage(path: string): Promise<boolean>
    /** Returns the keys of the art directions of the catalogue, for the addresses of artwork. */
    figureKeys(): string
  }
}
