/** A page of a list; `page` counts from 1, and `offset` is the number of entries before it. */
export type PageWindow = { page: number; pageCount: number; offset: number }

/**
 * Returns the requested page of a list, or the last one if there are fewer. A list without entries has one page.
 *
 * @param requested A whole number ≥ 1.
 */
export function pageWithin(requested: number, total: number, perPage: number): PageWindow {
  const pageCount = Math.max(1, Math.ceil(total / perPage))
  const page = Math.min(requested, pageCount)
  return { page, pageCount, offset: (page - 1) * perPage }
}
