import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A column of a {@link DataTable}. */
export type DataColumn<Row> = {
  /** Unique in the table. */
  key: string
  header: string
  cell(row: Row): ReactNode
  /** Numbers, prices and times: monospaced, right-aligned on wide screens. */
  isNumeric?: boolean
  /** Short fixed text, such as a status, that never wraps. */
  isShort?: boolean
  /** In cards, the label is above the content, as for form fields. */
  isWide?: boolean
  /** Row header for screen readers; usually the first column. */
  isRowHeader?: boolean
  /** In cards, the cell has no label, as for buttons and images. */
  isUnlabelled?: boolean
}

/** Maximum number of columns at a width of 48 rem. */
const maxOnTablets = 5

/**
 * Data table: a table on wide screens, a stack of cards on phones, a table for screen readers on both.
 *
 * @param caption Name of the table, for screen readers or, with `isCaptionShown`, for all.
 * @param empty Shown if there are no rows, usually an `EmptyState`.
 */
export function DataTable<Row>({
  caption,
  isCaptionShown = false,
  columns,
  rows,
  rowKey,
  isHighlighted,
  empty,
}: {
  caption: string
  isCaptionShown?: boolean
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Returns whether a row needs attention; it gets an accent border. */
  isHighlighted?: (row: Row) => boolean
  empty: ReactNode
}) {
  if (rows.length === 0) return <>{empty}</>
  // Explicit roles, because browsers drop table semantics when CSS changes the layout of the rows.
  return (
    <table
      role="table"
      data-columns={columns.length > maxOnTablets ? 'many' : 'few'}
      className="w-full border-collapse text-left text-small cards:block"
    >
      <caption className={isCaptionShown ? 'label pb-3 text-left text-dust cards:block' : 'sr-only'}>{caption}</caption>
      <thead role="rowgroup" className="cards:sr-only">
        <tr role="row" className="border-y border-groove">
          {columns.map(({ key, header, isNumeric }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={classNames(
                'label px-3 py-3 font-normal text-dust first:pl-0 last:pr-0 rows:whitespace-nowrap',
                isNumeric && 'rows:text-right',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="cards:flex cards:flex-col cards:gap-4">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className={classNames(
              'border-b border-groove align-baseline cards:flex cards:flex-col cards:gap-2 cards:border cards:bg-plate-raised cards:p-4',
              isHighlighted?.(row) &&
                'cards:border-live rows:shadow-[inset_2px_0_0_var(--color-live)] forced-colors:!border-l-4',
            )}
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column} isHighlighted={isHighlighted?.(row) ?? false}>
                {column.cell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({
  column: { header, isNumeric, isShort, isWide, isRowHeader, isUnlabelled },
  isHighlighted,
  children,
}: {
  column: DataColumn<Row>
  isHighlighted: boolean
  children: ReactNode
}) {
  const className = classNames(
    'font-normal [overflow-wrap:anywhere] rows:px-3 rows:py-3 rows:last:pr-0',
    !isHighlighted && 'rows:first:pl-0',
    isNumeric && 'figures text-[0.8125rem] rows:text-right rows:whitespace-nowrap',
    isShort && 'rows:whitespace-nowrap',
    !isUnlabelled &&
      (isWide
        ? 'cards:flex cards:flex-col cards:gap-2'
        : 'cards:grid cards:grid-cols-[7rem_minmax(0,1fr)] cards:items-baseline cards:gap-3'),
  )
  const content = (
    <>
      {isUnlabelled ? null : (
        <span aria-hidden="true" className="label text-dust rows:hidden">
          {header}
        </span>
      )}
      <div className="min-w-0">{children}</div>
    </>
  )
  return isRowHeader ? (
    <th role="rowheader" scope="row" className={className}>
      {content}
    </th>
  ) : (
    <td role="cell" className={className}>
      {content}
    </td>
  )
}
