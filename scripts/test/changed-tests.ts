import { execFileSync } from 'node:child_process'
import { type ImportGraph, modulesReachedBy, readImportGraph } from './import-graph.ts'

/** The stages that run test files. */
export type TestStage = 'pure' | 'feature' | 'system' | 'e2e'

/** What a change asks to be run: the files of each stage, or all of them for a reason. */
export type Selection = { all: string } | { files: Record<TestStage, string[]> }

/** Changes here can change the outcome of any test. */
const ofEverything =
  /^(package(-lock)?\.json|tsconfig.*|\w+\.config\.ts|db\/|content\/|\.ci\/|scripts\/(build|test)|tests\/[^/]+\/global-setup)/

/** No test reads these. */
const ofNothing = /(^docs\/|\.md$|^deploy\/|^\.(gitignore|gitattributes|editorconfig|ox\w+rc\.json)$)/

/**
 * Every feature meets here. A change of one feature is followed to its own tests, not through the composition to those of all others;
 * a change of the composition itself is.
 */
const composition = /^(server\/|app\/)/

/** Lists the files that differ from a revision, those git does not know yet included. */
export function listChanges(root: string, revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Selects the tests that a change can reach. */
export function selectTests(root: string, changed: string[]): Selection {
  return selectFrom(readImportGraph(root), changed)
}

/**
 * Selects tests by the import graph and by feature: a test that starts the whole site belongs to the feature in whose folder it lies or
 * after which it is named (`tests/e2e/reader-search.spec.ts`); `site-….spec.ts` belongs to what all features share.
 */
export function selectFrom(graph: ImportGraph, changed: string[]): Selection {
  const relevant = changed.filter((file) => !ofNothing.test(file))
  const everything = relevant.find((file) => ofEverything.test(file))
  if (everything) return { all: everything }

  const reached = modulesReachedBy(graph, relevant, (file) => composition.test(file) && !relevant.includes(file))
  const owners = new Set(relevant.map(ownerOf))
  const tests = [...graph.keys()].filter((file) => {
    const stage = stageOf(file)
    if (!stage) return false
    if (reached.has(file)) return true
    return stage !== 'pure' && startsTheSite(graph, file) && owners.has(ownerOf(file))
  })
  const files = Object.groupBy(tests, (file) => stageOf(file)!)
  return { files: { pure: files.pure ?? [], feature: files.feature ?? [], system: files.system ?? [], e2e: files.e2e ?? [] } }
}

/** The stage of a test file, or undefined for any other file. */
export function stageOf(file: string): TestStage | undefined {
  if (/^tests\/e2e\/.*\.spec\.tsx?$/.test(file)) return 'e2e'
  if (!/\.test\.tsx?$/.test(file)) return undefined
  if (file.startsWith('tests/system/') || /\.system\.test\.tsx?$/.test(file)) return 'system'
  return /\.feature\.test\.tsx?$/.test(file) ? 'feature' : 'pure'
}

function ownerOf(file: string): string {
  return /^features\/([\w-]+)\//.exec(file)?.[1] ?? /^tests\/(?:e2e|system)\/([a-z]+)[\w-]*\.(?:spec|test)\.tsx?$/.exec(file)?.[1] ?? 'site'
}

function startsTheSite(graph: ImportGraph, file: string): boolean {
  const seen = new Set([file])
  for (const module of seen) for (const imported of graph.get(module) ?? []) seen.add(imported)
  return ['tests/support/test-site.ts', 'tests/support/site.ts', 'tests/support/shared-site.ts'].some((support) => seen.has(support))
}
