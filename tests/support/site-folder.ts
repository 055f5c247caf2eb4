import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
 * Copies the built site with modified content. Tests may write into the copy.
 *
 * @param changes Functions that modify files below `content/`, or their new bytes.
 * @throws Error for an unchanged file.
 */
export function makeSiteFolder(changes: Record<string, Buffer | ((text: string) => string)>): SiteFolder {
  const folder = mkdtempSync(join(tmpdir(), 'swade-folder-'))
  for (const name of ['build', 'content']) cpSync(join(root, name), join(folder, name), { recursive: true })
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
