import type { SubmissionView } from '#features/submissions/contract.ts'
import { DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import { fieldNames } from '#features/submissions/problems.ts'

/** Every step a submission took, the oldest first. */
export function StepTable({ submission: { steps } }: { submission: SubmissionView }) {
  return (
    <section aria-labelledby="steps" className="flex flex-col gap-2">
      <h2 id="steps" className="label text-dust">
        History
      </h2>
      <DataTable
        caption="History of the submission"
        rows={steps.map((step, index) => ({ ...step, index }))}
        rowKey={({ index }) => String(index)}
        empty={null}
        columns={[
          { key: 'at', header: 'When', cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time> },
          { key: 'step', header: 'Step', isShort: true, isRowHeader: true, cell: ({ step }) => step },
          { key: 'actor', header: 'By', cell: ({ actor }) => actor },
          {
            key: 'detail',
            header: 'Detail',
            cell: ({ step, detail }) => (
              <span className="whitespace-pre-line">{step === 'corrected' ? fieldsInWords(detail) : detail || '–'}</span>
            ),
          },
        ]}
      />
    </section>
  )
}

// Corrections are kept by the names of the columns.
function fieldsInWords(detail: string): string {
  const words = detail.split(', ').map((column) => {
    const name = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return Object.hasOwn(fieldNames, name) ? fieldNames[name as keyof typeof fieldNames] : column
  })
  return words.join(', ')
}
