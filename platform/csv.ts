/**
 * One line of a CSV file.
 *
 * Text a spreadsheet would take for a formula is preceded by an apostrophe; numbers are written as they are.
 *
 * @returns Ends with CR LF.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** What lets spreadsheets know that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

function cellOf(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(/^[\s]*[=+\-@\t\r\n]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
