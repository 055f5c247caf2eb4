import { join } from 'node:path'
import {
  artistMediaPath,
  type ArtistsService,
  isUploadedFile,
  publishedTracks,
  storedTracks,
  uploadedFileKey,
} from '#features/artists/contract.ts'

/** Location of an artist's file: a path on this machine, or a storage key for an upload. */
export type ArtistFile = { path: string } | { key: string }

/** Returns the location of a file that an artist names. */
export function artistFile(contentDir: string, slug: string, file: string): ArtistFile {
  return isUploadedFile(file) ? { key: uploadedFileKey(slug, file) } : { path: join(contentDir, 'artists', slug, file) }
}

/** Returns a function that finds an uploaded or hidden track by its address, for the owner. */
export function findUnpublishedTrack(artists: ArtistsService, contentDir: string) {
  return (address: string): ArtistFile | undefined => {
    const { slug, file } = partsOf(address)
    const artist = artists.find(slug)
    // An upload may be named by a draft only, which no published entry shows.
    const isKnown = isUploadedFile(file) || storedTracks(artist ?? {}).some((track) => track.file === file)
    return file && isKnown ? artistFile(contentDir, slug, file) : undefined
  }
}

function partsOf(address: string): { slug: string; file: string } {
  const [, slug = '', file = ''] = /^\/media\/artists\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80}\.mp3)$/.exec(address) ?? []
  return { slug, file }
}

/** Returns a function that finds a published track by its address. */
export function findArtistRecording(artists: ArtistsService, contentDir: string) {
  return (address: string): (ArtistFile & { address: string }) | undefined => {
    const { slug, file } = partsOf(address)
    const artist = artists.find(slug)
    const isPublished = artist !== undefined && publishedTracks(artist).some((track) => track.file === file)
    return isPublished && artistMediaPath(slug, file) === address
      ? { address, ...artistFile(contentDir, slug, file) }
      : undefined
  }
}
