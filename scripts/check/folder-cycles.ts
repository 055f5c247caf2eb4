import { dirname } from 'node:path'

/** One import between two files, with paths relative to the project. */
export type FileImport = { from: string; to: string }

/**
 * Finds folders of the product that import each other, directly or through further folders: parents and children,
 * siblings and distant ones. Files at the top of a layer or of a feature (`platform/clock.ts`, `contract.ts`) count as
 * folders of their own, because folders build on some of them and others build on the folders.
 *
 * @param imports Imports of production code; those of tests must not be included.
 * @returns One text per cycle, with every import that is part of it.
 */
export function findFolderCycles(imports: readonly FileImport[]): string[] {
  const between = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to))
  const imported = Map.groupBy(between, ({ from }) => folderOf(from))
  const reached = new Map([...imported.keys()].map((folder) => [folder, reachedFrom(folder, imported)]))
  const cyclic = between.filter(({ from, to }) => reached.get(folderOf(to))?.has(folderOf(from)))
  const cycles = Map.groupBy(cyclic, ({ from }) => membersOf(folderOf(from), reached).join(', '))
  return [...cycles].map(([folders, parts]) =>
    [
      `no-folder-cycles: ${folders} import each other; move what both need into the folder that is imported`,
      ...parts.map(({ from, to }) => `${from} → ${to}`).toSorted(),
    ].join('\n    '),
  )
}

function folderOf(path: string): string {
  const isTop = /^features\/[^/]+\/[^/]+$/.test(path) || /^[^/]+\/[^/]+$/.test(path)
  return isTop ? path : dirname(path)
}

/** Lists the folders that a folder imports, directly or through others. */
function reachedFrom(start: string, imported: ReadonlyMap<string, FileImport[]>): ReadonlySet<string> {
  const open = [start]
  const reached = new Set<string>()
  // Iterating an array includes entries added meanwhile.
  for (const folder of open)
    for (const { to } of imported.get(folder) ?? []) {
      if (reached.has(folderOf(to))) continue
      reached.add(folderOf(to))
      open.push(folderOf(to))
    }
  return reached
}

/** Lists the folders in the same cycle. */
function membersOf(folder: string, reached: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...(reached.get(folder) ?? [])].filter((other) => reached.get(other)?.has(folder)).toSorted()
}
