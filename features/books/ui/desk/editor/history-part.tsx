import { DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { BookStep } from '#features/books/desk.ts'
import { ActForm } from './act-form.tsx'
import { Part } from './part.tsx'

/** What the book was before. An earlier state comes back as a draft; nothing changes for visitors until that is published. */
export function HistoryPart({ steps, seen, isDirty }: { steps: BookStep[]; seen: string; isDirty: boolean }) {
  return (
    <Part title="History" note="The newest first. Restoring makes a draft of an earlier state.">
      <DataTable
        caption="Earlier states of this book"
        rows={steps}
        rowKey={({ revision }) => String(revision)}
        empty={<p className="text-dust">Nothing was changed here yet: the book is as the content folder has it.</p>}
        columns={[
          {
            key: 'at',
            header: 'When',
            isRowHeader: true,
            cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
          },
          { key: 'act', header: 'State', cell: ({ act }) => act },
          { key: 'title', header: 'Title', cell: ({ title }) => title },
          { key: 'actor', header: 'By', cell: ({ actor }) => actor },
          {
            key: 'restore',
            header: '',
            isUnlabelled: true,
            cell: ({ revision, canRestore, at }) =>
              canRestore ? (
                <ActForm act="restore" seen={seen} isDirty={isDirty} fields={{ revision }}>
                  Restore<span className="sr-only"> the state of {formatTimestamp(at)}</span>
                </ActForm>
              ) : null,
          },
        ]}
      />
    </Part>
  )
}
