import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

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

/**
 * Copies the built site with modified content. Tests may write into the copy.
 *
 * @param changes Functions that modify files below `content/`.
 * @throws Error for an unchanged file.
 */
export function makeSiteFolder(changes: Record<string, (text: string) => string>): SiteFolder {
  const folder = mkdtempSync(join(tmpdir(), 'swade-folder-'))
  for (const name of ['build', 'content']) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['db', 'node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name))
  for (const [file, change] of Object.entries(changes)) {
    const path = join(folder, 'content', file)
    const text = readFileSync(path, 'utf8')
    if (change(text) === text) throw new Error(`${file} came out as it was`)
    writeFileSync(path, change(text))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
