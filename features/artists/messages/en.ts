export const en = {
  nav: 'Artists',
  rosterDescription:
    '{count, plural, =0 {The artists of the [siteName] ecosystem. The roster is empty right now.} other {Meet the {generated, select, all {{count, plural, one {AI-generated artist} other {# AI-generated artists}}} other {{count, plural, one {artist} other {# artists}}}} of the [siteName] ecosystem: sound, artwork and how {count, plural, one {the} other {each}} voice was made.}}',
  artistDescription:
    '{name}, {genres}, {generated, select, yes {an AI-generated artist of [siteName] Fam} other {an artist of [siteName] Fam}}. {tagline}',
  section: {
    name: '[siteName] Fam',
    title: 'Meet 15+ AI artists',
    lead: 'People create the artists of [siteName] Fam with AI. Each voice is used with consent or synthesized from scratch, and each artist has a sound of their own. None of them ever slept in the van.',
    meet: 'Meet [siteName] Fam',
    roster: 'View Full Roster',
  },
  card: {
    viewProfile: 'View Profile',
    link: '{name}<hidden> view profile</hidden>',
    talks: 'Answers your questions aloud',
  },
  roster: {
    title: '[siteName] Fam',
    kicker: 'Roster',
    lead: '{count, plural, =0 {The roster is empty right now.} one {One artist, with a plain account of how the voice was made.} other {# artists, each with its own sound and artwork and a plain account of how the voice was made.}}{generated, select, all {{count, plural, one { The artist is AI-generated, and the profile says so.} other { All of them are AI-generated, and every profile says so.}}} other {}}',
    meet: 'Meet The Artists',
    count: '{count, plural, one {# artist} other {# artists}}',
    artists: 'The Artists',
    none: 'No artists yet',
    noneText: 'New artists are announced in the Friday newsletter.',
    newsletter: 'Go to the newsletter',
    artwork:
      '{all, select, yes {Each artwork} other {Each generated artwork}} shows the pattern that sand forms on a vibrating plate. It is generated from the artist’s name and has a material and two colors of its own.',
    next: 'Explore the tokens and the market',
    nextLead:
      'The two tokens give access to extras across the ecosystem, and the market lists the artists’ NFT collections.',
    tokens: 'Explore Tokens',
    market: 'Visit the Market',
  },
  page: {
    notFound: 'Artist Not Found',
    notFoundText: 'There is no artist at this address. Check the address, or browse the roster.',
    back: 'Back to [siteName] Fam',
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
      '{generated, select, yes {AI-generated music. Playing it pauses the radio.} other {Playing this track pauses the radio.}}',
    collection: 'NFT collection',
    minted: '{minted, number} of {supply, number} minted{status, select, closed {, closed} other {}}',
    viewCollection: 'View Collection',
    noCollection: 'NFT collection coming soon',
    noCollectionText:
      '{artist} has no NFT collection yet.{others, select, yes { The market lists the collections of other artists.} other {}}',
    market: 'Explore Marketplace',
    more: 'More from [siteName] Fam',
    roster: 'View Full Roster',
  },
  tracks: {
    title: 'Tracks',
    featured: 'Featured',
    by: '{title}, by {artist}',
    more: 'Show {count, plural, one {one more track} other {# more tracks}}',
    fewer: 'Show fewer tracks',
    share: 'Share {title}',
    embed: 'Copy the embed code for {title}',
    copied: 'Copied',
    failed: 'Couldn’t copy. Allow this site to use the clipboard, then try again.',
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
    noReferrer:
      'YouTube requires the address of the page that shows the video, but your browser does not send it. Watch the video on YouTube.',
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
