import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type IConfiguration, type ICruiseResult, type IViolation } from 'dependency-cruiser'

/** Folders between which there are import boundaries. Each must hold at least one module, or nothing was checked. */
const layers = ['app', 'server', 'features', 'ui', 'platform', 'shared']
const alsoCruised = ['scripts', 'bench', 'tests']
const fewestModules = 40

/**
 * Checks every import below `root` by its `.dependency-cruiser.cjs`; returns one text per broken rule.
 */
export async function checkWalls(root: string): Promise<string[]> {
  const { forbidden = [], options = {} } = createRequire(import.meta.url)(
    join(root, '.dependency-cruiser.cjs'),
  ) as IConfiguration
  const folders = [...layers, ...alsoCruised].filter((folder) => existsSync(join(root, folder)))
  if (folders.length === 0) return ['blind: 0 modules were examined, so nothing is proven']

  const { output } = await cruise(
    folders,
    { ...options, baseDir: root, validate: true, ruleSet: { forbidden } } as Parameters<typeof cruise>[1],
    { bustTheCache: true } as Parameters<typeof cruise>[2],
  )
  const { modules, summary } = output as ICruiseResult
  const own = modules.map(({ source }) => source).filter((source) => /^\w+\/.*\.tsx?$/.test(source))
  return [...blindSpots(own), ...forbidden.flatMap((rule) => broken(rule, summary.violations))]
}

/** Reports layers without modules: renamed folders and changed options must not make the check pass silently. */
function blindSpots(sources: string[]): string[] {
  const unseen = layers.filter((layer) => !sources.some((source) => source.startsWith(`${layer}/`)))
  return [
    ...unseen.map((layer) => `blind: 0 modules were examined in ${layer}/, so nothing is proven about it`),
    ...(sources.length < fewestModules
      ? [`blind: only ${sources.length} modules were examined; the project has at least ${fewestModules}`]
      : []),
  ]
}

function broken(rule: NonNullable<IConfiguration['forbidden']>[number], violations: IViolation[]): string[] {
  const ways = violations.filter((violation) => violation.rule.name === rule.name).map(way)
  return ways.length === 0 ? [] : [[`${rule.name}: ${rule.comment}`, ...ways].join('\n    ')]
}

function way({ from, to, cycle }: IViolation): string {
  if (cycle) return [from, ...cycle.map(({ name }) => name)].join(' → ')
  return from === to ? from : `${from} → ${to}`
}
