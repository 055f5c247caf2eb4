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
  questionLabel,
} from '#features/newsletter/import.ts'

const stateLabels: Record<ImportState, string> = {
  subscribed: 'Subscribe',
  pending: 'Waiting for confirmation',
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
  left_out: 'Leave out',
}
const frequencyLabels: Record<ImportFrequency, string> = { weekly: 'Weekly', monthly: 'Monthly', off: 'Unsubscribed' }

const choose = [['', 'Choose…']] as const
const states = [...choose, ...importStates.map((state) => [state, stateLabels[state]] as const)]
const frequencies = [...choose, ...importFrequencies.map((frequency) => [frequency, frequencyLabels[frequency]] as const)]

/** Values whose meaning the editor has to say before anything is imported. @param onChange Told the answers to all questions. */
export function ImportQuestions({
  report,
  onChange,
}: {
  report: ImportReport
  onChange(answers: NonNullable<ImportReading['answers']>): void
}) {
  const { questions } = report
  function answer(asked: ImportQuestion, meaning: string) {
    const all = questions.map((one) => (one === asked ? { ...one, meaning: meaning === '' ? null : (meaning as ImportState) } : one))
    onChange(Object.fromEntries(all.flatMap((one) => (one.meaning === null ? [] : [[one.key, one.meaning]]))))
  }
  return (
    <DataTable<ImportQuestion>
      caption="Values to decide"
      isCaptionShown
      isMarked={({ meaning }) => meaning === null}
      columns={[
        { key: 'value', header: 'Value', isRowHeader: true, cell: questionLabel },
        { key: 'head', header: 'Column', cell: ({ head }) => head },
        { key: 'lines', header: 'Lines', isNumeric: true, cell: ({ lines }) => lines.toLocaleString('en-US') },
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
              onChange={({ target }) => answer(question, target.value)}
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
