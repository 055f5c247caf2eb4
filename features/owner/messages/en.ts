/** Texts that visitors see; the admin itself is in English only. */
export const en = { nav: 'Admin Dashboard' } as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    owner: typeof en
  }
}
