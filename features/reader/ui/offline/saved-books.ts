import { type Locale, localePath } from '#shared/locales.ts'
import { findDocumentPath, listCachedBooks, openCache, readBookInfo } from './book-cache.ts'

/** Lists the books that are saved on this device, with the page at which each opens without a connection. */
export async function listSavedBooks(locale: Locale): Promise<{ path: string; title: string }[]> {
  const books = await Promise.all(
    (await listCachedBooks()).map(async (id) => {
      const path = await findDocumentPath(await openCache(id))
      return { path: path ?? localePath(locale, `/book/${id}/read`), note: await readBookInfo(id) }
    }),
  )
  return books.flatMap(({ path, note }) => (note ? [{ path, title: note.title }] : []))
}
