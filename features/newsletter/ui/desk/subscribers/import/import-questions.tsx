import { DataTable } from '#ui/data-table.tsx'
import { SelectField } from '#ui/select-field.tsx'
import {
  importFrequencies,
  type ImportFrequency,
  type ImportQuestion,
  type ImportReading,
  type ImportReport,
  importStates,
  type ImportState,
} from '#features/newsletter/import.ts'

const stateLabels: Record<ImportState, string> = {
  subscribed: 'Subscribe',
  pending: 'Waiting for confirmation',
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
  left_out: 'Leave out',
}
const frequencyLabels: Record<ImportFrequency, string> = { weekly: 'Weekly', monthly: 'Monthly', off: 'Unsubscribed' }

const open = [['', 'Choose…']] as const
const options = {
  status: [...open, ...importStates.map((state) => [state, stateLabels[state]] as const)],
  frequency: [...open, ...importFrequencies.map((frequency) => [frequency, frequencyLabels[frequency]] as const)],
}
const fieldLabels = { status: 'Status', frequency: 'Frequency' }

const valueLabel = (value: string) => (value === '' ? '(empty)' : value === '*' ? 'All other values' : value)

/** Values whose meaning the editor has to say before anything is imported. @param onChange Told the answers to all questions of one field. */
export function ImportQuestions({ report, onChange }: { report: ImportReport; onChange(answers: Omit<ImportReading, 'columns'>): void }) {
  const { questions } = report
  function answer(asked: ImportQuestion, meaning: string) {
    const all = questions.filter(({ field }) => field === asked.field).map((one) => (one === asked ? { ...one, meaning } : one))
    onChange({ [asked.field]: Object.fromEntries(all.flatMap((one) => (one.meaning ? [[one.value, one.meaning]] : []))) })
  }
  return (
    <DataTable
      caption="Values to decide"
      isCaptionShown
      isMarked={({ meaning }) => meaning === null}
      columns={[
        { key: 'value', header: 'Value', isRowHeader: true, cell: ({ value }) => valueLabel(value) },
        { key: 'field', header: 'Column', cell: ({ field }) => fieldLabels[field] },
        { key: 'lines', header: 'Lines', isNumeric: true, cell: ({ lines }) => lines.toLocaleString('en-US') },
        {
          key: 'meaning',
          header: 'Means',
          isWide: true,
          cell: (question) => (
            <SelectField
              label={`“${valueLabel(question.value)}” means`}
              isLabelHidden
              options={options[question.field]}
              value={question.meaning ?? ''}
              onChange={({ target }) => answer(question, target.value)}
            />
          ),
        },
      ]}
      rows={questions}
      rowKey={({ field, value }) => `${field} ${value}`}
      empty={null}
    />
  )
}
