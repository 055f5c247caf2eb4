import type { Slices } from './slices.ts'

/** Lengths of matching runs, from unique in a book to unique in a line or two. */
const runLengths = [24, 12, 6]

/**
 * Aligns one text with another that contains it in order, with other text in between.
 *
 * Runs that are unique in both are anchors. The longest ordered chain of anchors is extended, and the gaps between
 * them are aligned with shorter runs.
 *
 * @yields To let other work run.
 * @returns For every letter of `spoken` its position in `printed`, or −1. Positions only increase.
 */
export function* alignLetters(spoken: string, printed: string): Slices<Int32Array> {
  const positions = new Int32Array(spoken.length).fill(-1)

  function* align(from: number, to: number, low: number, high: number, depth: number): Slices<void> {
    const length = runLengths[depth]
    if (length === undefined || to - from < length || high - low < length) return
    let [spokenEnd, printedEnd] = [from, low]
    const between = (until: number, limit: number) => align(spokenEnd, until, printedEnd, limit, depth + 1)
    for (const [anchor, position] of longestChain(
      yield* findAnchors(spoken, printed, { from, to, low, high, length }),
    )) {
      yield
      if (anchor < spokenEnd || position < printedEnd) continue
      let back = 0
      while (
        anchor - back > spokenEnd &&
        position - back > printedEnd &&
        spoken[anchor - back - 1] === printed[position - back - 1]
      )
        back += 1
      let ahead = length
      while (anchor + ahead < to && position + ahead < high && spoken[anchor + ahead] === printed[position + ahead])
        ahead += 1
      yield* between(anchor - back, position - back)
      for (let step = -back; step < ahead; step += 1) positions[anchor + step] = position + step
      spokenEnd = anchor + ahead
      printedEnd = position + ahead
    }
    yield* between(to, high)
  }

  yield* align(0, spoken.length, 0, printed.length, 0)
  return positions
}

/** Letters processed before other work may run. */
const lettersAtOnce = 1_024

type Reach = { from: number; to: number; low: number; high: number; length: number }

/** Finds runs that are unique in both texts, in spoken order. */
function* findAnchors(
  spoken: string,
  printed: string,
  { from, to, low, high, length }: Reach,
): Slices<[spoken: number, printed: number][]> {
  const runs = new Map<string, { at: number; position: number }>()
  // Starting a run at every letter is unnecessary; sampled positions are enough to hit each sentence.
  for (let at = from; at + length <= to; at += Math.max(1, length >> 2)) {
    if (at % lettersAtOnce === 0) yield
    const run = spoken.slice(at, at + length)
    const known = runs.get(run)
    if (known) known.at = -1
    else runs.set(run, { at, position: -1 })
  }
  for (let position = low; position + length <= high; position += 1) {
    if (position % lettersAtOnce === 0) yield
    const known = runs.get(printed.slice(position, position + length))
    if (known) known.position = known.position === -1 ? position : -2
  }
  return [...runs.values()]
    .filter(({ at, position }) => at >= 0 && position >= 0)
    .map(({ at, position }) => [at, position])
}

/** Returns the longest chain of anchors with increasing positions. */
function longestChain(anchors: [number, number][]): [number, number][] {
  const tails: number[] = []
  const before: number[] = []
  anchors.forEach(([, position], index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (anchors[tails[middle]!]![1] < position) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  })
  const chain: [number, number][] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]!) chain.unshift(anchors[index]!)
  return chain
}
