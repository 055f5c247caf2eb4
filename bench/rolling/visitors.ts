import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { reasonOf, type Release } from './hashed-files.ts'

/** Counts of visitors since the last call. `pagesOf` counts pages by the release that rendered them. */
export type Visits = {
  pages: number
  files: number
  pagesOf: Map<string, number>
  failedPages: string[]
  lostFiles: string[]
}

/** Visitors who read pages with every hashed file that they name. */
export type Visitors = { take(): Visits; stop(): Promise<void> }

const pages = [
  '/',
  '/books',
  '/journey',
  '/swade-fam',
  '/tokens',
  '/market',
  '/radio',
  '/submit',
  '/newsletter',
  '/my-books',
  '/es/journey',
  '/book/indie-music-ai-guide-2',
  '/book/indie-music-ai-guide-2/read',
  '/admin',
]
const filesAtOnce = 6

/**
 * Starts visitors who open one page after the other through the proxy, each with an empty cache. Every file has a query
 * of its own, which the site ignores, so that a process answers and not the cache of the proxy.
 */
export function startVisitors(origin: string, releases: readonly Release[], count: number): Visitors {
  const nothing = (): Visits => ({ pages: 0, files: 0, pagesOf: new Map(), failedPages: [], lostFiles: [] })
  let visits = nothing()
  let isStopped = false
  let number = 0
  const hashes = new Map<string, string>()
  const hashOfFile = (name: string) => {
    const known = hashes.get(name)
    const release = releases.find(({ hashedFiles }) => hashedFiles.has(name))
    if (known || !release) return known
    const hash = hashOf(readFileSync(join(release.folder, 'build/pages/client/assets', name)))
    hashes.set(name, hash)
    return hash
  }
  const get = async (path: string) => {
    const headers = { 'x-forwarded-for': `198.18.${100 + ((number >> 8) & 63)}.${number & 255}` }
    const answer = await fetch(origin + path, { headers, signal: AbortSignal.timeout(20_000) })
    return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) }
  }

  const visit = async () => {
    number += 1
    const visitor = number
    const path = pages[visitor % pages.length]!
    visits.pages += 1
    const page = await get(path).catch(reasonOf)
    if (typeof page === 'string' || page.status !== 200) {
      visits.failedPages.push(`${path}: ${typeof page === 'string' ? page : page.status}`)
      return
    }
    const text = Buffer.from(page.body).toString()
    const names = [...new Set([...text.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name]) => name!))]
    const release = releases.find(({ hashedFiles }) => names.every((name) => hashedFiles.has(name)))
    if (!release) visits.failedPages.push(`${path} names files of no release, or of several`)
    const releaseName = release?.name ?? 'unknown'
    visits.pagesOf.set(releaseName, (visits.pagesOf.get(releaseName) ?? 0) + 1)
    await pLimit(filesAtOnce).map(names, async (name) => {
      visits.files += 1
      const answer = await get(`/assets/${name}?visit=${visitor}`).catch(reasonOf)
      const fault =
        typeof answer === 'string'
          ? answer
          : answer.status !== 200
            ? String(answer.status)
            : hashOf(answer.body) !== hashOfFile(name)
              ? 'other bytes'
              : undefined
      if (fault) visits.lostFiles.push(`${name} of a page of ${releaseName}: ${fault}`)
    })
  }
  const all = Array.from({ length: count }, async () => {
    for (; !isStopped; await sleep(200)) await visit()
  })
  return {
    take() {
      const taken = visits
      visits = nothing()
      return taken
    },
    async stop() {
      isStopped = true
      await Promise.all(all)
    },
  }
}

const hashOf = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')
