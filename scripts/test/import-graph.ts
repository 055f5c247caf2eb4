import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** Imports among the project's own modules; all paths are relative to the project's folder. */
export type ImportGraph = Map<string, string[]>

/** Reads the imports, types included, of every TypeScript file that git knows or would add. */
export function readImportGraph(root: string): ImportGraph {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
  const known = new Set(files)
  return new Map(
    files.flatMap((file) => {
      try {
        const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
        return [[file, importedFiles.flatMap(({ fileName }) => resolve(file, fileName, known))] as const]
      } catch {
        return [] // Deleted in the working tree, still in the index.
      }
    }),
  )
}

function resolve(from: string, name: string, known: Set<string>): string[] {
  const path = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? normalize(join(dirname(from), name)) : undefined
  return path && known.has(path) ? [path] : []
}

/**
 * Lists every module that a change of `changed` can reach: the changed ones, those that import them, and so on.
 *
 * @param stopAt Modules that are reached, but not what imports them.
 */
export function modulesReachedBy(graph: ImportGraph, changed: Iterable<string>, stopAt: (file: string) => boolean): Set<string> {
  const importers = Map.groupBy(
    [...graph].flatMap(([file, imports]) => imports.map((imported) => ({ file, imported }))),
    ({ imported }) => imported,
  )
  const reached = new Set(changed)
  // A set visits what is added while it is walked over.
  for (const file of reached) {
    if (stopAt(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer.file)
  }
  return reached
}
