export const en = {
  nav: 'Artists',
  rosterDescription:
    'Meet the {count, number} AI-generated artists of the Swade ecosystem: their sound, their artwork and how each voice was made.',
  artistDescription:
    '{name}, {genres}, {generated, select, yes {an AI-generated artist of Swade Fam} other {an artist of Swade Fam}}. {tagline}',
  section: {
    name: 'Swade Fam',
    title: 'Meet 15+ AI artists',
    lead: 'The artists of Swade Fam are made by people with AI, from voices used with consent. Each has a sound and a set of rules. None of them ever slept in the van.',
    meet: 'Meet Swade Fam',
    roster: 'View Full Roster',
  },
  card: {
    viewProfile: 'View Profile',
    link: '{name}<hidden> view profile</hidden>',
  },
  roster: {
    title: 'Swade Fam',
    kicker: 'Roster',
    lead: '{count, number} artists, each with a sound, artwork and a plain account of how the voice was made.{generated, select, all { All of them are AI-generated, and every profile says so.} other {}}',
    meet: 'Meet The Artists',
    count: '{count, number} artists',
    artists: 'The Artists',
    artwork:
      'Each artwork is the pattern of a vibrating plate, drawn from the artist’s name in a material and two colors of its own.',
    next: 'Explore the tokens and the market',
    nextLead: 'Two tokens open doors across the ecosystem, and the market lists the artists’ NFT collections.',
    tokens: 'Explore Tokens',
    market: 'Visit the Market',
  },
  page: {
    notFound: 'Artist Not Found',
    notFoundText: 'There is no artist at this address. Check the address, or browse the roster.',
    back: 'Back to Swade Fam',
    generated: 'AI-generated artist',
    onSpotify: 'Listen on Spotify',
    spotifySoon: 'Coming Soon to Spotify',
    website: 'Official Website',
    biography: 'Biography',
    listen: 'Where to listen',
    listenOn: '{artist} on {place}',
    feed: 'RSS feed',
    feedTitle: '{artist}: releases',
    soon: 'Coming Soon',
    track: 'Featured Track',
    trackNote:
      '{generated, select, yes {AI-generated music. Playing it pauses the radio.} other {Playing it pauses the radio.}}',
    collection: 'NFT collection',
    minted: '{minted, number} of {supply, number} minted{status, select, closed {, closed} other {}}',
    viewCollection: 'View Collection',
    noCollection: 'NFT collection coming soon',
    noCollectionText: '{artist} has no NFT collection yet. The market lists the collections of the other artists.',
    market: 'Explore Marketplace',
    more: 'More from Swade Fam',
    roster: 'View Full Roster',
  },
  videos: {
    title: 'Music Videos',
    by: '{title}, by {artist}',
    watch: 'Watch on YouTube',
    newTab: '(opens in a new tab)',
    nothingLoaded: 'No content is loaded from YouTube until you press play.',
    play: 'Play from YouTube',
    playTitle: 'Play from YouTube: {title}, by {artist}',
    retry: 'Try Again',
    frame: '{title}, on YouTube',
    loading: 'Loading YouTube…',
    silent: 'YouTube is not responding yet. If no video appears, YouTube may be unavailable on your network.',
    slow: 'YouTube did not respond within {seconds, number} seconds. Check your connection and try again.',
    gone: 'This video is private or no longer on YouTube.',
    playerFailed: 'YouTube’s player failed in this browser. Try again, or watch the video on YouTube.',
    onlyThere: 'This video can only be watched on YouTube.',
    noReferrer: 'YouTube needs to know which page shows the video, and your browser does not say. Watch it on YouTube.',
    failed: 'YouTube could not play this video. Try again, or watch it on YouTube.',
  },
  errors: {
    noFile: 'File not found.',
    noArtist: 'There is no artist at this address.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    artists: typeof en
  }
}
