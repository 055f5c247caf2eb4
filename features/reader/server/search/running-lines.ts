import { foldText } from '#shared/fold-text.ts'

/** Lines at either edge of a page that may be headers or footers. */
const edgeLines = 2

/** A line that repeats on this many pages is a header or footer. */
const minPages = 3

/** A number in any script's digits, with the words and dashes around page numbers. */
const pageNumber = /^[-–·|\s]*(page |第)?\p{Nd}{1,4}( ?(of|\/) ?\p{Nd}{1,4})?(页|頁|ページ)?[-–·|\s]*$/u

/**
 * Clears headers, footers and page numbers, which repeat at the same position of many pages, so that search finds the
 * text only. A header whose words appear nowhere else stays on its first page, so that everything printed can be
 * found.
 *
 * @param pages Texts of all lines, page by page.
 * @returns The same pages and lines, in the same order.
 */
export function withoutRunningLines(pages: string[][]): string[][] {
  const positions = new Map<string, { page: number; line: number }[]>()
  for (const [page, lines] of pages.entries()) {
    for (const line of edgesOf(lines.length)) {
      const words = foldText(lines[line]!)
      if (words === '') continue
      // Position relative to the nearer edge.
      const position = line < edgeLines ? line : line - lines.length
      const key = `${position} ${pageNumber.test(words) ? '#' : words}`
      positions.set(key, [...(positions.get(key) ?? []), { page, line }])
    }
  }
  const running = [...positions.entries()].filter(([, found]) => found.length >= minPages)
  const bare = pages.map((lines) => [...lines])
  for (const [, found] of running) for (const { page, line } of found) bare[page]![line] = ''
  const text = bare.map((lines) => lines.join(' ').toLowerCase()).join('\n')
  for (const [key, [first]] of running) {
    const { page, line } = first!
    const printed = pages[page]![line]!
    const words = printed
      .toLowerCase()
      .replace(/^\s*\d+\.?\s+/, '')
      .trim()
    if (!key.endsWith(' #') && !text.includes(words)) bare[page]![line] = printed
  }
  return bare
}

function edgesOf(count: number): number[] {
  const lines = [...Array(count).keys()]
  return lines.filter((line) => line < edgeLines || line >= count - edgeLines)
}
