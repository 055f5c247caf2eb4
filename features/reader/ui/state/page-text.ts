import type { PageText, TextLine } from '#features/reader/contract.ts'
import { pageTextPath } from '#features/reader/paths.ts'

/** Props of a page overlay; `lines` is empty until the page's text is loaded. */
export type PageOverlayProps = { page: number; lines: readonly TextLine[] }

/** Number of page texts in memory, for turning back; bounded for long books. */
const maxCached = 60

/** Creates the cache of a book's page texts, fetched once each; `edition` returns the open one. */
export function createTextCache(bookId: string, edition: () => string | undefined) {
  const requests = new Map<number, Promise<PageText>>()
  const loaded = new Map<number, PageText>()

  function get(page: number): Promise<PageText> {
    const known = requests.get(page)
    if (known) return known
    const name = edition()
    if (!name) return Promise.reject(new Error('no edition is open'))
    const text = fetchText(pageTextPath(bookId, name, page))
    requests.set(page, text)
    text.then(
      (found) => requests.get(page) === text && loaded.set(page, found),
      () => requests.get(page) === text && requests.delete(page),
    )
    for (const oldest of requests.keys()) {
      if (requests.size <= maxCached) break
      requests.delete(oldest)
      loaded.delete(oldest)
    }
    return text
  }

  return {
    get,
    /** @returns The text, if it is loaded. */
    peek: (page: number) => loaded.get(page),
    clear() {
      requests.clear()
      loaded.clear()
    },
  }
}

async function fetchText(address: string): Promise<PageText> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the request for the text of a page returned ${answer.status}`)
  return (await answer.json()) as PageText
}
