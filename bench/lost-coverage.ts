/** A position in a source file. Lines start at 1, columns at 0; a missing column means the end of the line. */
type Position = { line?: number; column?: number | null }
type Location = { start: Position; end: Position }

/**
 * Coverage of one file in Istanbul's format.
 *
 * @see https://github.com/istanbuljs/istanbuljs/blob/main/docs/raw-output.md
 */
export type FileCoverage = {
  path: string
  statementMap: Record<string, Location>
  s: Record<string, number>
  branchMap: Record<string, { type: string; loc: Location }>
  b: Record<string, number[]>
}

/** A source file and its coverage. */
export type CoveredFile = { source: string; coverage: FileCoverage }

/** A statement or branch that was covered before and no longer is; `line` is its current position. */
export type Lost = { path: string; line: number; kind: 'statement' | 'branch'; text: string }

type Item = { kind: Lost['kind']; place: string; text: string; line: number; isCovered: boolean }

/**
 * Compares coverage of an earlier tree with coverage of the current one.
 *
 * Files are matched by path. In an unchanged file positions are compared. In a changed file a statement is found again
 * by its own text, without the text of statements nested in it, so moved lines do not matter.
 * A file that no longer exists is searched for, statement by statement, in the files that are new.
 *
 * @param before Runs of the same earlier tree, by path; code that any of them ran counts as covered.
 * @returns `lost`, how many statements and branches were `covered` before, and how many of those are `gone` from the
 *   code.
 */
export function findLostCoverage(
  before: Map<string, CoveredFile>[],
  after: Map<string, CoveredFile>,
): { lost: Lost[]; covered: number; gone: number } {
  const paths = new Set(before.flatMap((run) => [...run.keys()]))
  const fresh = [...after]
    .filter(([path]) => !paths.has(path))
    .flatMap(([path, file]) => itemsOf(file).map((item) => ({ ...item, path })))
  const lost: Lost[] = []
  let [covered, gone] = [0, 0]
  for (const path of paths) {
    const runs = before.flatMap((run) => run.get(path) ?? [])
    const ran = new Map(
      runs
        .flatMap(itemsOf)
        .filter(({ isCovered }) => isCovered)
        .map((item) => [item.place, item]),
    )
    covered += ran.size
    const now = after.get(path)
    const items = (now ? itemsOf(now) : []).map((item) => ({ ...item, path }))
    if (now && now.source === runs[0]?.source) {
      lost.push(...items.filter((item) => !item.isCovered && ran.has(item.place)).map(asLost))
      continue
    }
    for (const [text, times] of countTexts([...ran.values()])) {
      const isIt = (item: Item) => `${item.kind} ${item.text}` === text
      const same = items.some(isIt) ? items.filter(isIt) : fresh.filter(isIt)
      const missing = Math.min(times, same.length) - same.filter(({ isCovered }) => isCovered).length
      gone += Math.max(0, times - same.length)
      if (missing > 0) lost.push(...same.filter(({ isCovered }) => !isCovered).map(asLost))
    }
  }
  return { lost, covered, gone }
}

const asLost = ({ path, line, kind, text }: Item & { path: string }): Lost => ({ path, line, kind, text })

function countTexts(items: Item[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, text } of items) counts.set(`${kind} ${text}`, (counts.get(`${kind} ${text}`) ?? 0) + 1)
  return counts
}

function itemsOf({ source, coverage }: CoveredFile): Item[] {
  const offsets = lineOffsets(source)
  const rangeOf = ({ start, end }: Location): Range => [
    offsetOf(offsets, start, source.length),
    offsetOf(offsets, end, source.length),
  ]
  const statements = Object.entries(coverage.statementMap)
  const ranges = statements.map(([, location]) => rangeOf(location))
  const items: Item[] = statements.map(([id, location]) => ({
    kind: 'statement',
    place: `statement ${placeOf(location)}`,
    text: ownText(source, rangeOf(location), ranges),
    line: location.start.line ?? 0,
    isCovered: (coverage.s[id] ?? 0) > 0,
  }))
  for (const [id, { type, loc }] of Object.entries(coverage.branchMap)) {
    const text = ownText(source, rangeOf(loc), ranges)
    for (const [way, times] of (coverage.b[id] ?? []).entries()) {
      const place = `branch ${type} ${placeOf(loc)} ${way}`
      items.push({
        kind: 'branch',
        place,
        text: `${type} ${way}: ${text}`,
        line: loc.start.line ?? 0,
        isCovered: times > 0,
      })
    }
  }
  return items
}

type Range = [from: number, to: number]

/** Returns the text of a range on one line, with nested statements left out. */
function ownText(source: string, [from, to]: Range, statements: Range[]): string {
  const inside = statements.filter(([start, end]) => start >= from && end <= to && end - start < to - from)
  let text = ''
  let at = from
  for (const [start, end] of inside.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < at) continue
    text += `${source.slice(at, start)}…`
    at = end
  }
  return (text + source.slice(at, to)).replaceAll(/\s+/g, ' ').trim()
}

function lineOffsets(source: string): number[] {
  const offsets = [0]
  for (const line of source.split('\n')) offsets.push(offsets.at(-1)! + line.length + 1)
  return offsets
}

function offsetOf(offsets: number[], { line = 1, column }: Position, length: number): number {
  const offset =
    column === null || column === undefined ? (offsets[line] ?? length + 1) - 1 : (offsets[line - 1] ?? length) + column
  return Math.min(offset, length)
}

const placeOf = ({ start, end }: Location) => `${start.line}:${start.column}-${end.line}:${end.column}`
