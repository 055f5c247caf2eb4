import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A kind of page: one that is rendered once for all, and one that is rendered for each visitor. */
export type PageKind = { name: string; path: string; headers: Record<string, string> }

/** Pages of the benchmark. The cookie is one of the site that no visitor has. */
export const pageKinds: readonly PageKind[] = [
  { name: 'public page', path: '/', headers: { 'Accept-Encoding': 'br' } },
  { name: 'personal page', path: '/my-books', headers: { Cookie: 'swade-shelf=a-visitor-without-books' } },
]

const connections = 32

/**
 * Loads a page of some origins with `wrk`, the same number of connections however many origins there are.
 *
 * @returns Responses per second, of all origins together.
 * @throws Error with the output of `wrk` when a response is an error.
 */
export async function loadPages(origins: readonly string[], kind: PageKind, seconds: number): Promise<number> {
  const rates = await Promise.all(
    origins.map(async (origin) => {
      const headers = Object.entries(kind.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
      const share = String(Math.floor(connections / origins.length))
      const wrk = spawn(
        'wrk',
        ['-t1', `-c${share}`, `-d${seconds}s`, '--timeout', '10s', ...headers, origin + kind.path],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const [printed] = await Promise.all([text(wrk.stdout), once(wrk, 'exit')])
      const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1])
      if (/Non-2xx/.test(printed) || !(rate > 0)) throw new Error(`${kind.name} at ${origin}:\n${printed}`)
      return rate
    }),
  )
  return rates.reduce((sum, rate) => sum + rate, 0)
}
