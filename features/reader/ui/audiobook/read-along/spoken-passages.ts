import type { ReadAlong } from '#features/reader/contract.ts'

/** A spoken paragraph, or its part on one page, with the recording it is heard in. */
export type SpokenPlace = ReadAlong['chapters'][number]['paragraphs'][number] & { file: string }

/** What is said when, and where it stands, ready to be looked up both ways. */
export type SpokenPlaces = {
  /** In the order they are heard. */
  inFile(file: string): readonly SpokenPlace[]
  /** In the order they are heard. */
  onPage(page: number): readonly SpokenPlace[]
}

const none: readonly SpokenPlace[] = []

export function spokenPlaces({ chapters }: ReadAlong): SpokenPlaces {
  const all = chapters.flatMap(({ file, paragraphs }) => paragraphs.map((paragraph) => ({ ...paragraph, file })))
  const byFile = Map.groupBy(all, ({ file }) => file)
  const byPage = Map.groupBy(all, ({ page }) => page)
  return { inFile: (file) => byFile.get(file) ?? none, onPage: (page) => byPage.get(page) ?? none }
}

/** What is said at that moment; in the silence after a paragraph it is still that one. */
export function placeAt(places: readonly SpokenPlace[], seconds: number): SpokenPlace | undefined {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]!.startSeconds <= seconds) low = middle + 1
    else high = middle
  }
  return places[low - 1]
}

/** What is said of a line of a page; undefined where nothing of it is read aloud. */
export function placeOfLine(places: readonly SpokenPlace[], line: number): SpokenPlace | undefined {
  return places.find(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine)
}
