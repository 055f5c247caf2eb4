import type { SearchHit, TextLine } from '#features/reader/contract.ts'
import { boxesBetween, boxesOfLines, type PageBox } from '../line-boxes.ts'

/** Returns the boxes of a hit, one per line; of its whole lines if the text has changed. */
export function boxesOfHit(
  lines: readonly TextLine[],
  hit: Pick<SearchHit, 'before' | 'match' | 'after' | 'lines'>,
): PageBox[] {
  const first = hit.lines[0]
  const last = hit.lines.at(-1)
  if (first === undefined || last === undefined || !lines[first] || !lines[last]) return []
  // The context distinguishes the hit from equal words in the line.
  const start = startOf(lines[first].text, hit, first === last)
  const end = first === last && start !== undefined ? start + hit.match.length : endOf(lines[last].text, hit)
  if (start === undefined || end === undefined) return boxesOfLines(lines, hit.lines)
  return boxesBetween(lines, { line: first, offset: start }, { line: last, offset: end })
}

function startOf(
  text: string,
  { before, match, after }: Pick<SearchHit, 'before' | 'match' | 'after'>,
  isOneLine: boolean,
) {
  if (isOneLine) {
    const at = text.indexOf(before + match + after)
    return at < 0 ? undefined : at + before.length
  }
  const starts = [...Array(text.length).keys()]
  return starts.find((at) => text.slice(0, at).endsWith(before) && match.startsWith(text.slice(at)))
}

function endOf(text: string, { match, after }: Pick<SearchHit, 'match' | 'after'>): number | undefined {
  const ends = [...Array(text.length).keys()].map((at) => at + 1)
  return ends.find((at) => match.endsWith(text.slice(0, at)) && text.slice(at).startsWith(after))
}
