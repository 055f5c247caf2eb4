import { checkErrorsPage } from './errors-page.ts'
import { checkDependencies } from './dependencies.ts'
import { checkDocstrings } from './docstrings.ts'
import { checkNamedPaths } from './named-paths.ts'
import { listPaths, readTexts, type SourceFile } from './source-files.ts'

const maxLines = 400
/** Limit of the product itself; tests and tools may be longer. */
const maxProductLines = 350
const product = /^(app|server|features|ui|platform|shared)\//
const genericNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'misc',
  'common',
  'lib',
  'service',
  'manager',
  'types',
  'index',
])
const lineLimits = { 'README.md': 120, 'docs/architecture.md': 80 }

/** Patterns that must not occur in the repository. */
const forbiddenPatterns: [pattern: RegExp, reason: string][] = [
  [
    /(^|[\s"'`(=:])\/(home|root|Users|work)\/[\w.]/,
    'an absolute path of one machine; make it relative or configurable',
  ],
  [/\b(TO)DO\b|\b(FIX)ME\b/, 'unfinished work; finish it or file an issue'],
  [/lorem[ ]ipsum/i, 'placeholder text; write the real text'],
  [/^[<>]{7} /m, 'a merge conflict marker'],
  [/-----BEGIN [A-Z ]*PRIVATE[ ]KEY-----/, 'a private key; never commit one'],
]

/** Checks conventions: names, sizes, features, dependencies and forbidden patterns. Returns one text per finding. */
export function checkStructure(root: string): string[] {
  const paths = listPaths(root)
  const files = readTexts(root, paths)
  return [
    ...paths.filter((path) => /\.(tsx?|cjs|mjs|css)$/.test(path)).flatMap(genericName),
    ...files.flatMap(tooLong),
    ...featuresWithoutContract(paths),
    ...checkErrorsPage(files),
    ...checkDependencies(root, paths, files),
    ...threadsWithoutEntry(files),
    ...files.flatMap(forbiddenPattern),
    ...checkDocstrings(files),
    ...checkNamedPaths(paths, files),
  ]
}

function genericName(path: string): string[] {
  return path
    .split('/')
    .map((part) => part.replace(/\..*$/, ''))
    .filter((part) => genericNames.has(part))
    .map((part) => `${path}: '${part}' is too generic; name it after what it contains`)
}

function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1
  const limit = lineLimits[path as keyof typeof lineLimits]
  if (limit) return lines > limit ? [`${path}: ${lines} lines; the limit is ${limit}`] : []
  const max = product.test(path) && !/\.test\.tsx?$/.test(path) ? maxProductLines : maxLines
  if (!/\.(tsx?|css|cjs|mjs)$/.test(path) || lines <= max) return []
  const [firstComment = ''] = /^\s*(\/\*[\s\S]*?\*\/|(\/\/.*\n)+)/.exec(text) ?? []
  return /\blong\b|\blines\b/i.test(firstComment)
    ? []
    : [`${path}: ${lines} lines; split it, or explain its length in its first comment`]
}

function featuresWithoutContract(paths: string[]): string[] {
  const features = new Set(paths.flatMap((path) => /^features\/([^/]+)\//.exec(path)?.[1] ?? []))
  const known = new Set(paths)
  return [...features]
    .filter((feature) => !known.has(`features/${feature}/contract.ts`))
    .map((feature) => `features/${feature}/: has no contract.ts, which defines what the feature owns and exposes`)
}

/** Finds worker threads whose script is not an entry of the bundle. */
function threadsWithoutEntry(files: SourceFile[]): string[] {
  const entries = files.find(({ path }) => path === 'rolldown.config.ts')?.text ?? ''
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/'\.\/([\w-]+)\.js', import\.meta\.url/g)]
      .filter(([, name]) => !entries.includes(`'${name}':`))
      .map(([, name]) => `${path}: starts the thread '${name}', which is not an entry in rolldown.config.ts`),
  )
}

function forbiddenPattern({ path, text }: SourceFile): string[] {
  return forbiddenPatterns.flatMap(([pattern, reason]) => {
    const found = pattern.exec(text)
    return found ? [`${path}:${text.slice(0, found.index).split('\n').length}: '${found[0].trim()}' is ${reason}`] : []
  })
}
