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
  const places = new Int32Array(spoken.length).fill(-1)

  function* align(from: number, to: number, low: number, high: number, depth: number): Slices<void> {
    const length = runLengths[depth]
    if (length === undefined || to - from < length || high - low < length) return
    let [spokenEnd, printedEnd] = [from, low]
    const between = (until: number, limit: number) => align(spokenEnd, until, printedEnd, limit, depth + 1)
    for (const [anchor, place] of longestChain(yield* findAnchors(spoken, printed, { from, to, low, high, length }))) {
      yield
      if (anchor < spokenEnd || place < printedEnd) continue
      let back = 0
      while (
        anchor - back > spokenEnd &&
        place - back > printedEnd &&
        spoken[anchor - back - 1] === printed[place - back - 1]
      )
        back += 1
      let ahead = length
      while (anchor + ahead < to && place + ahead < high && spoken[anchor + ahead] === printed[place + ahead])
        ahead += 1
      yield* between(anchor - back, place - back)
      for (let step = -back; step < ahead; step += 1) places[anchor + step] = place + step
      spokenEnd = anchor + ahead
      printedEnd = place + ahead
    }
    yield* between(to, high)
  }

  yield* align(0, spoken.length, 0, printed.length, 0)
  return places
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
  const runs = new Map<string, { at: number; place: number }>()
  // Every letter begins a run; sampling some of them is enough to meet each sentence.
  for (let at = from; at + length <= to; at += Math.max(1, length >> 2)) {
    if (at % lettersAtOnce === 0) yield
    const run = spoken.slice(at, at + length)
    const known = runs.get(run)
    if (known) known.at = -1
    else runs.set(run, { at, place: -1 })
  }
  for (let place = low; place + length <= high; place += 1) {
    if (place % lettersAtOnce === 0) yield
    const known = runs.get(printed.slice(place, place + length))
    if (known) known.place = known.place === -1 ? place : -2
  }
  return [...runs.values()].filter(({ at, place }) => at >= 0 && place >= 0).map(({ at, place }) => [at, place])
}

/** Returns the longest chain of anchors with increasing positions. */
function longestChain(anchors: [number, number][]): [number, number][] {
  const tails: number[] = []
  const before: number[] = []
  anchors.forEach(([, place], index) => {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (anchors[tails[middle]!]![1] < place) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  })
  const chain: [number, number][] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]!) chain.unshift(anchors[index]!)
  return chain
}
