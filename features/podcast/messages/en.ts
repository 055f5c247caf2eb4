export const en = {
  errors: {
    noPodcast: 'There is no podcast at this address.',
    noEpisode: 'This podcast has no such episode.',
    noText: 'There is no transcript of this episode.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    podcast: typeof en
  }
}
