import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const project = join(import.meta.dirname, '../..')
const settings = ['package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs']

/** Creates a project with our settings, the given files and copies of our folders; `node_modules` is linked. */
export function buildScratchProject(files: Record<string, string>, ownFolders: string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'swade-boundaries-'))
  for (const path of [...settings, ...ownFolders]) cpSync(join(project, path), join(root, path), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, tearDown: () => rmSync(root, { recursive: true, force: true }) }
}
