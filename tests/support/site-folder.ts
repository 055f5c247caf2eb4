import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { longPdf } from '#platform/pdf/test-pdfs.ts'

const root = resolve(import.meta.dirname, '../..')

/** A built site with modified content, for `startSite`. */
export type SiteFolder = { folder: string; remove(): void }

/** Content with one recording: converting them all takes eight seconds of CPU time. */
export const withOneTrack = Object.fromEntries(
  globSync('content/artists/*/artist.yaml', { cwd: root })
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('\nfeaturedTrack:'))
    .slice(1)
    .map((file) => [file.replace(/^content./, ''), (text: string) => text.replace(/^featuredTrack:\n(?: .*\n)+/m, '')]),
)

const instruments = 'drum bass harp horn lute oboe pipe viol bell gong lyre reed'.split(' ')

/** Sample books of twelve plain pages: importing the real ones takes twenty seconds of CPU time. */
export const withShortBooks = Object.fromEntries(
  globSync('content/books/*/book.pdf', { cwd: root }).map((file) => [
    file.replace(/^content./, ''),
    // Lines that repeat on every page are not searched.
    longPdf(instruments.length, (page) => `Music for the ${instruments[page - 1]}`),
  ]),
)

/**
 * Copies the built site with modified content. Tests may change files of the content and add some to the build.
 *
 * @param changes Functions that modify files below `content/`, or their new bytes.
 * @throws Error for an unchanged file.
 */
export function makeSiteFolder(changes: Record<string, Buffer | ((text: string) => string)>): SiteFolder {
  const folder = newFolder()
  execFileSync('cp', ['-Rl', join(root, 'build'), folder])
  cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true })
  for (const name of ['db', 'node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name))
  for (const [file, change] of Object.entries(changes)) {
    const path = join(folder, 'content', file)
    if (Buffer.isBuffer(change)) {
      writeFileSync(path, change)
      continue
    }
    const text = readFileSync(path, 'utf8')
    if (change(text) === text) throw new Error(`${file} came out as it was`)
    writeFileSync(path, change(text))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const folders = join(root, 'node_modules/.cache/site-folders')
const oldestMs = 2 * 60 * 60_000

/**
 * Takes the first free of a few numbered folders. Their paths are the same in every run, because Node.js finds
 * compiled code by the path of its source, and they are on the disk of the build, whose files they link to.
 */
function newFolder(): string {
  mkdirSync(folders, { recursive: true })
  for (let slot = 1; ; slot += 1) {
    const path = join(folders, String(slot))
    // A killed run leaves its folders; another worker may remove one meanwhile.
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
    if (age > oldestMs) rmSync(path, { recursive: true, force: true })
    if (isCreated(path)) return path
  }
}

/** Creates a folder unless it exists. */
function isCreated(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
