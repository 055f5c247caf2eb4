export const en = {
  nav: { terms: 'Terms', privacy: 'Privacy', imprint: 'Legal notice' },
  page: {
    updated: 'Updated <date></date>',
    sample: 'Sample: to be completed by the owner',
    noAddress: 'Sample: the seller’s address is missing',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    legal: typeof en
  }
}
