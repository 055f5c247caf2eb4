import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { AppError } from '#shared/errors.ts'
import { emailAddressSchema } from '#shared/email-address.ts'
import { isEmailHeader } from './column-headers.ts'

/** One row of a file; `line` as a spreadsheet counts it. */
export type Row = { line: number; cells: string[] }

/** A piece at a time, so that a large file keeps nobody else waiting. */
const pieceLength = 64 * 1024

const delimiters = [',', ';', '\t', '|']
/** So many letters and rows show which of them it is. */
const [headLength, headRows] = [10_000, 20]

const options: Options = { relax_column_count: true, relax_quotes: true, max_record_size: 100_000 }

/**
 * Reads a CSV row by row, empty rows left out. Commas, semicolons, tabs or bars; a first line `sep=;` says which, and
 * no spreadsheet shows or counts it.
 *
 * @yields Every row with anything in it, the first ones too.
 * @throws AppError `invalid-input` when it is no CSV.
 */
export async function* readRows(text: string): AsyncGenerator<Row> {
  const said = /^sep=(.)[ \t]*(?:\r\n|\r|\n|$)/i.exec(text)
  const rows = said ? text.slice(said[0].length) : text
  const delimiter = said?.[1] ?? delimiterOf(rows)
  const parser = Readable.from(piecesOf(rows)).pipe(parse({ ...options, delimiter }))
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells: cells.map(plain) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError(
      'invalid-input',
      `The file cannot be read as CSV after row ${line}. Check for an unclosed quotation mark there.`,
    )
  }
}

/** Whether a cell is an address, and nothing but one. */
export const isAddress = (cell: string) => emailAddressSchema.safeParse(cell).success

/** Files of ours put an apostrophe before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=\s*[=+\-@])/, '')
}

/**
 * The separator under which the most of the first rows hold an address or its head in a cell of its own, then under
 * which the most of them are of one width. Which sign stands there most often tells little: a remark may hold more
 * commas than the file has columns.
 */
function delimiterOf(text: string): string {
  const cut = text.slice(0, headLength)
  // The last row may be cut anywhere.
  const head =
    cut.length < text.length ? cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1) || cut : cut
  const ranked = delimiters.map((delimiter) => ({ delimiter, fit: fitOf(head, delimiter) }))
  return ranked.reduce((best, one) => (isBetter(one.fit, best.fit) ? one : best)).delimiter
}

/** Rows with an address, rows of the commonest width, that width. */
type Fit = [rows: number, alike: number, width: number]

function fitOf(text: string, delimiter: string): Fit {
  let rows: string[][]
  try {
    rows = parseNow(text, { ...options, delimiter, to: headRows })
  } catch {
    // A quotation mark is left open where the text was cut, or everywhere: its first lines tell, too.
    rows = text.split(/\r\n|\r|\n/, headRows).map((line) => line.split(delimiter))
  }
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const widths = new Map<number, number>()
  for (const { length } of filled) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width, alike] = [...widths].reduce((most, one) => (one[1] > most[1] ? one : most), [1, 0])
  return [
    filled.filter((cells) => cells.some((cell) => isEmailHeader(cell) || isAddress(plain(cell)))).length,
    alike,
    width,
  ]
}

function isBetter(one: Fit, other: Fit): boolean {
  const at = one.findIndex((figure, place) => figure !== other[place])
  return at >= 0 && one[at]! > other[at]!
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength)
    // Reading alone goes on without ever coming back to the event loop.
    await nextTurn()
  }
}
