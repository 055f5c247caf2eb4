import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FollowedContent } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { missingImage } from '#platform/images.ts'
import type { EntryProblem } from '#shared/entry-fields.ts'
import { imagePath } from '#shared/image-address.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
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
      const isOwnImage = async (slug: string, image: string) => {
        const [, folder, picture] = /^\/media\/artists\/([^/]+)\/([^/]+)$/.exec(image) ?? []
        return !folder || !picture || (folder === slug && (await isStored(uploadedFileKey(folder, picture))))
      }
      const persona =
        artist.voicePersona && artists.list().find((other) => other.voicePersona && other.slug !== artist.slug)
      if (persona)
        problems.push({
          path: 'voicePersona',
          message: `${persona.name} already has the voice chat. Turn it off there first.`,
        })
      problems.push(...doubledTracks(artist))
      const missing = await Promise.all(
        namedFiles(artist).map(async ({ path, file }) => {
          const isThere = isUploadedFile(file)
            ? await isStored(uploadedFileKey(artist.slug, file))
            : existsSync(join(contentDir, 'artists', artist.slug, file))
          return isThere ? [] : [{ path, message: missingMessage(artist, path, file) }]
        }),
      )
      problems.push(...missing.flat())
      const unusable = await Promise.all(
        uploadedImages(artist).map(async ({ path, image }) => {
          // Covers of imported tracks are stored with the images of all content.
          if (image.startsWith(imagePath('')))
            return (await missingImage(image, isStored)).map(({ message }) => ({ path, message }))
          const message = 'This image was not uploaded for this artist. Upload it again.'
          return (await isOwnImage(artist.slug, image)) ? [] : [{ path, message }]
        }),
      )
      return [...problems, ...unusable.flat()]
    },
    pages: (key) => [
      { path: `/artist/${key}`, label: 'Profile' },
      { path: '/swade-fam', label: 'Roster' },
      { path: '/', label: 'Landing page' },
    ],
    over: (entry) => ({ artists: serviceOver(withEntry(artists, ({ slug }) => slug, entry as Artist)) }),
    adding: {
      nameHint:
        'The web address of the artist’s page is made from this name, ends in “-swade” and cannot be changed later.',
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

/** Lists the images of an artist that may be uploads, with their fields. */
function uploadedImages({ image, featuredTrack, tracks = [] }: Artist): { path: string; image: string }[] {
  return [
    { path: 'image', image },
    { path: 'featuredTrack.cover', image: featuredTrack?.cover ?? '' },
    ...tracks.map(({ cover = '' }, index) => ({ path: `tracks.${index}.cover`, image: cover })),
  ]
}

/** Finds tracks in the list with the same recording as an earlier one or as the featured one. */
function doubledTracks({ featuredTrack, tracks = [] }: Artist): EntryProblem[] {
  return tracks.flatMap(({ file }, index) => {
    if (file === featuredTrack?.file)
      return [
        { path: `tracks.${index}.file`, message: 'This recording is already the featured track. Remove one of them.' },
      ]
    const first = tracks.findIndex((track) => track.file === file)
    if (first === index) return []
    const message = `This is the same recording as track ${first + 1}. Remove one of them.`
    return [{ path: `tracks.${index}.file`, message }]
  })
}

function missingMessage({ tracks = [] }: Artist, path: string, file: string): string {
  const [, index] = /^tracks\.(\d+)\./.exec(path) ?? []
  if (index === undefined) return `File ${file} is missing. Upload it again.`
  return `The file of ${quoteTitle(tracks[Number(index)]?.title ?? '')} is missing. Upload it again, or remove the track.`
}

/** Returns the slug for an artist's name, ending in `-swade`. */
function slugFor(name: string): string {
  const first = slugOf(slugOf(name, 80).replace(/-?swade$/, ''))
  return first ? `${first}-swade` : ''
}
