export const en = {
  bar: {
    name: 'Radio',
    play: 'Play Swade Radio',
    listen: 'Listen to Swade Radio',
    listenLive: 'Listen live',
    listening: '{count, plural, other {listening}}',
    volume: 'Radio volume',
    stopResume: 'Don’t resume the radio',
    nowPlaying: 'Now playing: {title}',
    nowPlayingBy: 'Now playing: {title} by {artist}',
    onAir: 'On air',
    onAirNow: 'On air now',
    offAir: 'Off air',
    offAirReconnecting: 'Off air, reconnecting',
    reconnecting: 'Reconnecting',
    connecting: 'Connecting',
    pressPlay: 'Press play',
    elsewhere: 'Playing in another tab',
    afterTrack: 'Back after this track',
    afterChapter: 'Back after this chapter',
    afterPreview: 'Back after the preview',
    afterVideo: 'Back after the video',
    afterVoice: 'Back after the call',
    afterVenue: 'Back after the venue',
    afterOther: 'Back in a moment',
  },
  errors: {
    offAir: 'The station is off air right now. Please try again in a moment.',
    full: 'The stream has reached its listener limit. Please try again in 30 seconds.',
    tooManyListeners: 'Too many listeners are connected from your address. Close some of them and try again.',
    eventsFull: 'Too many pages are subscribed to radio updates. Please try again in 30 seconds.',
    tooManyPages: 'Too many of your pages are subscribed to radio updates. Close some of them and try again.',
    trackNotFound: 'This track is not in the rotation.',
  },
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    radio: typeof en
  }
}
