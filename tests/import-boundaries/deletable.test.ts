import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listPaths, readTexts, type SourceFile } from '../../scripts/check/source-files.ts'

const root = join(import.meta.dirname, '../..')

/** Files whose lines go with the folder of a feature. */
const lists = ['app/routes.ts', 'server/features.ts']

const product = /^(app|server|features|ui|platform|shared)\/.*\.tsx?$|^[\w.-]+\.(config\.ts|cjs)$/
const tests = /\.test\.tsx?$|\/test-[\w-]+\.tsx?$/

const files = readTexts(root, listPaths(root)).filter(({ path }) => product.test(path) && !tests.test(path))
const styles = readTexts(root, listPaths(root)).filter(({ path }) => /^(app|ui|features)\/.*\.css$/.test(path))

/** Lists the names that a contract adds to the services or contributions of the site. */
function declaredNames({ text }: SourceFile, kind: 'Services' | 'Contributions'): string[] {
  const [, body = ''] = new RegExp(`interface ${kind} \\{([\\s\\S]*?)\\n  \\}`).exec(text) ?? []
  return [...body.matchAll(/^ {4}(\w+)[?(:]/gm)].map(([, name = '']) => name)
}

/** Lists what a file uses of a feature: its folder, its services, or contributions that only it collects. */
function needs({ path, text }: SourceFile, feature: string, services: string[], contributions: string[]): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const uses = services.filter((name) =>
    [
      `[sS]ervices(\\(\\))?\\.${name}\\b`,
      `(FeatureDeps|Services)\\b[^;>]*'${name}'`,
      `\\{[^{}]*\\b${name}\\b[^{}]*\\} = `,
    ].some((use) => new RegExp(use).test(code)),
  )
  const gives = contributions.filter((name) => new RegExp(`^ {4,}(?:async )?${name}[:(,]`, 'm').test(code))
  const folder = code.includes(`features/${feature}/`) ? ['its folder'] : []
  return [...folder, ...uses, ...gives].map((name) => `${path} needs ${name}`)
}

function whatNeeds(feature: string, among = files): string[] {
  const own = (path: string) => path.startsWith(`features/${feature}/`)
  const contract = files.find(({ path }) => path === `features/${feature}/contract.ts`)
  if (!contract) throw new Error(`There is no feature ${feature}.`)
  const [services, contributions] = (['Services', 'Contributions'] as const).map((kind) =>
    declaredNames(contract, kind),
  ) as [string[], string[]]
  return among
    .filter(({ path }) => !own(path) && !lists.includes(path))
    .flatMap((file) => needs(file, feature, services, contributions))
}

test.each(['journey', 'statistics', 'podcast', 'embeds', 'developers'])(
  'deleting %s takes its folder and its lines in app/routes.ts and server/features.ts',
  (feature) => {
    expect(files.length).toBeGreaterThan(1000)
    expect(whatNeeds(feature)).toEqual([])
    // The globs of style sheets match other features, too.
    expect(styles.filter(({ text }) => text.includes(`features/${feature}/`)).map(({ path }) => path)).toEqual([])
  },
)

test.each([
  ['its contract', "import type { Era } from '#features/journey/contract.ts'"],
  ['its service, of all', 'allServices().journey.eras()'],
  ['its service, by name', 'const { books, journey } = context.get(servicesContext)'],
  ['its service, as a dependency', "create({ features }: FeatureDeps<'books' | 'journey'>) {"],
  ['its service, in a type', "type Needed = Pick<\n  Services,\n  'books' | 'journey'\n>"],
])('code that uses %s is found', (_, text) => {
  expect(whatNeeds('journey', [{ path: 'server/other.ts', text }])).toHaveLength(1)
})

test('a feature that others need is found', () => {
  const needing = whatNeeds('radio')
  expect(needing).toContain('features/developers/ui/developers-page.tsx needs radio')
  expect(needing).toContain('features/embeds/feature.ts needs sitePlayers')
  expect(whatNeeds('market', [{ path: 'server/other.ts', text: '// The market: features/market/ui.' }])).toEqual([])
})
