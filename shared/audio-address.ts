/** Where players get their sound from; takes the address of a recording in the catalogue as `url`. */
export const audioProxyPath = '/api/pdf/audio-proxy'

/**
 * The address a player loads a recording from.
 *
 * @param recording Path of the recording on this site, `/media/…`.
 */
export function audioSource(recording: string): string {
  return `${audioProxyPath}?url=${encodeURIComponent(recording)}`
}
