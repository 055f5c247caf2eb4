import { DataTable } from '#ui/data-table.tsx'
import { SelectField } from '#ui/select-field.tsx'
import {
  importFrequencies,
  type ImportFrequency,
  type ImportQuestion,
  type ImportReport,
  importStates,
  type ImportState,
  questionLabel,
} from '#features/subscribers/import.ts'

const stateLabels: Record<ImportState, string> = {
  subscribed: 'Subscribed',
  pending: 'Pending confirmation',
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
  left_out: 'Skip',
}
const frequencyLabels: Record<ImportFrequency, string> = { weekly: 'Weekly', monthly: 'Monthly', off: 'Unsubscribed' }

const choose = [['', 'Choose…']] as const
const states = [...choose, ...importStates.map((state) => [state, stateLabels[state]] as const)]
const frequencies = [
  ...choose,
  ...importFrequencies.map((frequency) => [frequency, frequencyLabels[frequency]] as const),
]

/**
 * Values whose meaning must be selected before the import.
 *
 * @param onChange Called with one answer; null removes it.
 */
export function ImportQuestions({
  report,
  onChange,
}: {
  report: ImportReport
  onChange(key: string, meaning: ImportQuestion['meaning']): void
}) {
  const { questions } = report
  return (
    <DataTable<ImportQuestion>
      caption="Values to review"
      isCaptionShown
      isHighlighted={({ meaning }) => meaning === null}
      columns={[
        { key: 'value', header: 'Value', isRowHeader: true, cell: questionLabel },
        { key: 'head', header: 'Column', cell: ({ head }) => head },
        { key: 'lines', header: 'Rows', isNumeric: true, cell: ({ lines }) => lines.toLocaleString('en-US') },
        {
          key: 'meaning',
          header: 'Means',
          isWide: true,
          cell: (question) => (
            <SelectField
              label={`“${questionLabel(question)}” in “${question.head}” means`}
              isLabelHidden
              options={question.field === 'frequency' ? frequencies : states}
              value={question.meaning ?? ''}
              onChange={({ target }) =>
                onChange(question.key, target.value === '' ? null : (target.value as ImportState))
              }
            />
          ),
        },
      ]}
      rows={questions}
      rowKey={({ key }) => key}
      empty={null}
    />
  )
}
