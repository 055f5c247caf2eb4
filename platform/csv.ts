/**
 * Formats a line of a CSV file. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe;
 * numbers are unchanged.
 *
 * @returns The line with CR LF.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** Byte order mark by which spreadsheets detect UTF-8. */
export const byteOrderMark = '\uFEFF'

function cellOf(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(/^[\s]*[=+\-@\t\r\n]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
