import type { EditableEntry, EntryChange, EntryRevision } from '#features/owner/content-admin.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import type { PendingForm } from '#ui/admin/use-pending-uploads.ts'
import { SubmitButton } from '#ui/post-form.tsx'
import { resetLabels } from './entry-states.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { ReplacingForm } from './replacing-form.tsx'

const actionLabels = { save: 'Published', remove: 'Removed' }

const untouched = {
  files: 'No published edits yet. The entry comes from the files.',
  artwork: 'No published edits yet. The page shows generated artwork.',
  none: 'Not published yet.',
}

const isRestorable = ({ canRestore }: EntryRevision, index: number) => index > 0 && canRestore

/** Returns whether the history of an entry has an earlier version to restore. */
export const hasEarlierVersion = ({ history }: Pick<EditableEntry, 'history'>) => history.some(isRestorable)

/** History of an entry, newest first, with a button to restore earlier versions. */
export function EntryHistory({ entry, pending }: { entry: EditableEntry; pending: PendingForm }) {
  const { history } = entry
  return (
    <section aria-labelledby="history" className="flex flex-col gap-4 border-t border-groove pt-8">
      <h2 id="history" className="title">
        History
      </h2>
      {history.length === 0 ? <p className="text-dust">{untouched[entry.original ?? 'none']}</p> : null}
      <ol className="flex flex-col">
        {history.map((one, index) => (
          <li key={one.revision} className="flex flex-col gap-3 border-b border-groove py-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p className="min-w-0">
                {one.action === 'reset' ? resetLabels[entry.original ?? 'files'] : actionLabels[one.action]}{' '}
                <span className="text-dust">by {one.actor}, </span>
                <Timestamp at={one.at} />
              </p>
              {isRestorable(one, index) ? <Restore revision={one} entry={entry} pending={pending} /> : null}
            </div>
            <Changes changes={one.changes} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Restore({
  revision,
  entry,
  pending,
}: {
  revision: EntryRevision
  entry: EditableEntry
  pending: PendingForm
}) {
  return (
    <ReplacingForm entry={entry} pending={pending}>
      <input type="hidden" name="restored" value={revision.revision} />
      <SubmitButton name="act" value="restore">
        Restore
        <span className="sr-only"> the version published on {formatTimestamp(revision.at)}</span>
      </SubmitButton>
    </ReplacingForm>
  )
}

/** Lists changed fields with the old value struck through and the new one below. */
export function Changes({ changes }: { changes: EntryChange[] }) {
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-x-6 gap-y-3 text-small md:grid-cols-[10rem_minmax(0,1fr)]">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="contents">
          <dt className="label text-dust">{label}</dt>
          <dd dir="auto" className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere] whitespace-pre-line">
            {before ? (
              <del className="text-dust decoration-loss">
                <span className="sr-only">Before: </span>
                {before}
              </del>
            ) : null}
            {after ? (
              <ins className="no-underline">
                <span className="sr-only">After: </span>
                {after}
              </ins>
            ) : (
              <span className="text-dust">
                <span className="sr-only">After: </span>
                (empty)
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
