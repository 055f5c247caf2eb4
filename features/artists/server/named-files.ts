import type { Artist } from '#features/artists/contract.ts'

/**
 * Lists the files that an artist names, with their fields: tracks, videos and posters. The image is an address, not a
 * file.
 */
export function namedFiles(artist: Artist): { path: string; file: string }[] {
  const all = [
    { path: 'featuredTrack.file', file: artist.featuredTrack?.file },
    ...(artist.tracks ?? []).map(({ file }, index) => ({ path: `tracks.${index}.file`, file })),
    ...artist.videos.flatMap((video, index) => [
      { path: `videos.${index}.file`, file: video.file },
      { path: `videos.${index}.poster`, file: video.poster },
    ]),
  ]
  return all.flatMap(({ path, file }) => (file === undefined ? [] : [{ path, file }]))
}
