import { z } from 'zod'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { missingImage } from '#platform/images.ts'
import { slugSchema, uploadedImageFields } from '#shared/contract.ts'
import { type ArchiveService, issuePath, type IssueHeadline } from '#features/issues/contract.ts'

/** Image of a sent issue; its id is the slug of the issue, which never changes. */
const issueImageSchema = z.object({ id: slugSchema, ...uploadedImageFields }).strict()

type IssueImage = z.infer<typeof issueImageSchema>

/**
 * Adds the images that the owner has uploaded for sent issues. They are edits of the catalogue and not part of the
 * issue, which must not change once it is sent.
 */
export function withIssueImages(archive: ArchiveService, edits: ContentEdits) {
  const kind = 'issue-image'
  const images = edits.follow({ kind, files: [], keyOf: ({ id }: IssueImage) => id, schema: issueImageSchema })
  const imageOf = (slug: string) => images.list().find(({ id }) => id === slug)
  const editable: EditableKind = {
    kind,
    singular: 'Image of an issue',
    plural: 'Images of issues',
    fields: entryFields(issueImageSchema, { keyProperty: 'id' }),
    schema: issueImageSchema,
    keyProperty: 'id',
    list: () =>
      archive.list().map(({ slug, title, number }) => ({
        key: slug,
        name: `${number} · ${title}`,
        entry: imageOf(slug) ?? { id: slug },
      })),
    place: 'artwork',
    original: (key) => (archive.find(key) ? { id: key } : undefined),
    problems: (entry, isStored) => missingImage((entry as IssueImage).image ?? '', isStored),
    pages: (key) => [
      { path: issuePath(key), label: 'Issue' },
      { path: '/newsletter', label: 'Newsletter' },
    ],
    over: (entry) => ({
      issueArchive: archiveOver(
        archive,
        withEntry(images, ({ id }) => id, entry as IssueImage),
      ),
    }),
  }
  return { service: archiveOver(archive, images), editable: [editable] }
}

function archiveOver(archive: ArchiveService, images: EntrySource<IssueImage>): ArchiveService {
  let last: { headlines: unknown; entries: unknown; list: readonly IssueHeadline[] } | undefined
  const withImage = <Issue extends IssueHeadline>(issue: Issue): Issue => {
    const { image, imageAlt } = images.list().find(({ id }) => id === issue.slug) ?? {}
    return image ? { ...issue, image, ...(imageAlt && { imageAlt }) } : issue
  }
  return {
    list() {
      const [headlines, entries] = [archive.list(), images.list()]
      if (last?.headlines !== headlines || last.entries !== entries)
        last = { headlines, entries, list: headlines.map(withImage) }
      return last.list
    },
    find(slug) {
      const issue = archive.find(slug)
      return issue && withImage(issue)
    },
    async read(slug) {
      const issue = await archive.read(slug)
      return issue && withImage(issue)
    },
  }
}
