import { matchesGlob } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Matches a path below one of our folders, with glob syntax, but not as part of a longer path or URL. */
const namedPath =
  /(?<![\w./@#'-])(?:app|bench|content|db|deploy|docs|features|platform|public|scripts|server|shared|tests|ui)\/[\w./{},*-]*[\w*}]/g

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/** Finds paths in documents and comments that do not exist. Decision records may name former paths. */
export function checkNamedPaths(paths: string[], files: SourceFile[]): string[] {
  const folders = new Set(
    paths.flatMap((path) => path.split('/').flatMap((_, depth, parts) => parts.slice(0, depth).join('/'))),
  )
  // Paths within a feature are relative, such as `server/queries.ts`.
  const ends = new Set(
    [...paths, ...folders].flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(depth).join('/'))),
  )
  const isThere = (name: string) =>
    ends.has(name) ||
    paths.some((path) => path.startsWith(`${name}.`)) ||
    (name.includes('*') && [...paths, ...folders].some((path) => matchesGlob(path, name)))
  const isExample = (name: string) => /\/x\.[\w.]+$/.test(name)
  return files
    .filter(({ path }) => /\.(md|tsx?|cjs|css)$/.test(path) && !path.startsWith('docs/decisions/'))
    .flatMap(({ path, text }) =>
      proseOf(path, text).flatMap(({ prose, at }) =>
        [...prose.matchAll(namedPath)]
          .filter(([name]) => !expandBraces(name).every((one) => isThere(one) || isExample(one)))
          .map(
            ({ 0: name, index }) => `${path}:${text.slice(0, at + index).split('\n').length}: '${name}' does not exist`,
          ),
      ),
    )
}

function proseOf(path: string, text: string): { prose: string; at: number }[] {
  if (path.endsWith('.md')) return [{ prose: text, at: 0 }]
  return [...text.matchAll(comments)].map(({ 0: prose, index }) => ({ prose, at: index }))
}

function expandBraces(name: string): string[] {
  const [, before = '', choices, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? []
  return choices === undefined ? [name] : choices.split(',').flatMap((one) => expandBraces(before + one + after))
}
