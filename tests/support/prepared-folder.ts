import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { trackWaveformPath } from '#features/artists/media-paths.ts'
import { narrationWaveformPath } from '#shared/narration-address.ts'
import { markerName } from '#platform/storage/storage-marker.ts'
import { copyFolder, newDataFolder } from './data-folder.ts'
import { startSite } from './site.ts'
import { openSiteDatabase, siteDatabaseUrl } from './site-database.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/test-data')

/** Newsletter admin account of every prepared site. */
export const firstAdmin = { email: 'admin@swade.example', password: 'a long enough password' }

/**
 * Prepares a data folder once per build, with a migrated database, imported books, rendered first pages, waveforms and
 * recordings that the station may play. A site on a copy of it starts in a second. All copies share one folder of
 * generated figures.
 *
 * @returns The folder; copy it, and never start a site on it.
 */
export async function prepareDataFolder(): Promise<string> {
  const prepared = join(cache, hashOfSources())
  if (existsSync(prepared)) return prepared

  const draft = newDataFolder()
  // The role `web` runs no station, whose schedule would continue in every copy.
  const env = { ROLE: 'web', ADMIN_EMAIL: firstAdmin.email, ADMIN_PASSWORD: firstAdmin.password }
  const site = await startSite({ dataDir: draft, env })
  try {
    await Promise.all([importBooks(site.origin).then(() => analyzeRecordings(site.origin)), checkRecordings(draft)])
  } finally {
    await site.stop()
  }
  // Every copy is a separate storage.
  rmSync(join(draft, 'files', markerName), { force: true })
  mkdirSync(cache, { recursive: true })
  removeOldFolders()
  // Uses a temporary name first, so that parallel runs find only complete folders.
  const beside = mkdtempSync(join(cache, 'draft-'))
  copyFolder(`${draft}/.`, beside)
  shareFigures(beside, `${prepared}.figures`)
  publish(beside, prepared)
  rmSync(draft, { recursive: true, force: true })
  return prepared
}

/** Renames a complete folder, unless another run was first. */
function publish(folder: string, prepared: string): void {
  try {
    renameSync(folder, prepared)
  } catch (error) {
    if (!existsSync(prepared)) throw error
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Links the figure cache to a shared folder, so that figures are rendered once per build. */
function shareFigures(folder: string, figures: string): void {
  rmSync(join(folder, 'cache/figures'), { recursive: true, force: true })
  mkdirSync(figures, { recursive: true })
  mkdirSync(join(folder, 'cache'), { recursive: true })
  symlinkSync(figures, join(folder, 'cache/figures'))
}

/** Deletes folders and compiled code of earlier builds after a day, since another run may be reading them. */
function removeOldFolders(): void {
  const oldest = Date.now() - 24 * 60 * 60_000
  // Node.js adds compiled code of every build and removes none.
  for (const path of [...globSync(join(cache, '*')), ...globSync(join(cache, '../compiled-code/*/*'))]) {
    const { mtimeMs = oldest } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < oldest) rmSync(path, { recursive: true, force: true })
  }
}

/** Imports all books: the first request for a book imports it and responds when its first pages are stored. */
async function importBooks(origin: string): Promise<void> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const ids = new Set([...sitemap.matchAll(/\/book\/([\w-]+)</g)].map(([, id]) => id))
  if (ids.size === 0) throw new Error('The sitemap names no book, so none could be prepared')
  const importBook = async (id: string | undefined) => {
    let answer = await fetch(`${origin}/api/reader/${id}`)
    // On a slow machine the import continues after the timeout of a request.
    for (let tries = 0; answer.status === 503 && tries < 10; tries += 1)
      answer = await fetch(`${origin}/api/reader/${id}`)
    if (!answer.ok) throw new Error(`The book ${id} could not be prepared: ${answer.status} ${await answer.text()}`)
  }
  await Promise.all([...ids].map(importBook))
}

/** Recordings whose players many tests open; each analysis costs a second of CPU time, in every copy otherwise. */
const shownWaveforms = [
  ...['01.mp3', '02.mp3', 'preview.mp3'].map((file) => narrationWaveformPath('indie-music-ai-guide-2', file)),
  ...['nova-swade', 'luma-swade'].map(trackWaveformPath),
]

async function analyzeRecordings(origin: string): Promise<void> {
  for (const path of shownWaveforms) {
    const { status } = await fetch(`${origin}${path}`)
    if (status !== 200) throw new Error(`The waveform ${path} could not be prepared: ${status}`)
  }
}

/**
 * Has a worker analyze the recordings of the catalog, which takes eight seconds of CPU time that every copy would need
 * otherwise.
 *
 * @param dataDir Data folder of the running site, whose database the worker shares.
 */
async function checkRecordings(dataDir: string): Promise<void> {
  const database = openSiteDatabase(dataDir)
  const worker = await startSite({ dataDir, env: { ROLE: 'worker', DATABASE_URL: siteDatabaseUrl(dataDir) } })
  try {
    let left = Infinity
    // Conversions have the lowest priority on the machine, so the first one can take minutes; only a worker that ended
    // or makes no progress is a failure.
    for (let checks = 0; checks < 6_000 && worker.exitCode() === null; checks += 1) {
      const { rows } = await database.query(
        "SELECT count(*)::int AS known, (count(*) FILTER (WHERE state = 'pending'))::int AS pending FROM radio_sounds",
      )
      const { known, pending } = rows[0] as { known: number; pending: number }
      if (known > 0 && pending === 0) return
      if (known > 0 && pending < left) [left, checks] = [pending, 0]
      await sleep(100)
    }
    throw new Error(`The recordings of the catalogue could not be prepared.\n${worker.printed()}`)
  } finally {
    await database.end()
    await worker.stop()
  }
}

/** Hashes everything a prepared folder depends on: this file, the build, the migrations and the content. */
function hashOfSources(): string {
  const hash = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .update(readFileSync(join(root, 'build/stamp')))
  for (const file of globSync('{content,db/migrations}/**/*.*', { cwd: root }).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
