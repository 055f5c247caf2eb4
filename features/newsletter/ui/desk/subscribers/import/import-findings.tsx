import { DataTable } from '#ui/data-table.tsx'
import type { ImportReport } from '#features/newsletter/desk.ts'

const count = (number: number) => number.toLocaleString('en-US')

/** What an import found, or did, line by line. */
export function ImportFindings({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const { added, known, suppressed, refused, refused_count } = report
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-px border border-groove bg-groove md:grid-cols-4">
        <Figure name={isDone ? 'Added' : 'To add'} value={added} />
        <Figure name="Known already" value={known} />
        <Figure name="Suppressed" value={suppressed} />
        <Figure name="Refused" value={refused_count} />
      </dl>
      {refused_count > 0 ? (
        <DataTable
          caption={
            refused.length < refused_count ? `The first ${refused.length} of ${count(refused_count)} refused lines` : 'Refused lines'
          }
          isCaptionShown
          columns={[
            { key: 'line', header: 'Line', isNumeric: true, isRowHeader: true, cell: ({ line }) => count(line) },
            { key: 'value', header: 'What it says', cell: ({ value }) => value || '–' },
            { key: 'why', header: 'Why', cell: ({ why }) => why },
          ]}
          rows={refused}
          rowKey={({ line }) => String(line)}
          empty={null}
        />
      ) : null}
    </div>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col gap-1 bg-plate-raised p-4">
      <dt className="label text-dust">{name}</dt>
      <dd className="figures text-lead">{count(value)}</dd>
    </div>
  )
}
