import type { PGlite } from '@electric-sql/pglite'
import { ConnectionPool, type DatabaseLog } from './connection-pool.ts'
import { pgliteStream } from './pglite-stream.ts'

/** A pool on PGlite. It has one connection, so inside a transaction everything must go through the transaction. */
export function pglitePool(pglite: PGlite, log: DatabaseLog): ConnectionPool {
  return new ConnectionPool(
    {
      stream: () => pgliteStream(pglite),
      max: 1,
      host: 'localhost',
      user: 'postgres',
      database: 'postgres',
      ssl: false,
    },
    log,
  )
}
