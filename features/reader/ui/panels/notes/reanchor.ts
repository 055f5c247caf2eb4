import type { PageText } from '#features/reader/contract.ts'
import type { Annotation } from './annotation.ts'
import { findQuote } from './find-quote.ts'

/** The edition on the screen, as far as a passage is looked for in it. */
export type EditionText = {
  edition: string
  readablePages: number
  /** The words of a readable page. */
  text: (page: number) => Promise<PageText>
  /** Readable pages on which words stand, best first. */
  search: (words: string) => Promise<number[]>
}

/** A new edition rarely moves a passage further than this many pages; beyond, the search is asked. */
const nearby = 3
const wordsAsked = 6

/**
 * Finds an annotation's passage in another edition than it was made in.
 *
 * @returns The annotation in its new place, or marked as moved where no readable page holds its words.
 * @throws Error when words could not be fetched: nothing is known then, and it stays as it was.
 */
export async function reanchor(annotation: Annotation, book: EditionText): Promise<Annotation> {
  const here = { ...annotation, edition: book.edition, isMoved: false }
  // A bookmark on a page without words can only trust its number.
  if (annotation.quote === '') return { ...here, page: Math.min(annotation.page, Math.max(1, book.readablePages)) }
  const tried = new Set<number>()
  const find = async (pages: readonly number[]) => {
    for (const page of pages) {
      if (page < 1 || page > book.readablePages || tried.has(page)) continue
      tried.add(page)
      const place = findQuote((await book.text(page)).lines, annotation)
      if (place) return { ...here, page, ...place }
    }
    return undefined
  }
  const around = Array.from({ length: nearby }, (_, index) => [
    annotation.page + index + 1,
    annotation.page - index - 1,
  ]).flat()
  return (
    (await find([annotation.page, ...around])) ??
    (await find(await book.search(annotation.quote.split(/\s+/).slice(0, wordsAsked).join(' ')))) ?? {
      ...here,
      isMoved: true,
    }
  )
}
