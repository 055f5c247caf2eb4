/* Paths of an artist's media, separate from the contract, so that pages can use them without the schemas. */

/** Returns the path of the featured track's waveform, a `TrackWaveform`. */
export function trackWaveformPath(slug: string): string {
  return `/media/artists/${slug}/waveform.json`
}

/** Returns the path of the featured track's levels, a `TrackLevels`. The station sends this path to its listeners. */
export function trackLevelsPath(slug: string): string {
  return `/media/artists/${slug}/levels.json`
}

/** Returns the path of one of an artist's files. */
export function artistMediaPath(slug: string, file: string): string {
  return `/media/artists/${slug}/${file}`
}

/**
 * Returns the path under which other sites and apps may play a track.
 *
 * @param key Key of the track. Without it, the path is that of the featured track and does not change when the track
 * changes.
 */
export function artistTrackPath(slug: string, key?: string): string {
  return key === undefined ? `/artist/${slug}/track.mp3` : `/artist/${slug}/tracks/${key}.mp3`
}

/** Returns the path of an artist's RSS feed. */
export function artistFeedPath(slug: string): string {
  return `/artist/${slug}/feed.xml`
}

/** Returns whether a file of an artist was uploaded; the others are in the folder of artist.yaml. */
export function isUploadedFile(file: string): boolean {
  return /^[0-9a-f]{32}(-\d+)?\.(mp3|webm|mp4|webp)$/.test(file)
}

/** Returns the storage key of an uploaded file. */
export function uploadedFileKey(slug: string, file: string): string {
  return `artists/${slug}/${file}`
}
