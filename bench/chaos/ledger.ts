/** A fault and what became of everything that was under way. */
export type LedgerRow = { fault: string; injected: string; survived: string; lost: readonly string[] }

/**
 * Prints a table with one row for each fault.
 *
 * @returns Whether anything was lost.
 */
export function printLedger(rows: readonly LedgerRow[]): boolean {
  const cells = [
    ['fault', 'injected', 'survived', 'lost'],
    ...rows.map(({ fault, injected, survived, lost }) => [fault, injected, survived, lost.join('; ') || '0']),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]!.length)))
  console.log()
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(' · ')
        .trimEnd(),
    )
  const total = rows.reduce((sum, { lost }) => sum + lost.length, 0)
  if (rows.length === 0) console.log('\nNo fault was injected.')
  else if (total === 0) console.log('\nNothing was lost.')
  else console.log(`\n${total} ${total === 1 ? 'loss' : 'losses'}.`)
  return total > 0
}
