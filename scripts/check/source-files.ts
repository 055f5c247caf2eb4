import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

const generated = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'coverage'])

/** A text file of the repository with its path. */
export type SourceFile = { path: string; text: string }

/** Returns whether a file is a test or supports only tests. */
export const isTestFile = (path: string): boolean => /\.(test|spec)\.tsx?$|\/test-[^/]*\.ts$/.test(path)

/** Lists the paths of all source files below `root`, sorted, with `/` as separator. */
export function listPaths(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !generated.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? listPaths(root, path) : [relative(root, path)]
    })
    .toSorted()
}

/** Reads the text files among `paths`. */
export function readTexts(root: string, paths: string[]): SourceFile[] {
  return paths
    .filter(
      (path) => /\.(tsx?|cjs|mjs|css|json|ya?ml|md|sh|sql)$|^\.ci\//.test(path) && !path.endsWith('package-lock.json'),
    )
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const parsed = new WeakMap<SourceFile, ts.SourceFile>()

/** Returns the syntax tree of a TypeScript file. Each file is parsed once, however many rules read it. */
export function parseSource(file: SourceFile): ts.SourceFile {
  const source = parsed.get(file) ?? ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  parsed.set(file, source)
  return source
}
