import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useSending } from '#ui/use-sending.ts'
import type { EditableEntry, EntryChange, EntryRevision } from '#features/owner/content-admin.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { resetLabels } from './entry-states.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { SeenVersion } from './seen-version.tsx'

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
export function EntryHistory({ entry }: { entry: EditableEntry }) {
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
              {isRestorable(one, index) ? <Restore revision={one} entry={entry} /> : null}
            </div>
            <Changes changes={one.changes} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Restore({ revision, entry }: { revision: EntryRevision; entry: EditableEntry }) {
  const { isSending, refuse } = useSending()
  return (
    <Form method="post" preventScrollReset onSubmit={refuse}>
      <SeenVersion entry={entry} />
      <input type="hidden" name="restored" value={revision.revision} />
      <Button type="submit" name="act" value="restore" aria-disabled={isSending}>
        Restore
        <span className="sr-only"> the version published on {formatTimestamp(revision.at)}</span>
      </Button>
    </Form>
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
