import { countOf } from '#shared/count-of.ts'
import { Link } from 'react-router'
import { formatDuration } from '#shared/duration.ts'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SubmissionRow } from '#features/submissions/contract.ts'
import { genreNames } from '#features/submissions/constants.ts'
import { type QueueFilter, statusLabels } from './status-labels.ts'

/** Rows of the queue; each links to its track. */
export function QueueTable({
  rows,
  hasSearch,
  filter,
}: {
  rows: readonly SubmissionRow[]
  hasSearch: boolean
  filter: QueueFilter
}) {
  const isQueue = filter === 'in_review'
  return (
    <DataTable
      caption="Submissions"
      rows={rows}
      rowKey={({ id }) => id}
      isHighlighted={({ state }) => state === 'in_review' && !isQueue}
      empty={
        hasSearch ? (
          <EmptyState title="No matching submissions">
            {filter === 'all'
              ? 'No submissions match your search. Try another search.'
              : 'No submissions with this status match your search. Try another search.'}
          </EmptyState>
        ) : (
          <EmptyState title={isQueue ? 'No submissions to review' : 'No submissions'}>
            {isQueue
              ? 'New submissions appear here after the automatic checks, and you get an email about each one.'
              : filter === 'all'
                ? 'New submissions appear here, and you get an email about each one.'
                : 'Submissions with this status appear here.'}
          </EmptyState>
        )
      }
      columns={[
        {
          key: 'track',
          header: 'Track',
          isRowHeader: true,
          cell: ({ id, songTitle }) => (
            <Link
              to={`/admin/submissions/${id}`}
              prefetch="intent"
              data-queue-row
              className="-my-2 inline-flex min-h-11 items-center py-2 underline decoration-groove underline-offset-4 hover:decoration-live"
            >
              {songTitle}
            </Link>
          ),
        },
        { key: 'artist', header: 'Artist', cell: ({ artistName }) => artistName },
        {
          key: 'genre',
          header: 'Genre',
          isShort: true,
          cell: ({ genre }) => genreNames[genre as keyof typeof genreNames] ?? genre,
        },
        {
          key: 'length',
          header: 'Length',
          isNumeric: true,
          cell: ({ durationSeconds }) => formatDuration(durationSeconds),
        },
        {
          key: 'checks',
          header: 'Checks',
          isShort: true,
          cell: ({ notes, state }) => <Notes notes={notes} state={state} />,
        },
        { key: 'state', header: 'Status', isShort: true, cell: ({ state }) => statusLabels[state] },
        {
          key: 'received',
          header: 'Received',
          isNumeric: true,
          cell: ({ receivedAt }) => <time dateTime={receivedAt}>{formatTimestamp(receivedAt)}</time>,
        },
      ]}
    />
  )
}

function Notes({ notes, state }: Pick<SubmissionRow, 'notes' | 'state'>) {
  // A track that was declined or withdrawn before its checks is no longer checked.
  if (!notes)
    return <span className="text-dust">{state === 'declined' || state === 'withdrawn' ? 'Not done' : 'Pending'}</span>
  const { warning, problem } = notes
  if (warning + problem === 0) return <span className="text-gain">✓ No problems</span>
  return (
    <span className={problem > 0 ? 'text-loss' : 'text-sand'}>
      {[problem > 0 ? `! ${countOf(problem, 'problem')}` : '', warning > 0 ? countOf(warning, 'warning') : '']
        .filter(Boolean)
        .join(', ')}
    </span>
  )
}
