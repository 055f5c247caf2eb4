import type { PageText } from '#features/reader/contract.ts'
import type { Annotation } from './annotation.ts'
import { findQuote } from './find-quote.ts'

/** The current edition, as far as passages are searched in it. */
export type EditionText = {
  edition: string
  readablePages: number
  /** Returns the text of a readable page. */
  text: (page: number) => Promise<PageText>
  /** Returns readable pages that contain the words, best first. */
  search: (words: string) => Promise<number[]>
}

/** A passage rarely moves further than this many pages; beyond that, the search is used. */
const nearby = 3
const queryWordLimit = 6

/**
 * Locates an annotation's passage in another edition.
 *
 * @returns The annotation with its new position, or marked as moved if no readable page contains it.
 * @throws Error when text cannot be fetched; the annotation should stay unchanged.
 */
export async function reanchor(annotation: Annotation, book: EditionText): Promise<Annotation> {
  const here = { ...annotation, edition: book.edition, isMoved: false }
  // A bookmark on a page without text has only its page number.
  if (annotation.quote === '') return { ...here, page: Math.min(annotation.page, Math.max(1, book.readablePages)) }
  const tried = new Set<number>()
  const find = async (pages: readonly number[]) => {
    for (const page of pages) {
      if (page < 1 || page > book.readablePages || tried.has(page)) continue
      tried.add(page)
      const position = findQuote((await book.text(page)).lines, annotation)
      if (position) return { ...here, page, ...position }
    }
    return undefined
  }
  const around = Array.from({ length: nearby }, (_, index) => [
    annotation.page + index + 1,
    annotation.page - index - 1,
  ]).flat()
  return (
    (await find([annotation.page, ...around])) ??
    (await find(await book.search(annotation.quote.split(/\s+/).slice(0, queryWordLimit).join(' ')))) ?? {
      ...here,
      isMoved: true,
    }
  )
}
