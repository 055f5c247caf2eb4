import { checkDependencies } from './dependencies.ts'
import { checkDocstrings } from './docstrings.ts'
import { checkErrorsPage } from './errors-page.ts'
import { checkNamedPaths } from './named-paths.ts'
import { listPaths, readTexts, type SourceFile } from './source-files.ts'

const longestFile = 400
const namelessNames = new Set([
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
const lineLimits = { 'README.md': 120, 'docs/architecture.md': 110 }

/** Leftovers that must not stay in a repository. */
const leftOvers: [pattern: RegExp, why: string][] = [
  [/(^|[\s"'`(=:])\/(home|root|Users|work)\/[\w.]/, 'a path of one machine; make it relative or a setting'],
  [/\b(TO)DO\b|\b(FIX)ME\b/, 'unfinished business; finish it, or file it as an issue'],
  [/lorem[ ]ipsum/i, 'filler text; write the real words'],
  [/^[<>]{7} /m, 'a marker of an unfinished merge'],
  [/-----BEGIN [A-Z ]*PRIVATE[ ]KEY-----/, 'a private key; it must never be in a repository'],
]

/** Checks conventions that no compiler knows: names, sizes, contracts, dependencies. Returns one text per finding. */
export function checkStructure(root: string): string[] {
  const paths = listPaths(root)
  const files = readTexts(root, paths)
  return [
    ...paths.filter((path) => /\.(tsx?|cjs|mjs|css)$/.test(path)).flatMap(namelessName),
    ...files.flatMap(tooLong),
    ...featuresWithoutContract(paths),
    ...checkDependencies(root, paths, files),
    ...threadsWithoutEntry(files),
    ...files.flatMap(leftOver),
    ...checkDocstrings(files),
    ...checkNamedPaths(paths, files),
    ...checkErrorsPage(files),
  ]
}

function namelessName(path: string): string[] {
  return path
    .split('/')
    .map((part) => part.replace(/\..*$/, ''))
    .filter((part) => namelessNames.has(part))
    .map((part) => `${path}: '${part}' says nothing; name it for the noun or act it holds`)
}

function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1
  const limit = lineLimits[path as keyof typeof lineLimits]
  if (limit) return lines > limit ? [`${path}: ${lines} lines; it must stay readable in ${limit}`] : []
  if (!/\.(tsx?|css|cjs|mjs)$/.test(path) || lines <= longestFile) return []
  const [firstComment = ''] = /^\s*(\/\*[\s\S]*?\*\/|(\/\/.*\n)+)/.exec(text) ?? []
  return /\blong\b|\blines\b/i.test(firstComment)
    ? []
    : [`${path}: ${lines} lines; find its second noun, or say in its first comment why it is this long`]
}

function featuresWithoutContract(paths: string[]): string[] {
  const features = new Set(paths.flatMap((path) => /^features\/([^/]+)\//.exec(path)?.[1] ?? []))
  const known = new Set(paths)
  return [...features]
    .filter((feature) => !known.has(`features/${feature}/contract.ts`))
    .map(
      (feature) =>
        `features/${feature}/: has no contract.ts, which declares what the feature owns and offers to others`,
    )
}

/** Finds threads whose script is not an entry of the bundle: they would start from the sources only. */
function threadsWithoutEntry(files: SourceFile[]): string[] {
  const entries = files.find(({ path }) => path === 'rolldown.config.ts')?.text ?? ''
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/'\.\/([\w-]+)\.js', import\.meta\.url/g)]
      .filter(([, name]) => !entries.includes(`'${name}':`))
      .map(([, name]) => `${path}: starts the thread '${name}', which is no entry of rolldown.config.ts`),
  )
}

function leftOver({ path, text }: SourceFile): string[] {
  return leftOvers.flatMap(([pattern, why]) => {
    const found = pattern.exec(text)
    return found ? [`${path}:${text.slice(0, found.index).split('\n').length}: '${found[0].trim()}' is ${why}`] : []
  })
}
