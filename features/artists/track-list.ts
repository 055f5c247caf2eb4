/* The tracks of an artist as one list, separate from the contract, so that pages can use it without the schemas. */

/** A stored recording of an artist: the featured one or one of the list. */
type StoredTrack = { title: string; file: string; durationSeconds: number; cover?: string | undefined }

/** The fields of an artist that contain tracks. */
type TrackOwner = {
  featuredTrack?: StoredTrack | undefined
  tracks?: readonly (StoredTrack & { isHidden?: boolean | undefined })[] | undefined
}

/**
 * A track that visitors can see. `key` identifies it among the tracks of its artist as long as its file does not
 * change.
 */
export type PublishedTrack = Required<{ [Name in keyof StoredTrack]: NonNullable<StoredTrack[Name]> }> & {
  key: string
  isFeatured: boolean
}

/** Returns the tracks that visitors can see in the owner's order, which begins with the featured track. */
export function publishedTracks({ featuredTrack, tracks = [] }: TrackOwner): PublishedTrack[] {
  return [
    ...(featuredTrack ? [{ ...featuredTrack, isFeatured: true }] : []),
    ...tracks.filter(({ isHidden }) => !isHidden).map((track) => ({ ...track, isFeatured: false })),
  ].map(({ title, file, durationSeconds, cover = '', isFeatured }) => ({
    key: trackKey(file),
    title,
    file,
    durationSeconds,
    cover,
    isFeatured,
  }))
}

/** Finds a published track by its key; without a key, the featured track. */
export function findPublishedTrack(artist: TrackOwner, key?: string): PublishedTrack | undefined {
  return publishedTracks(artist).find((track) => (key === undefined ? track.isFeatured : track.key === key))
}

/** Returns the tracks for the list section of an artist's page; empty if the featured track is the only one. */
export function listedTracks(artist: TrackOwner): PublishedTrack[] {
  const all = publishedTracks(artist)
  return all.some(({ isFeatured }) => !isFeatured) ? all : []
}

/** Returns all tracks of an artist, including hidden ones. */
export function storedTracks({ featuredTrack, tracks = [] }: TrackOwner): StoredTrack[] {
  return [...(featuredTrack ? [featuredTrack] : []), ...tracks]
}

/** Returns whether a file belongs to hidden tracks only. */
export function isHiddenTrack(artist: TrackOwner, file: string): boolean {
  const isNamed = storedTracks(artist).some((track) => track.file === file)
  return isNamed && !publishedTracks(artist).some((track) => track.file === file)
}

/** Returns the site-wide id of a track. The id of the featured track does not change when another one is featured. */
export function trackIdOf(slug: string, { key, isFeatured }: Pick<PublishedTrack, 'key' | 'isFeatured'>): string {
  return isFeatured ? `track:${slug}` : `track:${slug}:${key}`
}

/** Returns the fragment of a track on the page of its artist. */
export const trackFragment = (key: string) => `track:${key}`

/** Returns the key of the track that a fragment such as `#track:night-bus` names. */
export const trackKeyOf = (hash: string) => /^#track(?::|%3A)([a-z0-9-]{1,80})$/i.exec(hash)?.[1]

const trackKey = (file: string) => file.replace(/\.mp3$/, '')
