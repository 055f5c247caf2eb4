import { Form } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { BookStep } from '#features/books/desk.ts'
import { Part } from './part.tsx'

/** What the book was before. An earlier state comes back as a draft; nothing changes for visitors until that is published. */
export function HistoryPart({ steps, seen }: { steps: BookStep[]; seen: string }) {
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
            cell: ({ at }) => <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>,
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
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="seen" value={seen} />
                  <input type="hidden" name="revision" value={revision} />
                  <button type="submit" name="act" value="restore" className={buttonClass('quiet')}>
                    Restore<span className="sr-only"> the state of {at.slice(0, 16).replace('T', ' ')}</span>
                  </button>
                </Form>
              ) : null,
          },
        ]}
      />
    </Part>
  )
}
