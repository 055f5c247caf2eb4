import { hkdfSync, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beginLongTransaction } from '#platform/database/connection-pool.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { AppError, isAppError } from '#shared/errors.ts'

/** Use of a key. Each use has a key of its own, so that a value made for one is worthless for another. */
type KeyUse = 'links' | 'mails' | 'second-step' | 'owner-codes' | 'tracking'

/**
 * Secret keys of the site, 32 bytes each. They come from one random key in the file storage, which all hosts share, and
 * never from the database: whoever reads the database alone can forge and open nothing.
 *
 * All methods throw AppError `unavailable` while the storage cannot be read; the next call tries again.
 */
export type SiteKeys = {
  get(use: KeyUse): Promise<Buffer>
  /** Stores a key that an earlier version had elsewhere; from then on it is the key of that use. */
  adopt(use: KeyUse, key: Buffer): Promise<void>
}

/** Folder of the keys in the storage. */
export const keyFolder = 'keys'
const mainFile = `${keyFolder}/site.key`
const adoptedFile = (use: KeyUse) => `${keyFolder}/${use}.key`
const keyBytes = 32

/** Advisory lock that makes one process create the key while others wait. */
const creationLock = 7_192_337_403

/** Uses that earlier versions had a key for. */
const adoptable = new Set<KeyUse>(['tracking'])

/**
 * Creates the keys of a site. The first call of any host stores the random key.
 *
 * @see docs/decisions/061-links.md
 */
export function createSiteKeys({
  pool,
  storage,
}: {
  pool: Database['pool']
  storage: Pick<Storage, 'open' | 'put'>
}): SiteKeys {
  const loaded = new Map<KeyUse | 'main', Promise<Buffer>>()

  function load(name: KeyUse | 'main', read: () => Promise<Buffer>): Promise<Buffer> {
    const before = loaded.get(name)
    if (before) return before
    const loading = read().catch((error: unknown) => {
      loaded.delete(name)
      throw isAppError(error) ? error : unavailable('The keys of the site cannot be read from the file storage.', error)
    })
    loaded.set(name, loading)
    return loading
  }

  const main = () => load('main', async () => (await readKey(storage, mainFile)) ?? createKey({ pool, storage }))

  return {
    get: (use) =>
      load(use, async () => {
        const adopted = adoptable.has(use) ? await readKey(storage, adoptedFile(use)) : undefined
        return adopted ?? Buffer.from(hkdfSync('sha256', await main(), '', `swade ${use}`, keyBytes))
      }),
    async adopt(use, key) {
      await storage.put(adoptedFile(use), key, { contentType: 'application/octet-stream' })
      loaded.delete(use)
    },
  }
}

/** A storage has no way to create a file only if there is none, but all hosts share a database that can lock. */
async function createKey({ pool, storage }: Parameters<typeof createSiteKeys>[0]): Promise<Buffer> {
  const client = await pool.connect()
  try {
    await beginLongTransaction(client)
    await client.query('SELECT pg_advisory_xact_lock($1)', [creationLock])
    let key = await readKey(storage, mainFile)
    if (!key) {
      key = randomBytes(keyBytes)
      await storage.put(mainFile, key, { contentType: 'application/octet-stream' })
    }
    await client.query('COMMIT')
    return key
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** @throws AppError `unavailable` for a file that is no key: a new one would invalidate every link. */
async function readKey(storage: Pick<Storage, 'open'>, name: string): Promise<Buffer | undefined> {
  const file = await storage.open(name).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not-found') return undefined
    throw error
  })
  if (!file) return undefined
  const key = await buffer(file)
  if (key.length !== keyBytes)
    throw unavailable(`The file ${name} in the file storage is damaged. Restore it from a backup.`)
  return key
}

const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { retryAfterSeconds: 30, cause })
