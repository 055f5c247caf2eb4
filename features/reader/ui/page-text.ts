import type { PageText } from '#features/reader/contract.ts'
import { pageTextPath } from '#features/reader/paths.ts'

/** Pages whose words are kept; a reader who turns back finds them here, a long book does not fill the memory. */
const mostKept = 60

/** The words of a book's pages, asked for once each; `edition` names the one that is open. */
export function createTextSource(bookId: string, edition: () => string | undefined) {
  const asked = new Map<number, Promise<PageText>>()
  const here = new Map<number, PageText>()

  function get(page: number): Promise<PageText> {
    const known = asked.get(page)
    if (known) return known
    const name = edition()
    if (!name) return Promise.reject(new Error('no edition is open'))
    const text = fetchText(pageTextPath(bookId, name, page))
    asked.set(page, text)
    text.then(
      (found) => asked.get(page) === text && here.set(page, found),
      () => asked.get(page) === text && asked.delete(page),
    )
    for (const oldest of asked.keys()) {
      if (asked.size <= mostKept) break
      asked.delete(oldest)
      here.delete(oldest)
    }
    return text
  }

  return {
    get,
    /** @returns The words, when they have come already. */
    peek: (page: number) => here.get(page),
    clear() {
      asked.clear()
      here.clear()
    },
  }
}

async function fetchText(address: string): Promise<PageText> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the words were answered with ${answer.status}`)
  return (await answer.json()) as PageText
}
