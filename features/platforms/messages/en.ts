export const en = {
  section: {
    name: 'Ecosystem',
    title: '18+ platforms in one ecosystem',
    lead: 'Tools for making, hearing and owning music, and for checking a transaction before you sign it. Open a preview to see what a platform does and how it helps you.',
    carousel: 'Platforms of the ecosystem',
  },
  card: {
    preview: 'Preview',
    siteStatus: 'Site status:',
    up: 'Online',
    down: 'Offline',
    unknown: 'Unknown',
    here: 'On this site',
  },
  preview: {
    close: 'Close Preview',
    open: 'Open Site',
    does: 'What it does',
    helps: 'How it helps',
    status: 'Site status',
    notLinked: 'This platform’s site isn’t linked yet. “Open Site” takes you to its page on [siteName].',
    framePage: '{name} page',
    frameSite: '{name} site',
    loading: 'Loading {host}…',
    noMore: 'We stopped loading this site.',
    notYet: 'No content is loaded from this site until you open it.',
    retry: 'Try Again',
  },
  reasons: {
    'unasked': 'We have not checked this site yet, so there is no preview. Open it in a new tab.',
    'down': 'This site was not available when we last checked. It may be back by now.',
    'shy': 'This site blocked our check, so its status is unknown. It may still open for you.',
    'refused': 'This site does not allow embedding. Open it in a new tab.',
    'no-page': 'This address leads to a file, not to a page.',
    'unsafe': 'This address cannot be previewed safely.',
    'ours': 'This address leads back to [siteName].',
    'slow': 'This site did not load within {seconds, number} seconds. It may load faster in a new tab.',
    'blocked': 'This site redirected to an address that cannot be shown here. Open it in a new tab.',
  },
  page: {
    back: 'Back to the ecosystem',
    notLinked: 'The site for {name} isn’t linked yet. This page describes what it does and how it helps.',
    story: 'The story',
    features: 'Features',
    related: 'Related platforms',
    others: 'Other platforms in the ecosystem',
    carousel: 'Other platforms',
  },
  notFound: {
    title: 'Platform Not Found',
    text: 'There is no platform at this address. It may have been renamed, or the link may be mistyped.',
    ecosystem: 'View the ecosystem',
    home: 'Back to Home',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    platforms: typeof en
  }
}
