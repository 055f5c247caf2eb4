export const en = {
  nav: 'Developers',
  head: {
    title: 'Developers',
    description:
      'The public API of [siteName] with its OpenAPI document, embeddable players, oEmbed, podcast and news feeds, and the radio stream for players.',
  },
  page: {
    kicker: 'Developers',
    heading: 'Build with [siteName]',
    lead: 'A public, read-only API that needs no key, plus players for your own site, and feeds and streams in the formats that apps expect.',
    openApi: 'OpenAPI document',
    tryIt: 'Try a request',
    api: 'Public API',
    apiLead: 'All endpoints use GET and return JSON. You need no key and no account.',
    base: 'Base URL',
    endpoint: 'Endpoint',
    parameters: 'Parameters',
    cached: 'Cached for',
    seconds: '{count, plural, one {# second} other {# seconds}}',
    none: 'None',
    open: 'Open an example',
    rules: 'Rules',
    limits: 'Limits',
    limitsText:
      'Each IP address can make up to {requests, number} requests per {seconds, number} seconds. The RateLimit-Policy header states the limit, and RateLimit says how many requests are left. Beyond the limit, the API answers 429 with Retry-After in seconds.',
    caching: 'Caching',
    cachingText:
      'Every successful response has an ETag and a Cache-Control header. Send the ETag as If-None-Match to get 304 until something changes.',
    cors: 'Other sites',
    corsText: 'Scripts on any site can read the API. Responses never depend on cookies.',
    languages: 'Languages',
    languagesText:
      'Endpoints with the parameter lang return Spanish texts for lang=es. Texts without a translation stay in English.',
    versions: 'Versions',
    versionsText:
      'Version 1 only grows: fields may be added, so ignore those you do not know. A breaking change would become version 2.',
    errors: 'Errors',
    errorsText:
      'Errors are problem details as defined in RFC 9457, with a code for programs and a sentence for people.',
    errorCodes: {
      'invalid-input': 'A parameter is unknown or has a value that is not allowed. The detail names it.',
      'not-found': 'The address or the entry does not exist.',
      'method-not-allowed': 'The API only accepts GET, HEAD and OPTIONS.',
      'too-many-requests': 'You have reached the limit. Wait for the time in Retry-After.',
      'unavailable': 'The data cannot be loaded right now. Try again later.',
      'internal': 'An unexpected error. The detail includes a reference; send it to us to report the error.',
    },
    embeds: 'Embeddable players',
    embedsLead:
      'Put the station or a track on any page. The player loads no audio until someone presses play, and sets no cookies.',
    embedRadio: 'The station',
    embedTrack: 'A featured track',
    oembed: 'oEmbed',
    oembedText:
      'Sites that support oEmbed automatically turn a link to the radio, to a track or to an artist with a track into a player. Those pages include an oEmbed discovery link.',
    feeds: 'Feeds and streams',
    feedsLead: 'Open these addresses in a podcast app, a feed reader, a calendar or a radio player.',
    feed: {
      stream: 'Radio stream, MP3 with titles',
      m3u: 'Radio as M3U playlist',
      pls: 'Radio as PLS playlist',
      stationInfo: 'Radio metadata for directories',
      podcast: 'Podcast: {title}',
      newsletter: 'Newsletter, RSS',
      artist: 'Each artist, RSS',
      events: 'Events, iCalendar',
    },
  },
  api: {
    summary: 'Artists, tracks, the radio, books, events, token prices and newsletter issues of [siteName].',
    description:
      'Read-only and public: no key is needed, and scripts on any site can read it. Each IP address can make up to {requests, number} requests per {seconds, number} seconds. Errors are problem details (RFC 9457). Version 1 may gain fields but never loses any.',
  },
  endpoints: {
    listArtists: 'Lists the artists in the order of the roster.',
    getArtist: 'Returns one artist.',
    listTracks: 'Lists the tracks of the artists.',
    getTrack: 'Returns one track.',
    getNowPlaying: 'Returns the current, next and previous tracks of the radio.',
    listBooks: 'Lists the books with their prices and audiobooks.',
    getBook: 'Returns one book.',
    listEvents: 'Lists the events of the virtual venue.',
    getPrices: 'Returns the prices of SOL and of both tokens.',
    listIssues: 'Lists the newsletter issues, newest first.',
    getIssue: 'Returns one issue with its text.',
  },
  errors: {
    method: 'This endpoint only supports GET, HEAD and OPTIONS.',
    noEntry: 'No entry has this ID or slug. Check the address, or request the list of entries.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    developers: typeof en
  }
}
