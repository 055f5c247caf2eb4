import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { AppError } from '#shared/errors.ts'
import { emailAddressSchema } from '#shared/email-address.ts'
import { isEmailHeader } from './column-headers.ts'

/** Row of a file; `line` is its number in a spreadsheet. */
export type Row = { line: number; cells: string[] }

/** Characters per chunk, so that a large file does not block the event loop. */
const chunkLength = 64 * 1024

const delimiters = [',', ';', '\t', '|']
/** Characters and rows that are used to detect the delimiter. */
const [sampleLength, sampleRows] = [10_000, 20]

const options: Options = { relax_column_count: true, relax_quotes: true, max_record_size: 100_000 }

/**
 * Reads a CSV row by row without empty rows. The delimiter is a comma, semicolon, tab or vertical bar; a first line
 * `sep=;` specifies it and does not count as a row.
 *
 * @yields Every row that is not empty, including the header.
 * @throws AppError `invalid-input` if it is not a CSV.
 */
export async function* readRows(text: string): AsyncGenerator<Row> {
  const declared = /^sep=(.)[ \t]*(?:\r\n|\r|\n|$)/i.exec(text)
  const rows = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? delimiterOf(rows)
  const parser = Readable.from(chunksOf(rows)).pipe(parse({ ...options, delimiter }))
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells: cells.map(plain) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Rows that the parser had read ahead were not counted here.
    const faulty = (typeof error.records === 'number' ? error.records : line) + 1
    throw new AppError(
      'invalid-input',
      `The file cannot be read as CSV from row ${faulty} on. Check row ${faulty} for an unclosed quotation mark.`,
    )
  }
}

/** Returns whether a cell is an email address. */
export const isAddress = (cell: string) => emailAddressSchema.safeParse(cell).success

/** Removes the apostrophe that our exports put before values that a spreadsheet would interpret as a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=\s*[=+\-@])/, '')
}

/**
 * Returns the delimiter for which most of the first rows have an address or its header in a separate cell, then for
 * which most rows have the same width. The most frequent character is no indication: a remark may contain more commas
 * than the file has columns.
 */
function delimiterOf(text: string): string {
  const cut = text.slice(0, sampleLength)
  // The last row may be cut off.
  const head =
    cut.length < text.length ? cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1) || cut : cut
  const ranked = delimiters.map((delimiter) => ({ delimiter, fit: fitOf(head, delimiter) }))
  return ranked.reduce((best, one) => (isBetter(one.fit, best.fit) ? one : best)).delimiter
}

/** Number of rows with an address, number of rows with the most common width, and that width. */
type Fit = [rows: number, alike: number, width: number]

function fitOf(text: string, delimiter: string): Fit {
  let rows: string[][]
  try {
    rows = parseNow(text, { ...options, delimiter, to: sampleRows })
  } catch {
    // The text was cut within quotation marks, or they are unbalanced; splitting it into lines is precise enough here.
    rows = text.split(/\r\n|\r|\n/, sampleRows).map((line) => line.split(delimiter))
  }
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const widths = new Map<number, number>()
  for (const { length } of filled) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width, alike] = [...widths].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0])
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

async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += chunkLength) {
    yield text.slice(at, at + chunkLength)
    // Without this, reading would not yield to the event loop.
    await nextTurn()
  }
}
