import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { BreakableText } from '#ui/breakable-text.tsx'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import type { Ranked } from '#features/statistics/contract.ts'
import { formatCount } from '#shared/count-of.ts'

/**
 * Section with a table of items by count, each with a bar relative to the first one.
 *
 * @param item Header of the column of items.
 * @param count Header of the column of counts.
 */
export function Ranking<Row extends Ranked>({
  id,
  title,
  lead,
  item,
  count,
  rows,
  empty,
  more = [],
}: {
  id: string
  title: string
  lead: string
  item: string
  count: string
  rows: readonly Row[]
  empty: string
  more?: readonly DataColumn<Row>[]
}) {
  const highest = rows[0]?.count ?? 0
  const columns: DataColumn<Row>[] = [
    {
      key: 'item',
      header: item,
      isRowHeader: true,
      cell: ({ title: name, href, count: own }) => (
        <div className="flex flex-col gap-1.5">
          {href ? (
            // Public pages have a different security policy, so they are loaded as documents.
            <a href={href} className="underline decoration-groove underline-offset-4 hover:text-live">
              <BreakableText>{name}</BreakableText>
            </a>
          ) : (
            <BreakableText>{name}</BreakableText>
          )}
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="h-1 w-full text-dust">
            <rect width={highest === 0 ? 0 : (own / highest) * 100} height="2" fill="currentColor" />
          </svg>
        </div>
      ),
    },
    { key: 'count', header: count, isNumeric: true, cell: ({ count: own }) => formatCount(own) },
    ...more,
  ]
  return (
    <SettingsSection id={id} title={title} lead={lead}>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={<p className="measure text-dust">{empty}</p>}
      />
    </SettingsSection>
  )
}
