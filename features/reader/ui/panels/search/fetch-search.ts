import type { SearchReply } from '#features/reader/contract.ts'
import { searchPath } from '#features/reader/paths.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { SearchBook } from './search-store.ts'

/** Searches one book on the server. Its errors are sentences of the server, or keys of the catalogue. */
export function searchBook(bookId: string): SearchBook {
  return async (query, signal) => {
    let answer: Response
    try {
      answer = await fetch(`${searchPath(bookId)}?${new URLSearchParams({ q: query })}`, { signal })
    } catch (error) {
      if (signal.aborted) throw error
      throw new Error(navigator.onLine ? 'reader.search.failed' : 'reader.search.offline', {
        cause: error,
      })
    }
    if (!answer.ok) throw new Error(await reasonOf(answer))
    return (await answer.json()) as SearchReply
  }
}

async function reasonOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => undefined)) as Partial<ErrorBody> | undefined
  // The detail of a server error is for the owner, not for visitors.
  return answer.status < 500 && body?.detail ? body.detail : 'reader.search.failed'
}
