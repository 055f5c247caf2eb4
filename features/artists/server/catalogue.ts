import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readContentFolders, refuseContent } from '#platform/content-files.ts'
import { type Artist, artistFileSchema, artistSlugSchema, type ArtistsService } from '#features/artists/contract.ts'

/** Loads the roster from `content/artists/`; refuses files that are named but not there. */
export function loadArtists(contentDir: string): ArtistsService {
  const artists: Artist[] = readContentFolders(contentDir, 'artists', 'artist.yaml', artistFileSchema)
    .map(({ name, data }) => ({ slug: name, ...data }))
    .toSorted((a, b) => a.order - b.order)
  refuseContent(artists.flatMap((artist) => problemsOf(artist, contentDir)))
  const bySlug = new Map(artists.map((artist) => [artist.slug, artist]))
  const cards = artists.map(({ slug, name, genres, tagline, image, aiGenerated }) => ({ slug, name, genres, tagline, image, aiGenerated }))
  return { list: () => cards, find: (slug) => bySlug.get(slug) }
}

function problemsOf(artist: Artist, contentDir: string): string[] {
  const where = `content/artists/${artist.slug}`
  const problems: string[] = []
  if (!artistSlugSchema.safeParse(artist.slug).success) problems.push(`${where}: the folder's name must be a slug that ends in -swade`)
  const files = [
    ...(artist.featuredTrack ? [{ field: 'featuredTrack.file', file: artist.featuredTrack.file }] : []),
    ...artist.videos.flatMap((video, index) => [
      ...(video.file ? [{ field: `videos.${index}.file`, file: video.file }] : []),
      ...(video.poster ? [{ field: `videos.${index}.poster`, file: video.poster }] : []),
    ]),
  ]
  for (const { field, file } of files) {
    if (!existsSync(join(contentDir, 'artists', artist.slug, file)))
      problems.push(`${where}/artist.yaml: ${field}: there is no file ${file} beside it`)
  }
  return problems
}
