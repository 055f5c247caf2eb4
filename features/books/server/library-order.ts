import { z } from 'zod'
import { slugSchema } from '#shared/contract.ts'
import type { Book } from '#features/books/contract.ts'

/** The order the owner put the library in: one entry of the kind `library`, so that moving one book is one edit. */
export const libraryOrderSchema = z.object({ id: z.literal('order'), bookIds: z.array(slugSchema).max(10_000) }).strict()

/** Before the owner moved anything: books stand as their files say. */
export const fileLibraryOrder: z.infer<typeof libraryOrderSchema> = { id: 'order', bookIds: [] }

/** Books the owner has put in order come first, in that order; the others follow by their own number. */
export function inLibraryOrder(books: readonly Book[], bookIds: readonly string[]): Book[] {
  const places = new Map(bookIds.map((id, place) => [id, place]))
  const placeOf = ({ id }: Book) => places.get(id) ?? Infinity
  return books.toSorted((a, b) => (placeOf(a) === placeOf(b) ? a.order - b.order : placeOf(a) - placeOf(b)))
}
