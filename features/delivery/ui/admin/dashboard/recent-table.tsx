import { Link } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Dashboard } from '#features/delivery/contract.ts'
import { useDesk } from '#ui/desk/desk-context.ts'
import { counted, dayWords } from './reading-words.ts'

type Recent = Dashboard['recent_newsletters'][number]

const columns: DataColumn<Recent>[] = [
  {
    key: 'title',
    header: 'Title',
    isRowHeader: true,
    cell: ({ id, title, status }) => (
      <Link to={placeOf(id, status)} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
        {title}
      </Link>
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <Tag>{status}</Tag> },
  { key: 'sent', header: 'Sent', isNumeric: true, cell: ({ sent_date }) => dayWords(sent_date) },
  { key: 'subscribers', header: 'Subscribers', isNumeric: true, cell: ({ subscriber_count }) => counted(subscriber_count) },
]

/** The newest issues, whatever became of them. */
export function RecentTable({ issues }: { issues: Recent[] }) {
  const { may } = useDesk()
  return (
    <section aria-label="Recent newsletters">
      <DataTable
        caption="Recent newsletters"
        isCaptionShown
        columns={columns}
        rows={issues}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title="No newsletter yet"
            action={may('editor') ? <ButtonLink to="?tab=create">Create Newsletter</ButtonLink> : undefined}
          >
            The first one stands here as soon as it is written, and its readers as soon as it is sent.
          </EmptyState>
        }
      />
    </section>
  )
}

// What was sent has readers, anything else has a place where it is worked on.
function placeOf(id: string, status: Recent['status']): string {
  return status === 'sent' || status === 'sending' ? `?tab=dashboard&issue=${id}` : `?tab=newsletters&issue=${id}`
}
