import { createTurns } from '#platform/threads/turns.ts'
import type { BookAccess } from '#features/reader/contract.ts'
import { createRecentFiles } from './memory-cache.ts'

type Mark = Extract<BookAccess, { kind: 'owned' }>['mark']

/** Burns a buyer's mark into a page image. */
export type MarkPage = (webp: Buffer, mark: Mark) => Promise<Buffer>

/** Gives a page of an edition with a buyer's mark; `image` is asked only when it was not marked a moment ago. */
export type PageMarker = (
  edition: string,
  page: number,
  width: number,
  mark: Mark,
  image: () => Promise<Buffer>,
) => Promise<Buffer>

/** Packing a page this wide takes hundreds of megabytes: one at a time. */
const dearWidth = 1632

/** Marks pages for their buyers and keeps those of the last minutes in memory, because no cache between us may. */
export function createPageMarker(markPage: MarkPage): PageMarker {
  const recent = createRecentFiles(24 * 1024 * 1024)
  const underway = new Map<string, Promise<Buffer>>()
  const inDearTurn = createTurns(1, Infinity)

  const make = async (name: string, width: number, mark: Mark, image: () => Promise<Buffer>) => {
    const before = await image()
    const encode = () => markPage(before, mark)
    const marked = await (width >= dearWidth ? inDearTurn(encode) : encode())
    recent.add(name, marked)
    return marked
  }

  return async (edition, page, width, mark, image) => {
    const name = [edition, page, width, mark.orderCode, mark.maskedEmail].join('\n')
    const known = recent.get(name) ?? underway.get(name)
    if (known) return known
    const work = make(name, width, mark, image).finally(() => underway.delete(name))
    underway.set(name, work)
    return work
  }
}
