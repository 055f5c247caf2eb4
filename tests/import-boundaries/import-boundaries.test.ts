import { createRequire } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { checkImportBoundaries } from '../../scripts/check/import-boundaries.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { forbiddenImports, targets } from './forbidden-imports.ts'
import { buildScratchProject } from './scratch-project.ts'

function scratchRoot(files: Record<string, string>, ownFolders: string[] = []): string {
  const scratch = buildScratchProject(files, ownFolders)
  onTestFinished(scratch.tearDown)
  return scratch.root
}

test('every forbidden import is rejected by its rule, and type-only imports are rejected too', async () => {
  const root = scratchRoot({
    ...targets,
    'platform/own.test.ts': 'export {}',
    ...Object.fromEntries(forbiddenImports.map(([, from, to]) => [from, `import '${to}'\n`])),
    'platform/type.ts': 'export type Target = 1',
    'ui/wants-a-type.ts': "import type { Target } from '#platform/type.ts'\nexport const one: Target = 1\n",
  })

  const findings = await checkImportBoundaries(root)

  const refused = (rule: string, from: string) =>
    findings.some((text) => text.startsWith(`${rule}: `) && text.includes(`    ${from}`))
  expect(forbiddenImports.filter(([rule, from]) => !refused(rule, from))).toEqual([])
  expect(findings).toContainEqual(
    expect.stringMatching(/^ui-imports-no-server: [^]*ui\/wants-a-type\.ts → platform\/type\.ts/),
  )
})

test('every boundary has a test', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
  const names: string[] = forbidden.map(({ name }: { name: string }) => name)
  expect([...new Set(forbiddenImports.map(([rule]) => rule))].toSorted()).toEqual(names.toSorted())
})

test('folders that import each other are rejected, also by imports of types, but not for a test', async () => {
  const findings = await checkImportBoundaries(
    scratchRoot({
      'ui/list/list.ts': "import '../row/row.ts'\nexport type Item = 1\n",
      'ui/row/row.ts': 'export const row = 1\n',
      'ui/row/cell.ts': "import type { Item } from '#ui/list/list.ts'\nexport const cell: Item = 1\n",
      'ui/page/page.ts': "import '../panel/panel.ts'\n",
      'ui/page/title.ts': 'export const title = 1\n',
      'ui/panel/panel.ts': 'export const panel = 1\n',
      'ui/panel/panel.test.ts': "import '../page/title.ts'\n",
    }),
  )
  expect(findings.filter((text) => text.startsWith('no-folder-cycles: '))).toEqual([
    expect.stringMatching(
      /^no-folder-cycles: ui\/list, ui\/row import[^]*list\.ts → ui\/row\/row\.ts\n[^]*cell\.ts → ui\/list\/list\.ts$/,
    ),
  ])
})

test('the check fails when it found no module of a layer', async () => {
  const findings = await checkImportBoundaries(
    scratchRoot(Object.fromEntries(['app', 'server', 'features', 'platform', 'shared'].map(empty))),
  )
  expect(findings.filter((text) => text.startsWith('incomplete: 0 modules'))).toEqual([
    'incomplete: 0 modules were checked in ui/',
  ])
})

test('the command fails when it checked 0 modules', async () => {
  const { code, output } = await runCommand(process.execPath, ['scripts/check.ts', 'boundaries'], {
    cwd: scratchRoot({}, ['scripts']),
  })
  expect(output).toContain('incomplete: 0 modules were checked')
  expect(code).toBe(1)
})

const empty = (layer: string) => [`${layer}/empty.ts`, 'export {}']
