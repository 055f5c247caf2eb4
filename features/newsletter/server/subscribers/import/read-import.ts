import { AppError } from '#shared/errors.ts'
import { cutText } from '#shared/cut-text.ts'
import { emailAddressSchema, personNameSchema } from '#shared/email-address.ts'
import type { ImportColumn, ImportField, ImportFrequency, ImportQuestion, ImportReading, ImportState } from '#features/newsletter/import.ts'
import { type ColumnLook, guessColumns, isEmailHead } from './guess-columns.ts'
import { readRows, type Row } from './read-rows.ts'
import { frequencyOf, isSaid, plainValue, stateOf, suppressionReasonOf } from './value-meanings.ts'

/** A person of a file, with what the strictest of their lines says. */
export type ImportedPerson = {
  email: string
  firstName: string
  lastName: string
  state: ImportState
  frequency: Exclude<ImportFrequency, 'off'>
  /** Of a suppressed one. */
  reason: 'bounce' | 'complaint' | 'by-desk'
  /** A value of theirs is not known, and nothing else says no. */
  isOpen: boolean
}

/** What a file says, before anything is looked up or written. */
export type ReadImport = {
  hasHead: boolean
  columns: ImportColumn[]
  people: ImportedPerson[]
  /** Lines whose address stood in the file before. */
  repeated: number
  questions: ImportQuestion[]
  refusedCount: number
  refused: { line: number; value: string; why: string }[]
}

const mostTold = 200
const mostQuestions = 40
/** A title or an empty line may stand above the head. */
const headWithin = 10
const mostColumns = 200
const [mostValues, longestValue, mostSamples] = [60, 60, 3]
const strictness: ImportState[] = ['subscribed', 'pending', 'left_out', 'unsubscribed', 'suppressed']

/**
 * Reads a list of people: first what its columns hold, by their heads and their cells or as `reading` says, then every line.
 *
 * @throws AppError `invalid-input` when it is no such file, or `reading` does not fit it.
 */
export async function readImport(text: string, reading: ImportReading): Promise<ReadImport> {
  const look = await lookAt(text)
  const fields = reading.columns ?? guessColumns(look.columns)
  if (fields.length !== look.columns.length)
    throw new AppError('invalid-input', 'The columns were chosen for another file. Choose the file again.')
  if (fields.filter((field) => field === 'email').length !== 1)
    throw new AppError(
      'invalid-input',
      reading.columns
        ? 'Choose one column that holds the email addresses.'
        : 'The first line must name the columns, and one of them must hold email addresses.',
    )
  const columns = look.columns.map(({ head, samples }, at) => ({ head, field: fields[at]!, samples }))
  return { hasHead: look.hasHead, columns, ...(await readPeople(text, look.firstLine, columns, reading)) }
}

type Look = { hasHead: boolean; firstLine: number; columns: (ColumnLook & { samples: string[] })[] }

async function lookAt(text: string): Promise<Look> {
  const first: Row[] = []
  const columns: (ColumnLook & { samples: string[]; values: Set<string> })[] = []
  const read = ({ cells }: Row) => {
    for (const [at, cell] of cells.entries()) {
      const column = (columns[at] ??= { head: '', addresses: 0, values: new Set(), samples: [] })
      if (cell.includes('@') && (column.addresses > mostValues || isAddress(cell))) column.addresses += 1
      if (column.values.size < mostValues && cell.length <= longestValue) column.values.add(cell)
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
    head = above.find(({ cells }) => cells.some(isEmailHead)) ?? above[0]
    for (const row of first) if (!head || row.line > head.line) read(row)
  }
  for await (const row of readRows(text)) {
    if (isBegun) read(row)
    else if (first.push(row) === headWithin) begin()
  }
  if (!isBegun) begin()
  const width = Math.max(columns.length, head?.cells.length ?? 0)
  if (width > mostColumns) throw new AppError('invalid-input', `This file has ${width} columns; at most ${mostColumns} can be read.`)
  return {
    hasHead: head !== undefined,
    firstLine: (head?.line ?? 0) + 1,
    columns: Array.from({ length: width }, (_, at) => ({
      ...(columns[at] ?? { addresses: 0, values: new Set<string>(), samples: [] }),
      head: cutText(head?.cells[at] ?? '', longestValue, '…') || `Column ${at + 1}`,
    })),
  }
}

const isAddress = (cell: string) => emailAddressSchema.safeParse(cell).success

async function readPeople(
  text: string,
  firstLine: number,
  columns: ImportColumn[],
  reading: ImportReading,
): Promise<Omit<ReadImport, 'hasHead' | 'columns'>> {
  const people = new Map<string, ImportedPerson>()
  const asked = { status: new Map<string, number>(), frequency: new Map<string, number>() }
  const found = { repeated: 0, refusedCount: 0, refused: [] as ReadImport['refused'] }
  for await (const { line, cells } of readRows(text)) {
    if (line < firstLine) continue
    const who = whoOf(cells, columns)
    if (!who.ok) {
      found.refusedCount++
      if (found.refused.length < mostTold) found.refused.push({ line, value: who.value, why: who.why })
      continue
    }
    const { unknown, ...wish } = wishOf(cells, columns, reading)
    for (const { field, value } of unknown) asked[field].set(value, (asked[field].get(value) ?? 0) + 1)
    const person: ImportedPerson = { ...who.person, ...wish }
    const before = people.get(person.email)
    if (before) found.repeated++
    people.set(person.email, before ? stricter(before, person) : person)
  }
  const questions = (['status', 'frequency'] as const).flatMap((field) => questionsOf(field, asked[field], reading))
  return { ...found, people: [...people.values()], questions }
}

type Who = { ok: true; person: Pick<ImportedPerson, 'email' | 'firstName' | 'lastName'> } | { ok: false; value: string; why: string }

function whoOf(cells: string[], columns: ImportColumn[]): Who {
  const cell = (wanted: ImportField) => cells[columns.findIndex(({ field }) => field === wanted)] ?? ''
  const value = cutText(cell('email'), 100)
  const refuse = (why: string | undefined): Who => ({ ok: false, value, why: why ?? 'This line cannot be read.' })
  // A file of bytes that are no text, or of half characters, is not guessed at.
  if ((['email', 'first_name', 'last_name'] as const).some((field) => isBroken(cell(field))))
    return refuse('This line holds characters that cannot be read. Export the list once more as UTF-8.')
  const email = emailAddressSchema.safeParse(cell('email'))
  const [firstName, lastName] = [personNameSchema.safeParse(cell('first_name')), personNameSchema.safeParse(cell('last_name'))]
  const problem = email.error ?? firstName.error ?? lastName.error
  if (problem) return refuse(problem.issues[0]?.message)
  return { ok: true, person: { email: email.data ?? '', firstName: firstName.data ?? '', lastName: lastName.data ?? '' } }
}

const isBroken = (cell: string) => !cell.isWellFormed() || cell.includes('\uFFFD')

type Wish = Pick<ImportedPerson, 'state' | 'frequency' | 'reason' | 'isOpen'>
type Unknown = { field: 'status' | 'frequency'; value: string }

const isStricter = (one: ImportState, other: ImportState) => strictness.indexOf(one) > strictness.indexOf(other)

/** What a line wants, by the strictest of its cells. What is not known is asked only where nothing else in the line says no. */
function wishOf(cells: string[], columns: ImportColumn[], reading: ImportReading): Wish & { unknown: Unknown[] } {
  const wish: Wish = { state: 'subscribed', frequency: 'weekly', reason: 'by-desk', isOpen: false }
  const become = (meaning: ImportState | ImportFrequency, words: string) => {
    if (meaning === 'weekly' || meaning === 'monthly') return void (wish.frequency = meaning)
    const state = meaning === 'off' ? 'unsubscribed' : meaning
    if (isStricter(state, wish.state)) wish.state = state
    if (state === 'suppressed') wish.reason = suppressionReasonOf(words)
  }
  const unknown: Unknown[] = []
  for (const [at, { head, field }] of columns.entries()) {
    const value = cells[at] ?? ''
    if ((field === 'left' || field === 'suppressed') && isSaid(value))
      become(field === 'left' ? 'unsubscribed' : 'suppressed', `${head} ${value}`)
    if (field !== 'status' && field !== 'frequency') continue
    const known = field === 'status' ? stateOf(value) : frequencyOf(value)
    if (known === undefined) unknown.push({ field, value: plainValue(value) })
    else become(known, value)
  }
  if (isStricter(wish.state, 'pending')) return { ...wish, unknown: [] }
  for (const { field, value } of unknown) {
    const meaning = answerOf(reading, field, value)
    if (meaning === null) wish.isOpen = true
    else become(meaning, value)
  }
  return { ...wish, unknown }
}

function answerOf(reading: ImportReading, field: 'status' | 'frequency', value: string): ImportState | ImportFrequency | null {
  const answers: Record<string, ImportState | ImportFrequency> = reading[field] ?? {}
  const key = [value, '*'].find((one) => Object.hasOwn(answers, one))
  return key === undefined ? null : answers[key]!
}

function stricter(one: ImportedPerson, other: ImportedPerson): ImportedPerson {
  const { state, reason } = isStricter(other.state, one.state) ? other : one
  return {
    ...one,
    state,
    reason,
    firstName: one.firstName || other.firstName,
    lastName: one.lastName || other.lastName,
    frequency: one.frequency === 'monthly' ? 'monthly' : other.frequency,
    isOpen: (one.isOpen || other.isOpen) && !isStricter(state, 'pending'),
  }
}

/** Those in most lines first; what is beyond a few stands together under `*`. */
function questionsOf(field: 'status' | 'frequency', asked: Map<string, number>, reading: ImportReading): ImportQuestion[] {
  const all = [...asked].toSorted(([, one], [, other]) => other - one)
  const told = all.slice(0, mostQuestions).map(([value, lines]) => ({ field, value, lines, meaning: answerOf(reading, field, value) }))
  const others = all.slice(mostQuestions).reduce((sum, [, lines]) => sum + lines, 0)
  return others === 0 ? told : [...told, { field, value: '*', lines: others, meaning: answerOf(reading, field, '*') }]
}
