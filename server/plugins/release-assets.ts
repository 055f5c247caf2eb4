import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type {} from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { defineJob, type ProcessDeps } from '#platform/feature.ts'
import type { Job } from '#platform/jobs/job.ts'
import { sendStoredFile } from '#platform/storage/send-stored-file.ts'
import type { Storage } from '#platform/storage/storage.ts'

const dayMs = 24 * 60 * 60_000
/** Age at which a stored asset of the running release is stored again, which renews its retention. */
const renewAfterMs = 7 * dayMs
/** An asset is served for at least 30 days after the last process of its release ran. */
const retentionMs = 30 * dayMs + renewAfterMs

const folder = 'assets/'
/** Files stored or checked at once. */
const maxConcurrent = 4
/** Number of names known to be missing. */
const maxMissing = 1_000

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
}

const typeOf = (name: string) => types[extname(name)] ?? 'application/octet-stream'

/** Names of assets have capital letters, which no storage key has. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)
const keyOf = (name: string) => folder + hashOf(name)

/**
 * Stores the hashed browser files of this release, so that processes of other releases can serve them to its pages.
 * Does nothing when a process of the release did so within the last week.
 *
 * @param clientDir Folder with browser files, of which `assets/` is stored.
 * @returns Number of files stored.
 */
export async function storeReleaseAssets({
  clientDir,
  storage,
  now,
}: {
  clientDir: string
  storage: Pick<Storage, 'put' | 'stat' | 'listFiles'>
  now: Date
}): Promise<number> {
  const dir = join(clientDir, 'assets')
  // Compressed versions are left out: few pages of earlier releases are open.
  const names = (await readdir(dir)).filter((name) => !isCompressed(name)).toSorted()
  const isRecent = ({ modifiedAt }: { modifiedAt: Date }) => now.getTime() - modifiedAt.getTime() < renewAfterMs
  const release = `${folder}release-${hashOf(names.join('\n'))}`
  const lastRun = await storage.stat(release)
  if (lastRun && isRecent(lastRun)) return 0
  const recent = new Set<string>()
  // One listing tells the age of a thousand files.
  for await (const file of storage.listFiles(folder)) if (isRecent(file)) recent.add(file.key)
  const limit = pLimit(maxConcurrent)
  const stored = await limit.map(names, async (name) => {
    if (recent.has(keyOf(name))) return 0
    await storage.put(keyOf(name), createReadStream(join(dir, name)), { contentType: typeOf(name) })
    return 1
  })
  await storage.put(release, Buffer.from(`${names.length}\n`), { contentType: 'text/plain' })
  return stored.reduce((sum: number, one) => sum + one, 0)
}

/** Deletes stored assets of releases that have not run for 30 days. Returns their number. */
export async function deleteOldAssets({
  storage,
  now,
  signal,
}: {
  storage: Pick<Storage, 'listFiles' | 'delete'>
  now: Date
  signal?: AbortSignal
}): Promise<number> {
  let count = 0
  for await (const { key, modifiedAt } of storage.listFiles(folder)) {
    if (signal?.aborted) break
    if (now.getTime() - modifiedAt.getTime() < retentionMs) continue
    await storage.delete(key)
    count += 1
  }
  return count
}

/**
 * Keeps the browser files of this release in storage.
 *
 * @param deps.clientDir Folder with browser files; undefined for a process that serves none.
 * @returns `store` stores the files, and jobs that repeat it and delete old files.
 */
export function createReleaseAssets({
  clientDir,
  storage,
  clock,
  log,
}: Pick<ProcessDeps, 'storage' | 'clock' | 'log'> & { clientDir: string | undefined }): {
  store: () => Promise<void>
  jobs: Job[]
} {
  const store = async () => {
    if (clientDir) await storeReleaseAssets({ clientDir, storage, now: clock.now() })
  }
  let first: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let storing: Promise<void> | undefined
  const storeAgain = () => {
    storing ??= store()
      .catch((err: unknown) => log.warn({ err }, 'browser files of this release could not be stored; retrying'))
      .finally(() => (storing = undefined))
  }
  const jobs = [
    defineJob({
      name: 'site.store-assets',
      role: 'web',
      start() {
        // Where no other process exists it can wait until the first visitors are served.
        first = setTimeout(storeAgain, 10_000).unref()
        timer = setInterval(storeAgain, 60 * 60_000).unref()
      },
      async stop() {
        clearTimeout(first)
        clearInterval(timer)
        await storing
      },
    }),
    defineJob({
      name: 'site.delete-old-assets',
      title: 'Delete scripts and styles of old releases',
      role: 'worker',
      every: '24h',
      firstAfter: '1h',
      run: (signal) => deleteOldAssets({ storage, now: clock.now(), signal }),
    }),
  ]
  return { store, jobs }
}

/**
 * Route `GET /assets/*`: hashed browser files of this build, and those of other releases, which run at the same time
 * during a rolling deploy, or whose pages are still open.
 *
 * @param options.ownDir Folder with the files of this build; undefined where there is none.
 * @param options.missingMs Time for which a name that is not stored is not looked up again.
 */
export function releaseAssets({
  storage,
  headers,
  ownDir,
  missingMs = 5_000,
}: {
  storage: Storage
  headers: Record<string, string>
  ownDir?: string
  missingMs?: number
}) {
  const missing = new Map<string, number>()
  const cacheControl = 'public, max-age=31536000, immutable'
  return async function routes(app: FastifyInstance) {
    // One route and a set of names: a route per file would take a sixth of the start.
    const own = new Set(ownDir === undefined ? [] : (await readdir(ownDir)).filter((name) => !isCompressed(name)))
    app.get<{ Params: { '*': string } }>('/assets/*', { compress: {} }, async (request, reply) => {
      const name = request.params['*']
      if (own.has(name))
        return reply
          .headers({ ...headers, 'cache-control': cacheControl })
          .sendFile(name, ownDir!, { cacheControl: false })
      if (!/^[\w.-]{1,120}$/.test(name) || (missing.get(name) ?? 0) > performance.now()) return reply.callNotFound()
      const key = keyOf(name)
      if (!(await storage.stat(key))) {
        if (missing.size >= maxMissing) missing.clear()
        missing.set(name, performance.now() + missingMs)
        return reply.callNotFound()
      }
      return sendStoredFile(request, reply.headers(headers), storage, {
        key,
        tag: hashOf(name),
        type: typeOf(name),
        cacheControl,
      })
    })
  }
}

/** Returns whether a file is the compressed version of another one. */
function isCompressed(name: string): boolean {
  return /\.(br|gz)$/.test(name)
}
