import { foldText } from '#shared/fold-text.ts'

/** Lines at either edge of a page among which heads and feet are looked for. */
const edgeLines = 2

/** On so many pages the same line is no coincidence. */
const fewestPages = 3

/** A number in any script's digits, with the words and dashes that stand beside it on pages. */
const pageNumber = /^[-–·|\s]*(page |第)?\p{Nd}{1,4}( ?(of|\/) ?\p{Nd}{1,4})?(页|頁|ページ)?[-–·|\s]*$/u

/**
 * Empties the lines that are print, not text: running heads and feet, which stand at the same place of many pages, and
 * page numbers. Who looks for words finds them where they are said. A head whose words stand nowhere else stays on its
 * first page, so that nothing printed cannot be found.
 *
 * @param pages The texts of all lines, page after page.
 * @returns As many pages and lines, in the same order.
 */
export function withoutRunningLines(pages: string[][]): string[][] {
  const places = new Map<string, { page: number; line: number }[]>()
  for (const [page, lines] of pages.entries()) {
    for (const line of edgesOf(lines.length)) {
      const words = foldText(lines[line]!)
      if (words === '') continue
      // As far from the edge as on the other pages.
      const place = line < edgeLines ? line : line - lines.length
      const key = `${place} ${pageNumber.test(words) ? '#' : words}`
      places.set(key, [...(places.get(key) ?? []), { page, line }])
    }
  }
  const running = [...places.entries()].filter(([, found]) => found.length >= fewestPages)
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
