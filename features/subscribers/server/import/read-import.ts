import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import type { ImportColumn, ImportQuestion, ImportReading } from '#features/subscribers/import.ts'
import { isEmailHeader } from './column-headers.ts'
import { type ColumnSummary, guessColumns } from './guess-columns.ts'
import { type ImportedPerson, type ReadColumn, readPeople } from './read-people.ts'
import { isAddress, readRows, type Row } from './read-rows.ts'
import { isDate, isNumber } from './value-meanings.ts'

/** Contents of a file before the database is read or written. */
export type ReadImport = {
  hasHeader: boolean
  columns: ImportColumn[]
  /** Values with non-ASCII letters, which show whether the encoding is right. */
  nonAsciiSamples: string[]
  people: ImportedPerson[]
  /** Number of rows that repeat an address. */
  repeated: number
  questions: ImportQuestion[]
  refusedCount: number
  refused: { line: number; value: string; why: string }[]
}

/** The header is searched in the first rows, because it may follow a title or an empty row. */
const headerSearchRows = 10
const maxColumns = 200
const [maxValues, maxValueLength, maxSamples, maxNonAsciiSamples] = [60, 60, 3, 5]
/** Maximum length of a header; consent sentences are used as headers too. */
const maxHeaderLength = 500

/**
 * Reads a list of people: first the meaning of its columns, from headers and cells or from `reading`, then every row.
 *
 * @throws AppError `invalid-input` if it is empty or not such a file, or `reading` does not match it.
 */
export async function readImport(text: string, reading: ImportReading): Promise<ReadImport> {
  if (text.trim() === '') throw new AppError('invalid-input', { key: 'site.errors.emptyFile' })
  const inspection = await inspect(text)
  const fields = reading.columns ?? guessColumns(inspection.columns)
  if (fields.length !== inspection.columns.length)
    throw new AppError('invalid-input', 'The column settings belong to another file. Select the file again.')
  if (fields.filter((field) => field === 'email').length !== 1)
    throw new AppError(
      'invalid-input',
      reading.columns
        ? 'Select exactly one column with email addresses.'
        : 'No column with email addresses was found. Choose a file with a column of email addresses.',
    )
  const columns = inspection.columns.map(({ head, values, samples }, at): ReadColumn & ImportColumn => ({
    head: cutText(head, maxValueLength, '…') || `Column ${at + 1}`,
    fullHead: head,
    field: fields[at]!,
    isCoded: [...values].some((value) => isNumber(value) && !isDate(value)),
    samples,
  }))
  const { nonAsciiSamples, hasHeader } = inspection
  const reported = columns.map(({ head, field, samples }) => ({ head, field, samples }))
  return {
    hasHeader,
    nonAsciiSamples,
    columns: reported,
    ...(await readPeople(text, inspection.firstLine, columns, reading)),
  }
}

type InspectedColumn = ColumnSummary & { samples: string[]; values: Set<string> }
type Inspection = { hasHeader: boolean; firstLine: number; nonAsciiSamples: string[]; columns: InspectedColumn[] }

async function inspect(text: string): Promise<Inspection> {
  const first: Row[] = []
  const columns: InspectedColumn[] = []
  const nonAsciiSamples = new Set<string>()
  const newColumn = (): InspectedColumn => ({ head: '', addresses: 0, values: new Set(), samples: [] })
  const read = ({ cells }: Row) => {
    for (const [at, cell] of cells.entries()) {
      const column = (columns[at] ??= newColumn())
      if (cell.includes('@') && (column.addresses > maxValues || isAddress(cell))) column.addresses += 1
      if (column.values.size < maxValues && cell.length <= maxValueLength) column.values.add(cell)
      if (nonAsciiSamples.size < maxNonAsciiSamples && /\P{ASCII}/u.test(cell))
        nonAsciiSamples.add(cutText(cell, maxValueLength, '…'))
      if (cell !== '' && column.samples.length < maxSamples) {
        const sample = cutText(cell, maxValueLength, '…')
        if (!column.samples.includes(sample)) column.samples.push(sample)
      }
    }
  }
  let head: Row | undefined
  let hasStarted = false
  const start = () => {
    hasStarted = true
    // The first row with an address is a person, so the header can only be above it.
    const firstPerson = first.findIndex(({ cells }) => cells.some(isAddress))
    const above = firstPerson < 0 ? first : first.slice(0, firstPerson)
    head = above.find(({ cells }) => cells.some(isEmailHeader)) ?? above[0]
    for (const row of first) if (!head || row.line > head.line) read(row)
  }
  for await (const row of readRows(text)) {
    if (hasStarted) read(row)
    else if (first.push(row) === headerSearchRows) start()
  }
  if (!hasStarted) start()
  const width = Math.max(columns.length, head?.cells.length ?? 0)
  if (width > maxColumns)
    throw new AppError('invalid-input', `The file has ${width} columns. The maximum is ${maxColumns}.`)
  return {
    hasHeader: head !== undefined,
    firstLine: (head?.line ?? 0) + 1,
    nonAsciiSamples: [...nonAsciiSamples],
    columns: Array.from({ length: width }, (_, at) => ({
      ...(columns[at] ?? newColumn()),
      head: cutText(head?.cells[at] ?? '', maxHeaderLength),
    })),
  }
}
