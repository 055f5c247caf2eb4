import { execFileSync } from 'node:child_process'
import { type ImportGraph, modulesReachedBy, readImportGraph } from './import-graph.ts'

/** Stages with test files. */
export type TestStage = 'pure' | 'feature' | 'system' | 'e2e'

/** Tests selected for a change: the files of each stage, or everything because of the file named in `all`. */
export type Selection = { all: string } | { files: Record<TestStage, string[]> }

/** Changes here can change the outcome of any test. */
const ofEverything =
  /^(package(-lock)?\.json|tsconfig.*|[\w-]+\.config\.ts|db\/|content\/|\.ci\/|scripts\/(build|test))/

/** No test reads these. */
const ofNothing =
  /^(docs|deploy|scripts\/sample-media)\/|^[^/]+\.md$|^\.(gitignore|gitattributes|editorconfig|ox\w+rc\.json)$/

/**
 * Every feature meets here. A change of one feature is followed to its own tests, not through the composition to those
 * of all others; a change of the composition itself is.
 */
const composition = /^(server|app|public)\//

/** Folders of the product. A file outside of its features belongs to the whole site. */
const product = /^(app|server|features|ui|platform|shared|public)\//

/** Files that Vitest loads before the tests of each stage, as `vitest.config.ts` says. */
export const setups: Record<TestStage, string[]> = {
  pure: ['tests/support/property-seed.ts', 'tests/support/no-database.ts'],
  feature: ['tests/support/property-seed.ts', 'tests/support/real-postgres.ts'],
  system: ['tests/support/property-seed.ts', 'tests/support/real-postgres.ts', 'tests/system/global-setup.ts'],
  e2e: ['tests/support/property-seed.ts', 'tests/e2e/global-setup.ts'],
}

/** Tests that read which files there are, and so depend on every change; they take a second. */
const ofEveryChange = ['scripts/test/changed-tests.test.ts']

/** Lists the files that differ from a revision, those git does not know yet included. */
export function listChanges(root: string, revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', revision), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Selects the tests that a change can reach. */
export function selectTests(root: string, changed: string[]): Selection {
  return selectFrom(readImportGraph(root), changed)
}

/**
 * Selects tests by the import graph and by feature: a test that starts the whole site belongs to the feature in whose
 * folder it lies or after which it is named (`tests/e2e/reader-panels.spec.ts`); `site-….spec.ts` belongs to what all
 * features share.
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
  // Of other features, what imports the change; of the composition, only what was changed itself.
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

/** A test depends on what Vitest loads before it as it does on what it imports. */
function withSetups(graph: ImportGraph): ImportGraph {
  return new Map(
    [...graph].map(([file, imports]) => {
      const stage = stageOf(file)
      return [file, stage ? [...imports, ...setups[stage]] : imports] as const
    }),
  )
}

/** The stage of a test file, or undefined for any other file. */
export function stageOf(file: string): TestStage | undefined {
  if (/^tests\/e2e\/.*\.spec\.tsx?$/.test(file)) return 'e2e'
  if (!/\.test\.tsx?$/.test(file) || file.startsWith('scripts/sample-media/')) return undefined
  if (file.startsWith('tests/system/') || /\.system\.test\.tsx?$/.test(file)) return 'system'
  return /\.feature\.test\.tsx?$/.test(file) ? 'feature' : 'pure'
}

function featuresOf(graph: ImportGraph): Set<string> {
  return new Set([...graph.keys()].flatMap((file) => featureFolder(file) ?? []))
}

/** The feature a file belongs to, or `site` for what all of them share. */
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
