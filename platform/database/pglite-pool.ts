import type { PGlite } from '@electric-sql/pglite'
import { ConnectionPool, type DatabaseLog } from './connection-pool.ts'
import { pgliteStream } from './pglite-stream.ts'

/** Creates a pool on PGlite. It has one connection, so inside a transaction all statements must use the transaction. */
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
