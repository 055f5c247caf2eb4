import { isDeepStrictEqual } from 'node:util'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import type { AuditLog } from '#features/owner/contract.ts'
import type { SampleGroup, SetupService } from '#features/owner/setup.ts'
import { isAppError } from '#shared/errors.ts'

type SampleKind = {
  kind: string
  plural: string
  /** Method of removing a sample; `undefined` if the site needs every entry. */
  removal: 'remove' | 'unpublish' | undefined
  hrefOf(key: string): string
}

/**
 * Content types with samples. Platforms have one entry per category and there are always two tokens, so these are
 * edited in place.
 */
const sampleKinds: readonly SampleKind[] = [
  { kind: 'artist', plural: 'Artists', removal: 'remove', hrefOf: (key) => `/admin/content/artist/${key}` },
  { kind: 'book', plural: 'Books', removal: 'unpublish', hrefOf: (key) => `/admin/books/${key}` },
  {
    kind: 'collection',
    plural: 'NFT collections',
    removal: 'remove',
    hrefOf: (key) => `/admin/collections?edit=${key}`,
  },
  { kind: 'platform', plural: 'Platforms', removal: undefined, hrefOf: (key) => `/admin/content/platform/${key}` },
  { kind: 'token', plural: 'Tokens', removal: undefined, hrefOf: (key) => `/admin/content/token/${key}` },
]

type Deps = { edits: ContentEdits; auditLog: AuditLog }

/**
 * Creates the list of sample content: entries of the files in `content/` that the owner has not edited. The removed
 * samples are derived from the entries, so an interrupted removal can be repeated and undone.
 */
export function createSamples({
  edits,
  auditLog,
}: Deps): Pick<SetupService, 'samples' | 'isSample' | 'removeSamples' | 'restoreSamples'> {
  type Entry = ReturnType<ContentEdits['fileEntries']>[number]
  const isUntouched = ({ isEdited }: Entry) => !isEdited
  const isRemoved = ({ removal }: SampleKind, { original, current, isEdited }: Entry) =>
    isEdited &&
    (removal === 'unpublish'
      ? isDeepStrictEqual(current, { ...(original as object), status: 'draft' })
      : removal === 'remove' && current === undefined)

  /** Writes each entry. An entry that someone else changes at the same time is skipped. */
  async function forEach(entries: readonly { kind: string; key: string; write(): Promise<void> }[]): Promise<number> {
    let count = 0
    for (const { write } of entries) {
      try {
        await write()
        count += 1
      } catch (error) {
        if (!isAppError(error) || error.code !== 'conflict') throw error
      }
    }
    return count
  }

  const revisionOf = (kind: string, key: string) => edits.newest(kind).find((edit) => edit.key === key)?.revision

  return {
    samples: () =>
      sampleKinds.map((sampleKind): SampleGroup => {
        const entries = edits.fileEntries(sampleKind.kind)
        return {
          kind: sampleKind.kind,
          plural: sampleKind.plural,
          canRemove: sampleKind.removal !== undefined,
          removed: entries.filter((entry) => isRemoved(sampleKind, entry)).length,
          samples: entries.filter(isUntouched).map(({ key, original }) => ({
            kind: sampleKind.kind,
            key,
            name: nameOf(original) ?? key,
            href: sampleKind.hrefOf(key),
          })),
        }
      }),
    isSample: (kind, key) => edits.fileEntries(kind).some((entry) => entry.key === key && isUntouched(entry)),
    async removeSamples(actor) {
      const count = await forEach(
        sampleKinds.flatMap(({ kind, removal }) =>
          removal === undefined
            ? []
            : edits
                .fileEntries(kind)
                .filter(isUntouched)
                .map(({ key, original }) => ({
                  kind,
                  key,
                  write: () =>
                    edits.write({
                      kind,
                      key,
                      actor,
                      over: { revision: revisionOf(kind, key) },
                      // A draft that the owner has started is kept.
                      preservesDraft: true,
                      ...(removal === 'remove'
                        ? { action: 'remove' }
                        : { action: 'save', data: { ...(original as object), status: 'draft' } }),
                    }),
                })),
        ),
      )
      await auditLog.record({ actor, action: 'setup.remove-samples', subject: 'setup', detail: `${count} entries` })
      return count
    },
    async restoreSamples(actor) {
      const count = await forEach(
        sampleKinds.flatMap((sampleKind) =>
          edits
            .fileEntries(sampleKind.kind)
            .filter((entry) => isRemoved(sampleKind, entry))
            .map(({ key }) => ({
              kind: sampleKind.kind,
              key,
              write: () =>
                edits.write({
                  kind: sampleKind.kind,
                  key,
                  actor,
                  over: { revision: revisionOf(sampleKind.kind, key) },
                  preservesDraft: true,
                  action: 'reset',
                }),
            })),
        ),
      )
      await auditLog.record({ actor, action: 'setup.restore-samples', subject: 'setup', detail: `${count} entries` })
      return count
    },
  }
}

function nameOf(entry: unknown): string | undefined {
  const { name, title } = entry as { name?: string; title?: string }
  return name ?? title
}
