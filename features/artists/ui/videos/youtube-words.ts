/** How long the player may take to come. */
export const playerLimitMs = 8_000

/** What keeps a film from playing: a code of the player, or that it never came. */
export type FilmTrouble = number | 'slow'

/**
 * What a visitor reads when a film does not play.
 *
 * @see https://developers.google.com/youtube/iframe_api_reference#onError
 */
export function troubleWords(trouble: FilmTrouble): string {
  switch (trouble) {
    case 'slow':
      return `YouTube did not answer within ${playerLimitMs / 1000} seconds. Please check your connection and try again.`
    case 2:
    case 100:
      return 'YouTube no longer has this film, or keeps it private.'
    case 5:
      return 'YouTube’s player failed in this browser. Please try again, or watch it on YouTube.'
    case 101:
    case 150:
      return 'This film may only be watched on YouTube itself.'
    case 153:
      return 'YouTube wants to know which page asks, and your browser does not say so. You can watch it on YouTube.'
    default:
      return 'YouTube could not play this film. Please try again, or watch it on YouTube.'
  }
}
