import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Paths that each file of the project names, relative to the project's folder. */
export type ImportGraph = Map<string, string[]>

/** Files that name others: code, and style sheets that import each other. */
const naming = /\.([cm]?tsx?|[cm]js|css)$/

/**
 * A text in quotes that may be a path, with the query by which bundlers are told how to take it. Comments quote with
 * backticks.
 */
const quotedName = /(['"])([\w#@./-]+)(?:\?\w+)?\1/g

/**
 * Reads which files name which, of everything that git knows or would add.
 *
 * Every quoted name of a file counts, not only imports: threads are started, style sheets read and setup files loaded
 * by their names.
 */
export function readImportGraph(root: string): ImportGraph {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)
  const known = new Set(files)
  return new Map(
    files.flatMap((file) => {
      if (!naming.test(file)) return [[file, []] as const]
      try {
        const names = readFileSync(join(root, file), 'utf8').matchAll(quotedName)
        return [[file, [...new Set([...names].flatMap(([, , name = '']) => resolve(file, name, known)))]] as const]
      } catch {
        return [] // Deleted in the working tree, still in the index.
      }
    }),
  )
}

/** A name is relative to its file, an alias, or relative to the project; a thread is named without its extension. */
function resolve(from: string, name: string, known: Set<string>): string[] {
  const beside = normalize(join(dirname(from), name))
  const candidates = name.startsWith('#') ? [name.slice(1)] : [beside, `${beside}.ts`, name]
  return candidates.filter((path) => path !== from && known.has(path)).slice(0, 1)
}

/**
 * Lists every file that a change of `changed` can reach: the changed ones, those that name them, and so on.
 *
 * @param stopAt Files that are reached, but not what names them.
 */
export function modulesReachedBy(
  graph: ImportGraph,
  changed: Iterable<string>,
  stopAt: (file: string) => boolean,
): Set<string> {
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
