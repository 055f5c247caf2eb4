import { join } from 'node:path'
import { artistMediaPath, type ArtistsService, isUploadedFile, uploadedFileKey } from '#features/artists/contract.ts'

/** Where a file of an artist lies: a file on this machine, or a key in storage for one that was sent here. */
export type ArtistFile = { path: string } | { key: string }

/** Where a file that an artist names lies. */
export function artistFile(contentDir: string, slug: string, file: string): ArtistFile {
  return isUploadedFile(file) ? { key: uploadedFileKey(slug, file) } : { path: join(contentDir, 'artists', slug, file) }
}

/** Finds a featured track by its address on the site, as the roster is now. */
export function findArtistRecording(artists: ArtistsService, contentDir: string) {
  return (address: string): (ArtistFile & { address: string }) | undefined => {
    const [, slug = '', file = ''] = /^\/media\/artists\/([a-z0-9-]{1,80})\/([a-z0-9-]{1,80}\.mp3)$/.exec(address) ?? []
    const track = artists.find(slug)?.featuredTrack
    return track?.file === file && artistMediaPath(slug, file) === address
      ? { address, ...artistFile(contentDir, slug, file) }
      : undefined
  }
}
