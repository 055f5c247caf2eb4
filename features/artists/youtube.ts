/* Addresses on YouTube, separate from the contract, so that pages can use them without the schemas. */

/** Host that sets no cookie before playback. */
export const youtubeOrigin = 'https://www.youtube-nocookie.com'

/** Default base URL of YouTube's posters. */
export const youtubePosters = 'https://i.ytimg.com'

/** Returns the address of a video's page on YouTube. */
export function videoAddress(youtubeId: string): string {
  return `https://www.youtube.com/watch?v=${youtubeId}`
}

/**
 * Returns the address of a video's player for a frame.
 *
 * @param origin Origin of this site, the only one that receives the player's messages.
 * @see https://developers.google.com/youtube/player_parameters
 */
export function playerAddress(youtubeId: string, origin: string): string {
  const parameters = new URLSearchParams({ autoplay: '1', playsinline: '1', rel: '0', enablejsapi: '1', origin })
  return `${youtubeOrigin}/embed/${youtubeId}?${parameters}`
}

/**
 * Returns the path of the poster of a YouTube video: the video's own once it is fetched, the artist's artwork until
 * then.
 */
export function posterPath(slug: string, youtubeId: string): string {
  return `/media/artists/${slug}/posters/${youtubeId}.webp`
}
