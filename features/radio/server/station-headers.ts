/** Facts about the station for directories and players. */
export type StationFacts = {
  name: string
  description: string
  /** Genres, separated by commas. */
  genre: string
  /** Address of the station's page. */
  homepage: string
  /** Address of a PNG or JPEG image. */
  logo: string
  /** True if directories may list the station: only on a site with a public origin. */
  isListed: boolean
}

/** Headers are Latin-1; players read the full name from the playlists and from the now-playing API. */
const latin1 = (text: string) => text.replaceAll('’', "'").replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?')

/**
 * Returns the metadata of the station as directories such as Radio Browser read it, from the headers of the stream and
 * from `streaminfo.json`.
 *
 * @param stream Absolute address of the stream.
 * @see https://www.stream-meta.info/version_2_headers.html
 */
export function stationHeaders(facts: StationFacts, stream: string): Record<string, string | number> {
  return {
    'icy-version': 2,
    // The values are maintained here, so that indexers may replace their own with them.
    'icy-index-metadata': 1,
    'icy-name': latin1(facts.name),
    'icy-description': facts.description,
    'icy-genre': facts.genre,
    'icy-url': facts.homepage,
    'icy-logo': facts.logo,
    'icy-main-stream-url': stream,
    'icy-language-codes': 'en',
    ...(facts.isListed ? {} : { 'icy-do-not-index': 1 }),
  }
}
