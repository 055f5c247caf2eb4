import { type PlainAnswer, plainRequest } from './plain-request.ts'

/** A shared HTTP cache in front of the site. `hits` counts cached responses. */
export type SharedCache = {
  get(path: string, headers?: Record<string, string>): Promise<PlainAnswer>
  hits(): number
  names(): string[]
}

/**
 * Creates a cache that stores more than the standard allows: also responses without a lifetime, for requests with
 * cookies, without revalidation. Only `no-store`, `private`, `no-cache` and `Vary` are respected.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9111#name-storing-responses-in-caches
 */
export function createSharedCache(origin: string): SharedCache {
  const kept = new Map<string, { answer: PlainAnswer; vary: string[]; requestHeaders: Record<string, string> }[]>()
  let hits = 0
  return {
    hits: () => hits,
    names: () => [...kept.keys()],
    async get(path, headers = {}) {
      const found = kept
        .get(path)
        ?.find(({ vary, requestHeaders }) => vary.every((name) => requestHeaders[name] === headers[name]))
      if (found) {
        hits += 1
        return found.answer
      }
      const answer = await plainRequest(origin, path, { headers })
      const control = String(answer.headers['cache-control'] ?? '')
      const vary = String(answer.headers['vary'] ?? '')
        .toLowerCase()
        .split(/\s*,\s*/)
        .filter(Boolean)
      const isKept = answer.status === 200 && !/no-store|private|no-cache/.test(control) && !vary.includes('*')
      if (isKept) kept.set(path, [...(kept.get(path) ?? []), { answer, vary, requestHeaders: headers }])
      return answer
    },
  }
}
