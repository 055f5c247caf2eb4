import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { derived, type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { missingImage } from '#platform/images.ts'
import {
  type ArtworkPlace,
  type PageImage,
  pageImageSchema,
  type PageImagesService,
} from '#features/page-images/contract.ts'

/**
 * Loads the images of pages.
 *
 * @param places Returns the places of all features, in the order of the Content tab.
 */
export function loadPageImages(edits: ContentEdits, places: () => readonly ArtworkPlace[]) {
  const kind = 'page-image'
  const images = edits.follow({ kind, files: [], keyOf: ({ id }: PageImage) => id, schema: pageImageSchema })
  const findPlace = (key: string) => places().find(({ slug }) => slug === key)
  const serviceOver = (source: EntrySource<PageImage>): PageImagesService => ({
    shown: derived(source, (entries) =>
      Object.fromEntries(
        entries.flatMap(({ id, image, imageAlt = '' }) => (image ? [[id, { image, alt: imageAlt }]] : [])),
      ),
    ),
  })
  const editable: EditableKind = {
    kind,
    singular: 'Page image',
    plural: 'Page images',
    fields: entryFields(pageImageSchema, { keyProperty: 'id' }),
    schema: pageImageSchema,
    keyProperty: 'id',
    list: () =>
      places().map(({ slug, name }) => ({
        key: slug,
        name,
        entry: images.list().find(({ id }) => id === slug) ?? { id: slug },
      })),
    place: 'artwork',
    original: (key) => (findPlace(key) ? { id: key } : undefined),
    problems: (entry, isStored) => missingImage((entry as PageImage).image ?? '', isStored),
    pages: (key) => {
      const place = findPlace(key)
      return place ? [{ path: place.path, label: place.name }] : []
    },
    over: (entry) => ({ pageImages: serviceOver(withEntry(images, ({ id }) => id, entry as PageImage)) }),
  }
  return { service: serviceOver(images), editable: [editable] }
}
