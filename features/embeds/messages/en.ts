export const en = {
  player: {
    play: 'Play {title}',
    pause: 'Pause {title}',
    playLive: 'Play {station}',
    stopLive: 'Stop {station}',
    position: 'Position',
    live: 'Live',
    generated: 'AI-generated',
    onSwade: 'Open on [siteName]',
    loading: 'Loading…',
    failed: 'The audio could not be loaded. Try again.',
    offAir: 'The station could not be loaded and may be off air. Try again in a moment.',
    by: '{title} by {artist}',
  },
  errors: {
    noTrack: 'There is no track at this address.',
    noUrl: 'Set “url” to the address of a page of this site.',
    noEmbed: 'This address has no player. Use the radio page or the page of an artist who has a track.',
    badSize: '“maxwidth” and “maxheight” must be whole numbers of pixels above 0.',
    badFormat: '“format” must be json or xml.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    embeds: typeof en
  }
}
