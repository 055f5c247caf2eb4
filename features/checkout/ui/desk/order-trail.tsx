import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { OrderView } from '#features/checkout/contract.ts'
import { stateWords } from '#features/checkout/order-filter.ts'

type Move = OrderView['moves'][number] & { number: number }

const actors: Record<string, string> = {
  buyer: 'Buyer',
  webhook: 'Provider’s message',
  return: 'Buyer’s return',
  sweep: 'Asked at the provider',
  owner: 'You',
}

const columns: DataColumn<Move>[] = [
  {
    key: 'at',
    header: 'When (UTC)',
    cell: ({ at }) => (
      <time dateTime={at} className="figures text-[0.9em] md:whitespace-nowrap">
        {formatTimestamp(at, 'second').replace(' UTC', '')}
      </time>
    ),
  },
  {
    key: 'to',
    header: 'Step',
    isRowHeader: true,
    cell: ({ from, to }) => (from === to ? 'Note' : to === 'paid' ? 'Paid' : stateWords[to]),
  },
  { key: 'actor', header: 'By', cell: ({ actor }) => actors[actor] ?? actor },
  { key: 'detail', header: 'What', cell: ({ detail }) => detail || <span className="text-dust">nothing more</span> },
]

/** Every step an order took, the oldest first. */
export function OrderTrail({ code, moves }: { code: string; moves: OrderView['moves'] }) {
  return (
    <section aria-label={`Audit trail of ${code}`}>
      <DataTable
        caption="Audit trail"
        isCaptionShown
        columns={columns}
        rows={moves.map((move, number) => ({ ...move, number }))}
        rowKey={({ number }) => String(number)}
        empty={null}
      />
    </section>
  )
}
