import type { Pool, PoolClient } from 'pg'

type EndStatement = (error: unknown) => void
type Query = (...args: unknown[]) => unknown

const traced = new WeakSet<PoolClient>()

/**
 * Reports every statement of a pool, on whichever connection it runs.
 *
 * @param begin Called with a summary such as `SELECT mail_outbox`; returns the function to call at the end, or
 *   undefined for statements that do not matter.
 */
export function traceStatements(pool: Pool, begin: (summary: string) => EndStatement | undefined): void {
  pool.on('acquire', (client) => {
    if (traced.has(client)) return
    traced.add(client)
    const query = client.query.bind(client) as Query
    client.query = ((...args: unknown[]) => {
      const text = textOf(args[0])
      const end = text === undefined ? undefined : begin(summarize(text))
      if (!end) return query(...args)
      const callback = args.at(-1)
      if (typeof callback === 'function')
        return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          end(error ?? undefined)
          callback(error, result)
        })
      const answer = query(...args)
      // A stream or a cursor ends on its own.
      if (!(answer instanceof Promise)) end(undefined)
      else
        answer.then(
          () => end(undefined),
          (error: unknown) => end(error),
        )
      return answer
    }) as typeof client.query
  })
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}

/** Returns the verb and the first table of a statement. Values never appear in it. */
export function summarize(statement: string): string {
  const [, verb = 'SQL'] = /^\s*(\w+)/.exec(statement) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_][\w.]*)"?/i.exec(statement) ?? []
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase()
}
