import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource } from '#platform/content-edits/derived.ts'
import { readContentFolders, refuseContent } from '#platform/content-files.ts'
import { deriveArtDirection } from '#shared/art-direction.ts'
import {
  type Artist,
  artistEntrySchema,
  artistFileSchema,
  artistSlugSchema,
  type ArtistsService,
} from '#features/artists/contract.ts'
import { editableArtists } from './editable-artists.ts'
import { namedFiles } from './named-files.ts'

/** Loads the roster from `content/artists/` with the owner's edits. @throws ContentError if a named file is missing. */
export function loadArtists(contentDir: string, edits: ContentEdits) {
  const files: Artist[] = readContentFolders(contentDir, 'artists', 'artist.yaml', artistFileSchema)
    .map(({ name, data }) => ({ slug: name, ...data }))
    .toSorted(byOrder)
  refuseContent(files.flatMap((artist) => problemsOf(artist, contentDir)))
  const artists = edits.follow({ kind: 'artist', files, keyOf: ({ slug }) => slug, schema: artistEntrySchema })
  return {
    service: artistsOver(artists),
    editable: [editableArtists({ artists, contentDir, serviceOver: artistsOver })],
  }
}

/** Creates the roster service for a source of entries. */
function artistsOver(source: EntrySource<Artist>): ArtistsService {
  const roster = derived(source, (entries) => {
    const artists = entries.toSorted(byOrder)
    return {
      bySlug: new Map(artists.map((artist) => [artist.slug, artist])),
      pathByName: new Map(artists.map(({ name, slug }) => [name.toLowerCase(), `/artist/${slug}`])),
      cards: artists.map(({ slug, name, genres, tagline, image, aiGenerated }) => ({
        slug,
        name,
        genres,
        tagline,
        image,
        aiGenerated,
      })),
    }
  })
  return {
    list: () => roster().cards,
    find: (slug) => roster().bySlug.get(slug),
    artworkOf(slug) {
      const artist = roster().bySlug.get(slug)
      return artist && (artist.artwork ?? deriveArtDirection(slug))
    },
    pathOf: (name) => roster().pathByName.get(name.toLowerCase()),
  }
}

function byOrder(one: Artist, other: Artist): number {
  return one.order - other.order
}

function problemsOf(artist: Artist, contentDir: string): string[] {
  const where = `content/artists/${artist.slug}`
  const problems: string[] = []
  if (!artistSlugSchema.safeParse(artist.slug).success)
    problems.push(`${where}: the folder's name must be a slug that ends in -swade`)
  for (const { path, file } of namedFiles(artist)) {
    if (!existsSync(join(contentDir, 'artists', artist.slug, file)))
      problems.push(`${where}/artist.yaml: ${path}: there is no file ${file} in its folder`)
  }
  return problems
}
