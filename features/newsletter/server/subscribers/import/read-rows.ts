import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#shared/errors.ts'

/** One row of a file; `line` as a spreadsheet counts it. */
export type Row = { line: number; cells: string[] }

/** A piece at a time, so that a large file keeps nobody else waiting. */
const pieceLength = 64 * 1024

const delimiters = [',', ';', '\t', '|']

/**
 * Reads a CSV row by row, empty rows left out. Commas, semicolons, tabs or bars; a first line `sep=;` says which, and no spreadsheet shows or counts it.
 *
 * @yields Every row with anything in it, the first ones too.
 * @throws AppError `invalid-input` when it is no CSV.
 */
export async function* readRows(text: string): AsyncGenerator<Row> {
  const said = /^sep=(.)[ \t]*(?:\r\n|\r|\n|$)/i.exec(text)
  const rows = said ? text.slice(said[0].length) : text
  const delimiter = said?.[1] ?? delimiterOf(rows)
  const parser = Readable.from(piecesOf(rows)).pipe(
    parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: 100_000 }),
  )
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells: cells.map(plain) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError('invalid-input', `This file cannot be read as CSV after line ${line}: a quotation mark may be left open there.`)
  }
}

/** Files of ours put an apostrophe before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=\s*[=+\-@])/, '')
}

/** What stands most often between the quotation marks of the first lines, which may hold a title without any. */
function delimiterOf(text: string): string {
  const head = text
    .slice(0, 10_000)
    .split(/\r\n|\r|\n/, 5)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '')
  const count = (mark: string) => head.split(mark).length
  return delimiters.reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength)
    // Reading alone goes on without ever coming back to the event loop.
    await nextTurn()
  }
}
