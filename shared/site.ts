import type { Locale } from './locales.ts'
import type { CompiledMessages } from './messages.ts'
import type { NavLink } from './page-handle.ts'

/** Facts of this installation that pages print: where it lives, how to write to it, what is connected. */
export type SiteInfo = {
  /** Absolute origin without a trailing slash; canonical links, mails and pictures for sharing start with it. */
  origin: string
  /** Public contact address. */
  supportEmail: string
  /** The external spatial room, once the owner has set one. */
  spatialRoomUrl: string | undefined
  /** False on a developer's machine: the outbox and the component gallery are then open. */
  isProduction: boolean
}

/** What the frame of every page knows: the facts of the installation and the links of the navigation. */
export type FrameData = SiteInfo & { links: readonly NavLink[]; locale: Locale; messages: CompiledMessages }

/** Reads what pages print of a configuration, always as it is now: the owner may change it. */
export function siteInfo(config: {
  readonly origin: string
  readonly SUPPORT_EMAIL: string
  readonly SPATIAL_ROOM_URL?: string | undefined
  readonly isProduction: boolean
}): SiteInfo {
  return {
    origin: config.origin,
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
    /** The links of the navigation, as the pages say in their `handle`. */
    navigation(): Promise<readonly NavLink[]>
  }
}
