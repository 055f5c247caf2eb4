import { DataTable } from '#ui/data-table.tsx'
import type { ImportReport } from '#features/subscribers/import.ts'
import { formatCount } from '#shared/count-of.ts'

/** Number of people by outcome, in the preview or after the import. */
export function ImportResult({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const always: [name: string, value: number, note?: string][] = [
    [
      isDone ? 'Added' : 'To add',
      report.added,
      report.monthly > 0 ? `${formatCount(report.monthly)} with monthly frequency` : '',
    ],
    ['Duplicates or already on the list', report.known],
    [isDone ? 'Suppressed' : 'To suppress', report.suppressed],
    ['Rejected', report.refused_count],
  ]
  const sometimes: typeof always = [
    [
      isDone ? 'Added as pending' : 'To add as pending',
      report.pending,
      'They get no newsletters and no confirmation email, but can sign up on the site',
    ],
    ['Already suppressed or deleted', report.suppressed_already],
    [isDone ? 'Added as unsubscribed' : 'To add as unsubscribed', report.unsubscribed],
    [
      isDone ? 'Unsubscribed' : 'To unsubscribe',
      report.stopped,
      isDone
        ? 'Were on the list here; the file marks them as unsubscribed'
        : 'On the list here, but unsubscribed in the file',
    ],
    ['Skipped', report.left_out],
    ['Rows that need a decision', report.undecided],
  ]
  return (
    <div className="flex flex-col gap-6">
      <dl className="cells grid-cols-2 md:grid-cols-4">
        {[...always, ...sometimes.filter(([, value]) => value > 0)].map(([name, value, note]) => (
          <div key={name} className="flex flex-col gap-1 bg-plate-raised p-4">
            <dt className="label text-dust">{name}</dt>
            <dd className="figures text-lead">{formatCount(value)}</dd>
            {note ? <dd className="text-small text-dust">{note}</dd> : null}
          </div>
        ))}
      </dl>
    </div>
  )
}

/**
 * Table of the rows that cannot be imported; nothing if there are none. It comes last, because nothing can be done
 * about them here.
 */
export function RejectedRows({ report: { refused, refused_count } }: { report: ImportReport }) {
  if (refused_count === 0) return null
  return (
    <DataTable
      caption={
        refused.length < refused_count
          ? `The first ${refused.length} of ${formatCount(refused_count)} rejected rows`
          : 'Rejected rows'
      }
      isCaptionShown
      columns={[
        { key: 'line', header: 'Row', isNumeric: true, isRowHeader: true, cell: ({ line }) => formatCount(line) },
        { key: 'value', header: 'Value', cell: ({ value }) => value || '–' },
        { key: 'why', header: 'Reason', cell: ({ why }) => why },
      ]}
      rows={refused}
      rowKey={({ line }) => String(line)}
      empty={null}
    />
  )
}
