import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#shared/errors.ts'
import { emailAddressSchema, personNameSchema } from '#shared/email-address.ts'

/** One line of an import after checking; `line` as a spreadsheet counts, the head is 1. */
export type ImportLine =
  | { ok: true; line: number; email: string; firstName: string; lastName: string }
  | { ok: false; line: number; value: string; why: string }

/** What columns may be called, however they are written. */
const names = {
  email: ['email', 'emailaddress', 'mail', 'subscriber'],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'name'],
  lastName: ['lastname', 'familyname', 'surname', 'nachname'],
}

/** A piece at a time, so that a large file keeps nobody else waiting. */
const pieceLength = 64 * 1024

/**
 * Reads a CSV of subscribers line by line. Its first line names the columns, one of them the address; commas, semicolons or tabs.
 *
 * @yields Every line that is not empty, after the head.
 * @throws AppError `invalid-input` when it is no such file.
 */
export async function* readImport(file: Buffer): AsyncGenerator<ImportLine> {
  const text = decode(file)
  const parser = Readable.from(piecesOf(text)).pipe(
    parse({ delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true, max_record_size: 100_000, bom: true }),
  )
  let columns: { email: number; firstName: number; lastName: number } | undefined
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++
      if (!columns) columns = columnsOf(cells)
      else if (cells.some((cell) => cell.trim() !== '')) yield lineOf(line, cells, columns)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError('invalid-input', `This file cannot be read as CSV after line ${line}: a quotation mark may be left open there.`)
  }
  if (!columns) throw new AppError('invalid-input', 'This file is empty.')
}

function lineOf(line: number, cells: string[], columns: { email: number; firstName: number; lastName: number }): ImportLine {
  const cell = (index: number) => plain(cells[index] ?? '')
  const email = emailAddressSchema.safeParse(cell(columns.email))
  const [firstName, lastName] = [columns.firstName, columns.lastName].map((index) => personNameSchema.safeParse(cell(index)))
  const problem = email.error ?? firstName?.error ?? lastName?.error
  const value = cell(columns.email).slice(0, 100)
  if (problem) return { ok: false, line, value, why: problem.issues[0]?.message ?? 'This line cannot be read.' }
  return { ok: true, line, email: email.data ?? '', firstName: firstName?.data ?? '', lastName: lastName?.data ?? '' }
}

function columnsOf(cells: string[]) {
  const heads = cells.map((cell) => cell.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const find = (among: string[]) => heads.findIndex((head) => among.includes(head))
  const email = find(names.email)
  if (email === -1) throw new AppError('invalid-input', 'The first line must name the columns, one of them “email”.')
  return { email, firstName: find(names.firstName), lastName: find(names.lastName) }
}

/** Files of ours put an apostrophe before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=\s*[=+\-@])/, '')
}

function delimiterOf(text: string): string {
  const head = text.slice(0, 10_000).split(/\r?\n|\r/, 1)[0] ?? ''
  const count = (mark: string) => head.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** UTF-8, UTF-16 where it says so, else what Excel writes in western countries. */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}
