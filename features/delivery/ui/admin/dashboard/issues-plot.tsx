import { Link } from 'react-router'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { Analytics } from '#features/delivery/contract.ts'
import { counted, dayWords, rateWords } from './reading-words.ts'
import { VerdictBar, VerdictLegend } from './verdict-bar.tsx'

type Issue = Analytics['issues'][number]

const columns: DataColumn<Issue>[] = [
  {
    key: 'title',
    header: 'Newsletter',
    isRowHeader: true,
    cell: ({ id, title, sent_date }) => (
      <span className="flex flex-col">
        <Link to={`?tab=dashboard&issue=${id}`} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
          {title}
        </Link>
        <span className="figures text-label text-dust">{dayWords(sent_date)}</span>
      </span>
    ),
  },
  { key: 'delivered', header: 'Delivered', isNumeric: true, cell: ({ delivered }) => counted(delivered) },
  { key: 'opens', header: 'Opens', cell: ({ opens, delivered }) => <VerdictBar counts={opens} total={delivered} /> },
  { key: 'open-rate', header: 'Open rate', isNumeric: true, cell: ({ open_rate }) => rateWords(open_rate) },
  { key: 'clicks', header: 'Clicks', cell: ({ clicks, delivered }) => <VerdictBar counts={clicks} total={delivered} /> },
  { key: 'click-rate', header: 'Click rate', isNumeric: true, cell: ({ click_rate }) => rateWords(click_rate) },
]

/** The last letters side by side, people and machines apart. */
export function IssuesPlot({ issues }: { issues: Issue[] }) {
  if (issues.length === 0) return null
  return (
    <section aria-labelledby="read-by-issue" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="read-by-issue" className="label text-dust">
          Newsletter by newsletter
        </h2>
        <VerdictLegend />
      </div>
      <DataTable caption="How the last newsletters were read" columns={columns} rows={issues} rowKey={({ id }) => id} empty={null} />
    </section>
  )
}
