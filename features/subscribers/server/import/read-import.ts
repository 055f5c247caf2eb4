import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import type { ImportColumn, ImportQuestion, ImportReading } from '#features/subscribers/import.ts'
import { isEmailHeader } from './column-headers.ts'
import { type ColumnSummary, guessColumns } from './guess-columns.ts'
import { type ImportedPerson, type ReadColumn, readPeople } from './read-people.ts'
import { isAddress, readRows, type Row } from './read-rows.ts'
import { isDate, isFigure } from './value-meanings.ts'

/** What a file says, before anything is looked up or written. */
export type ReadImport = {
  hasHead: boolean
  columns: ImportColumn[]
  /** Values with letters beyond a–z: they show whether the letters of the file were read well. */
  letterSamples: string[]
  people: ImportedPerson[]
  /** Lines whose address stood in the file before. */
  repeated: number
  questions: ImportQuestion[]
  refusedCount: number
  refused: { line: number; value: string; why: string }[]
}

/** A title or an empty line may stand above the head. */
const headWithin = 10
const mostColumns = 200
const [mostValues, longestValue, mostSamples, mostLetterSamples] = [60, 60, 3, 5]
/** A sentence that was agreed to is a head, too. */
const longestHead = 500

/**
 * Reads a list of people: first what its columns hold, by their heads and their cells or as `reading` says, then every
 * line.
 *
 * @throws AppError `invalid-input` when it is no such file, or `reading` does not fit it.
 */
export async function readImport(text: string, reading: ImportReading): Promise<ReadImport> {
  const look = await lookAt(text)
  const fields = reading.columns ?? guessColumns(look.columns)
  if (fields.length !== look.columns.length)
    throw new AppError('invalid-input', 'The column settings belong to another file. Select the file again.')
  if (fields.filter((field) => field === 'email').length !== 1)
    throw new AppError(
      'invalid-input',
      reading.columns
        ? 'Select exactly one column with email addresses.'
        : 'The first row must contain column names, and one column must contain email addresses.',
    )
  const columns = look.columns.map(({ head, values, samples }, at): ReadColumn & ImportColumn => ({
    head: cutText(head, longestValue, '…') || `Column ${at + 1}`,
    fullHead: head,
    field: fields[at]!,
    isCoded: [...values].some((value) => isFigure(value) && !isDate(value)),
    samples,
  }))
  const { letterSamples, hasHead } = look
  const told = columns.map(({ head, field, samples }) => ({ head, field, samples }))
  return { hasHead, letterSamples, columns: told, ...(await readPeople(text, look.firstLine, columns, reading)) }
}

type LookedColumn = ColumnSummary & { samples: string[]; values: Set<string> }
type Look = { hasHead: boolean; firstLine: number; letterSamples: string[]; columns: LookedColumn[] }

async function lookAt(text: string): Promise<Look> {
  const first: Row[] = []
  const columns: LookedColumn[] = []
  const letterSamples = new Set<string>()
  const newColumn = (): LookedColumn => ({ head: '', addresses: 0, values: new Set(), samples: [] })
  const read = ({ cells }: Row) => {
    for (const [at, cell] of cells.entries()) {
      const column = (columns[at] ??= newColumn())
      if (cell.includes('@') && (column.addresses > mostValues || isAddress(cell))) column.addresses += 1
      if (column.values.size < mostValues && cell.length <= longestValue) column.values.add(cell)
      if (letterSamples.size < mostLetterSamples && /\P{ASCII}/u.test(cell))
        letterSamples.add(cutText(cell, longestValue, '…'))
      if (cell !== '' && column.samples.length < mostSamples) {
        const sample = cutText(cell, longestValue, '…')
        if (!column.samples.includes(sample)) column.samples.push(sample)
      }
    }
  }
  let head: Row | undefined
  let isBegun = false
  const begin = () => {
    isBegun = true
    // Where an address stands, people have begun: no row from there on is a head.
    const begins = first.findIndex(({ cells }) => cells.some(isAddress))
    const above = begins < 0 ? first : first.slice(0, begins)
    head = above.find(({ cells }) => cells.some(isEmailHeader)) ?? above[0]
    for (const row of first) if (!head || row.line > head.line) read(row)
  }
  for await (const row of readRows(text)) {
    if (isBegun) read(row)
    else if (first.push(row) === headWithin) begin()
  }
  if (!isBegun) begin()
  const width = Math.max(columns.length, head?.cells.length ?? 0)
  if (width > mostColumns)
    throw new AppError('invalid-input', `The file has ${width} columns. The maximum is ${mostColumns}.`)
  return {
    hasHead: head !== undefined,
    firstLine: (head?.line ?? 0) + 1,
    letterSamples: [...letterSamples],
    columns: Array.from({ length: width }, (_, at) => ({
      ...(columns[at] ?? newColumn()),
      head: cutText(head?.cells[at] ?? '', longestHead),
    })),
  }
}
