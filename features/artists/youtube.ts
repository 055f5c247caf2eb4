/* Where films on YouTube are watched and played. Beside the contract, so that pages can use it without the schemas. */

/** The host that sets no cookie before something plays. */
export const youtubeOrigin = 'https://www.youtube-nocookie.com'

/** Where YouTube's pictures of films are, unless configured otherwise. */
export const youtubePosters = 'https://i.ytimg.com'

/** A film's page on YouTube. */
export function watchAddress(youtubeId: string): string {
  return `https://www.youtube.com/watch?v=${youtubeId}`
}

/**
 * A film's player for a frame.
 *
 * @param origin Ours: the player tells it, and no other page, what it does.
 * @see https://developers.google.com/youtube/player_parameters
 */
export function playerAddress(youtubeId: string, origin: string): string {
  const parameters = new URLSearchParams({ autoplay: '1', playsinline: '1', rel: '0', enablejsapi: '1', origin })
  return `${youtubeOrigin}/embed/${youtubeId}?${parameters}`
}

/**
 * The poster of an artist's film on YouTube, served from here: the film's own once it was fetched, the artist's figure
 * until then.
 */
export function posterPath(slug: string, youtubeId: string): string {
  return `/media/artists/${slug}/posters/${youtubeId}.webp`
}
