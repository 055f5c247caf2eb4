import { execFileSync } from 'node:child_process'
import { type ImportGraph, modulesReachedBy, readImportGraph } from './import-graph.ts'

/** Stages with test files. */
export type TestStage = 'pure' | 'feature' | 'system' | 'e2e'

/** Tests selected for a change: the files of each stage, or everything because of the file named in `all`. */
export type Selection = { all: string } | { files: Record<TestStage, string[]> }

/** Files that affect all tests. */
const ofEverything =
  /^(package(-lock)?\.json|tsconfig.*|[\w-]+\.config\.ts|db\/|content\/|\.ci\/|scripts\/(build|test))/

/** Files that affect no test. */
const ofNothing =
  /^(docs|deploy|scripts\/sample-media)\/|^[^/]+\.md$|^\.(gitignore|gitattributes|editorconfig|ox\w+rc\.json)$/

/**
 * Code that combines all features. Changes of a feature are not followed through it to other features, but changes of
 * this code are.
 */
const composition = /^(server|app|public)\//

/** Product code; files outside of features belong to the whole site. */
const product = /^(app|server|features|ui|platform|shared|public)\//

const commonSetups = ['tests/support/property-seed.ts', 'tests/support/restore-globals.ts']

/** Setup files of each stage, as in `vitest.config.ts`. */
export const setups: Record<TestStage, string[]> = {
  pure: [...commonSetups, 'tests/support/no-database.ts'],
  feature: [...commonSetups, 'tests/support/real-postgres.ts'],
  system: [...commonSetups, 'tests/system/global-setup.ts'],
  e2e: [...commonSetups, 'tests/e2e/global-setup.ts'],
}

/** Tests that read the file list and therefore depend on every change. */
const ofEveryChange = ['scripts/test/changed-tests.test.ts']

/** Lists files that differ from a revision, including untracked ones. */
export function listChanges(root: string, revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Selects the tests that changes affect. */
export function selectTests(root: string, changed: string[]): Selection {
  return selectFrom(readImportGraph(root), changed)
}

/**
 * Selects tests by the import graph and by feature: a test that starts the whole site belongs to the feature of its
 * folder or name (`tests/e2e/reader-panels.spec.ts`); `site-….spec.ts` belongs to all features.
 */
export function selectFrom(graph: ImportGraph, changed: string[]): Selection {
  const relevant = changed.filter((file) => !ofNothing.test(file))
  const everything = relevant.find((file) => ofEverything.test(file))
  if (everything) return { all: everything }

  const isChanged = new Set(relevant)
  const reached = modulesReachedBy(
    withSetups(graph),
    relevant,
    (file) => composition.test(file) && !isChanged.has(file),
  )
  const features = featuresOf(graph)
  const parts = [...reached].filter((file) => product.test(file) && !stageOf(file))
  const changesComposition = parts.some((file) => composition.test(file) && isChanged.has(file))
  // Other features count when they import a change; composition files only when they changed.
  const owners = new Set(
    parts.filter((file) => isChanged.has(file) || !composition.test(file)).map((file) => ownerOf(file, features)),
  )
  const tests = [...graph.keys()].filter((file) => {
    const stage = stageOf(file)
    if (!stage) return false
    if (reached.has(file) || (relevant.length > 0 && ofEveryChange.includes(file))) return true
    return stage !== 'pure' && startsTheSite(graph, file) && (changesComposition || owners.has(ownerOf(file, features)))
  })
  const files = Object.groupBy(tests, (file) => stageOf(file)!)
  return {
    files: { pure: files.pure ?? [], feature: files.feature ?? [], system: files.system ?? [], e2e: files.e2e ?? [] },
  }
}

/** Adds setup files as dependencies of tests. */
function withSetups(graph: ImportGraph): ImportGraph {
  return new Map(
    [...graph].map(([file, imports]) => {
      const stage = stageOf(file)
      return [file, stage ? [...imports, ...setups[stage]] : imports] as const
    }),
  )
}

/** Returns the stage of a test file, or undefined for other files. */
export function stageOf(file: string): TestStage | undefined {
  if (/^tests\/e2e\/.*\.spec\.tsx?$/.test(file)) return 'e2e'
  if (!/\.test\.tsx?$/.test(file) || file.startsWith('scripts/sample-media/')) return undefined
  if (file.startsWith('tests/system/') || /\.system\.test\.tsx?$/.test(file)) return 'system'
  return /\.feature\.test\.tsx?$/.test(file) ? 'feature' : 'pure'
}

function featuresOf(graph: ImportGraph): Set<string> {
  return new Set([...graph.keys()].flatMap((file) => featureFolder(file) ?? []))
}

/** Returns the feature of a file, or `site` for shared code. */
function ownerOf(file: string, features: Set<string>): string {
  const named = featureFolder(file) ?? /^tests\/(?:e2e|system)\/([a-z]+)/.exec(file)?.[1]
  return named && features.has(named) ? named : 'site'
}

function featureFolder(file: string): string | undefined {
  return /^features\/([\w-]+)\//.exec(file)?.[1]
}

function startsTheSite(graph: ImportGraph, file: string): boolean {
  const seen = new Set([file])
  for (const module of seen) for (const imported of graph.get(module) ?? []) seen.add(imported)
  return ['tests/support/test-site.ts', 'tests/support/site.ts', 'tests/support/shared-site.ts'].some((support) =>
    seen.has(support),
  )
}
