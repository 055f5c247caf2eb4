import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** References between project files, with relative paths. */
export type ImportGraph = Map<string, string[]>

/** Files with references: code and style sheets. */
const naming = /\.([cm]?tsx?|[cm]js|css)$/

/** Matches a quoted path with an optional bundler query. Comments use backticks. */
const quotedName = /(['"])([\w#@./-]+)(?:\?\w+)?\1/g

/**
 * Reads references between all files that git tracks or would add. Every quoted path counts, not only imports: threads,
 * style sheets and setup files are loaded by path.
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

/** Resolves a name relative to its file, as an alias, or relative to the project; threads omit the extension. */
function resolve(from: string, name: string, known: Set<string>): string[] {
  const beside = normalize(join(dirname(from), name))
  const candidates = name.startsWith('#') ? [name.slice(1)] : [beside, `${beside}.ts`, name]
  return candidates.filter((path) => path !== from && known.has(path)).slice(0, 1)
}

/**
 * Lists all files affected by changes, transitively.
 *
 * @param stopAt Files whose importers are not followed.
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
  // Iterating a set includes entries added meanwhile.
  for (const file of reached) {
    if (stopAt(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer.file)
  }
  return reached
}
