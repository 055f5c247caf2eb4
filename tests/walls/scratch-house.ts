import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const house = join(import.meta.dirname, '../..')
const folders = ['app', 'server', 'features', 'ui', 'platform', 'shared', 'scripts']
const files = ['package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs']

/** A copy of the house to break things in; it borrows `node_modules`. */
export function buildScratchHouse() {
  const root = mkdtempSync(join(tmpdir(), 'swade-walls-'))
  for (const path of [...folders, ...files]) {
    if (existsSync(join(house, path))) cpSync(join(house, path), join(root, path), { recursive: true })
  }
  symlinkSync(join(house, 'node_modules'), join(root, 'node_modules'))
  return {
    root,
    write(path: string, text: string) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    empty(folder: string) {
      rmSync(join(root, folder), { recursive: true })
      mkdirSync(join(root, folder))
    },
    tearDown: () => rmSync(root, { recursive: true, force: true }),
  }
}
