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

declare module './services.ts' {
  interface Services {
    site: SiteInfo
  }
}
