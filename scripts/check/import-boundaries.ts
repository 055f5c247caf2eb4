import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult, type IModule, type IViolation } from 'dependency-cruiser'
import { findFolderCycles } from './folder-cycles.ts'
import { isTestFile } from './source-files.ts'

/** Folders with import boundaries. Each must contain at least one module, or the check is incomplete. */
const layers = ['app', 'server', 'features', 'ui', 'platform', 'shared']
const otherFolders = ['scripts', 'bench', 'tests']
const minModules = 40

/** Checks all imports below `root` against its `.dependency-cruiser.cjs` and returns one text per violated rule. */
export async function checkImportBoundaries(root: string): Promise<string[]> {
  const { forbidden = [], options = {} } = createRequire(import.meta.url)(
    join(root, '.dependency-cruiser.cjs'),
  ) as IConfiguration
  const folders = [...layers, ...otherFolders].filter((folder) => existsSync(join(root, folder)))
  if (folders.length === 0) return ['incomplete: 0 modules were checked']

  const { output } = await cruise(folders, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  } as Parameters<typeof cruise>[1])
  const { modules, summary } = output as ICruiseResult
  const modulePaths = modules.map(({ source }) => source).filter((source) => /^\w+\/.*\.tsx?$/.test(source))
  return [
    ...missingLayers(modulePaths),
    ...forbidden.flatMap((rule) => findViolations(rule, summary.violations)),
    ...findFolderCycles(importsOfProduct(modules)),
  ]
}

const isProduct = (path: string) => layers.some((layer) => path.startsWith(`${layer}/`)) && !isTestFile(path)

/** Lists imports between files of the product, without tests and what only tests use. */
function importsOfProduct(modules: IModule[]) {
  return modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => isProduct(from) && isProduct(to))
}

/** Finds layers without modules, so that renamed folders and changed options do not pass silently. */
function missingLayers(sources: string[]): string[] {
  const unseen = layers.filter((layer) => !sources.some((source) => source.startsWith(`${layer}/`)))
  return [
    ...unseen.map((layer) => `incomplete: 0 modules were checked in ${layer}/`),
    ...(sources.length < minModules
      ? [`incomplete: only ${sources.length} modules were checked; expected at least ${minModules}`]
      : []),
  ]
}

function findViolations(rule: NonNullable<IConfiguration['forbidden']>[number], violations: IViolation[]): string[] {
  const paths = violations.filter((violation) => violation.rule.name === rule.name).map(describePath)
  return paths.length === 0 ? [] : [[`${rule.name}: ${rule.comment}`, ...paths].join('\n    ')]
}

function describePath({ from, to, cycle }: IViolation): string {
  if (cycle) return [from, ...cycle.map(({ name }) => name)].join(' → ')
  return from === to ? from : `${from} → ${to}`
}
