import { useRef } from 'react'
import { DataTable } from '#ui/data-table.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type ImportColumn, type ImportField, importFields, type ImportReport } from '#features/subscribers/import.ts'

const fieldLabels: Record<ImportField, string> = {
  email: 'Email address',
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name',
  status: 'Status or consent',
  frequency: 'Frequency',
  left: 'Unsubscribed',
  suppressed: 'Bounced or reported spam',
  unclear: 'Other (review each value)',
  ignored: 'Ignore',
}
const options = importFields.map((field) => [field, fieldLabels[field]] as const)

/** Fields that at most one column can have. */
const single = new Set<ImportField>(['email', 'first_name', 'last_name', 'full_name', 'frequency'])

/**
 * Returns the fields of all columns after one was changed. A field that only one column can have is removed from the
 * other one.
 */
export function chosenFields(
  columns: readonly Pick<ImportColumn, 'field'>[],
  at: number,
  field: ImportField,
): ImportField[] {
  return columns.map((column, place) =>
    place === at ? field : single.has(field) && column.field === field ? 'ignored' : column.field,
  )
}

/**
 * Columns of a file with their detected fields, which can be corrected. @param onChange Called with the fields of all
 * columns.
 */
export function ImportColumns({ report, onChange }: { report: ImportReport; onChange(fields: ImportField[]): void }) {
  // Arrow keys pass through other fields while selecting: those fields must be restored when the selection moves on.
  const before = useRef<readonly Pick<ImportColumn, 'field'>[]>(report.columns)
  const rows = report.columns.map((column, at) => ({ ...column, at }))
  return (
    <DataTable<ImportColumn & { at: number }>
      caption="Columns"
      isCaptionShown
      columns={[
        { key: 'head', header: 'In the file', isRowHeader: true, cell: ({ head }) => head },
        {
          key: 'field',
          header: 'Read as',
          isWide: true,
          cell: ({ at, head, field }) => (
            <SelectField
              label={`Read “${head}” as`}
              isLabelHidden
              options={options}
              value={field}
              onFocus={() => {
                before.current = report.columns
              }}
              onChange={({ target }) => onChange(chosenFields(before.current, at, target.value as ImportField))}
            />
          ),
        },
        { key: 'samples', header: 'Example values', cell: ({ samples }) => samples.join(', ') || '–' },
      ]}
      rows={rows}
      rowKey={({ at }) => String(at)}
      empty={null}
    />
  )
}
