import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FollowedContent } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import type { EntryProblem } from '#shared/entry-fields.ts'
import { slugOf } from '#shared/slug.ts'
import { type Artist, artistEntrySchema, type ArtistsService } from '#features/artists/contract.ts'
import { isUploadedFile, uploadedFileKey } from '#features/artists/media-paths.ts'
import { namedFiles } from './named-files.ts'

type Deps = {
  artists: FollowedContent<Artist>
  contentDir: string
  serviceOver(source: EntrySource<Artist>): ArtistsService
}

/** Returns the editable kind of artists. They can be added and removed; slugs do not change. */
export function editableArtists({ artists, contentDir, serviceOver }: Deps): EditableKind {
  return {
    kind: 'artist',
    singular: 'Artist',
    plural: 'Artists',
    fields: entryFields(artistEntrySchema, { keyProperty: 'slug' }),
    schema: artistEntrySchema,
    keyProperty: 'slug',
    list: () => artists.list().map((entry) => ({ key: entry.slug, name: entry.name, entry })),
    original: (key) => artists.original(key),
    async problems(entry, isStored) {
      const artist = entry as Artist
      const problems: EntryProblem[] = []
      const persona =
        artist.voicePersona && artists.list().find((other) => other.voicePersona && other.slug !== artist.slug)
      if (persona)
        problems.push({
          path: 'voicePersona',
          message: `${persona.name} already has the voice chat. Turn it off there first.`,
        })
      for (const { path, file } of namedFiles(artist)) {
        const isThere = isUploadedFile(file)
          ? await isStored(uploadedFileKey(artist.slug, file))
          : existsSync(join(contentDir, 'artists', artist.slug, file))
        if (!isThere) problems.push({ path, message: `File ${file} is missing. Upload it again.` })
      }
      const [, folder, picture] = /^\/media\/artists\/([^/]+)\/([^/]+)$/.exec(artist.image) ?? []
      if (folder && picture && !(folder === artist.slug && (await isStored(uploadedFileKey(folder, picture)))))
        problems.push({ path: 'image', message: 'This image was not uploaded for this artist. Upload it again.' })
      return problems
    },
    pages: (key) => [
      { path: `/artist/${key}`, label: 'Profile' },
      { path: '/swade-fam', label: 'Roster' },
      { path: '/', label: 'Landing page' },
    ],
    over: (entry) => ({ artists: serviceOver(withEntry(artists, ({ slug }) => slug, entry as Artist)) }),
    adding: {
      keyOf: slugFor,
      blank: (name) => ({
        slug: slugFor(name),
        name,
        order: Math.max(0, ...artists.list().map(({ order }) => order)) + 1,
        genres: [''],
        tagline: '',
        description: '',
        aiGenerated: true,
        image: '',
        imageAlt: '',
        spotifyUrl: '',
        appleUrl: '',
        youtubeUrl: '',
        socialLinks: { instagram: '', twitter: '', tiktok: '', website: '' },
        videos: [],
        voicePersona: false,
      }),
    },
  }
}

/** Returns the slug for an artist's name, ending in `-swade`. */
function slugFor(name: string): string {
  const first = slugOf(slugOf(name, 80).replace(/-?swade$/, ''))
  return first ? `${first}-swade` : ''
}
