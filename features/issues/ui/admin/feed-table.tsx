import { CircleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/notice.tsx'
import type { FeedListItem } from '#features/issues/contract.ts'
import { Timestamp } from '#ui/timestamp.tsx'

type ItemActions = { read(feed: FeedListItem): void; remove(feed: FeedListItem): void }

/**
 * Table of feeds with their numbers of items and last read.
 *
 * @param reading Feed that is being read.
 * @param actions Absent for viewers.
 */
export function FeedTable({
  feeds,
  reading,
  actions,
}: {
  feeds: FeedListItem[]
  reading: string | undefined
  actions: ItemActions | undefined
}) {
  const columns: DataColumn<FeedListItem>[] = [
    { key: 'feed', header: 'Feed', isRowHeader: true, cell: (feed) => <FeedName feed={feed} /> },
    { key: 'items', header: 'Items', isNumeric: true, cell: ({ items }) => items },
    {
      key: 'read',
      header: 'Last read',
      isNumeric: true,
      cell: ({ read_at }) => (read_at ? <Timestamp at={read_at} /> : '–'),
    },
  ]
  if (actions)
    columns.push({
      key: 'actions',
      header: 'Actions',
      isUnlabelled: true,
      cell: (feed) => {
        const name = feed.title || feed.url
        return (
          <div className="flex flex-wrap gap-2">
            <Button
              aria-label={`Read ${name} now`}
              aria-disabled={reading !== undefined}
              onClick={() => actions.read(feed)}
            >
              {reading === feed.id ? 'Reading…' : 'Read now'}
            </Button>
            <Button aria-label={`Remove ${name}`} onClick={() => actions.remove(feed)}>
              Remove
            </Button>
          </div>
        )
      },
    })
  return (
    <DataTable
      caption="Feeds"
      columns={columns}
      rows={feeds}
      rowKey={({ id }) => id}
      isHighlighted={({ problem }) => problem !== ''}
      empty={
        <EmptyState title="No feeds yet">
          {actions
            ? 'Generated issues use this site’s content. Add a feed to include its items too, each with a link to its source.'
            : 'Generated issues use this site’s content only.'}
        </EmptyState>
      }
    />
  )
}

function FeedName({ feed: { title, url, items, problem } }: { feed: FeedListItem }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium">{title || url}</span>
      {title ? <span className="text-dust">{url}</span> : null}
      {problem ? (
        <span className="flex items-start gap-2 text-loss">
          <CircleAlert size={16} className="mt-0.5 shrink-0" />
          <span>{`Could not be read: ${problem}.${items > 0 ? ' Earlier items are still used.' : ''}`}</span>
        </span>
      ) : null}
    </div>
  )
}
