/** Path of the audio proxy; takes the URL of a catalogue recording as `url`. */
export const audioProxyPath = '/api/pdf/audio-proxy'

/**
 * Returns the URL from which players load a recording.
 *
 * @param recording Path of the recording on this site, `/media/…`.
 */
export function audioSource(recording: string): string {
  return `${audioProxyPath}?url=${encodeURIComponent(recording)}`
}
