import type { ReadAlong } from '#features/reader/contract.ts'

/** A spoken paragraph, or its part on one page, with its recording. */
export type SpokenPassage = ReadAlong['chapters'][number]['paragraphs'][number] & { file: string }

/** Spoken passages, indexed by recording and by page. */
export type SpokenPassages = {
  /** Returns passages in playback order. */
  inFile(file: string): readonly SpokenPassage[]
  /** Returns passages in playback order. */
  onPage(page: number): readonly SpokenPassage[]
}

const none: readonly SpokenPassage[] = []

export function indexSpokenPassages({ chapters }: ReadAlong): SpokenPassages {
  const all = chapters.flatMap(({ file, paragraphs }) => paragraphs.map((paragraph) => ({ ...paragraph, file })))
  const byFile = Map.groupBy(all, ({ file }) => file)
  const byPage = Map.groupBy(all, ({ page }) => page)
  return { inFile: (file) => byFile.get(file) ?? none, onPage: (page) => byPage.get(page) ?? none }
}

/** Returns the passage at a time; a pause belongs to the passage before it. */
export function passageAt(places: readonly SpokenPassage[], seconds: number): SpokenPassage | undefined {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.startSeconds <= seconds) low = middle + 1
    else high = middle
  }
  return places[low - 1]
}

/** Returns the passage of a line; undefined if the line is not narrated. */
export function passageOfLine(places: readonly SpokenPassage[], line: number): SpokenPassage | undefined {
  return places.find(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine)
}
