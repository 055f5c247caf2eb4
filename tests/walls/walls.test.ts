import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { checkWalls } from '../../scripts/check/walls.ts'
import { runCommand } from '../../scripts/run-command.ts'
import { forbiddenImports, targets } from './forbidden-imports.ts'
import { buildScratchHouse } from './scratch-house.ts'

const minuteMs = 60_000
let house: ReturnType<typeof buildScratchHouse>
afterEach(() => house.tearDown())

test('every forbidden import is refused by the wall that names it', { timeout: minuteMs }, async () => {
  house = buildScratchHouse()
  for (const [path, text] of Object.entries({ ...targets, 'platform/own.test.ts': 'export {}' })) house.write(path, text)
  for (const [, from, to] of forbiddenImports) house.write(from, `import '${to}'\n`)

  const findings = await checkWalls(house.root)

  const refused = (rule: string, from: string) => findings.some((text) => text.startsWith(`${rule}: `) && text.includes(`    ${from}`))
  expect(forbiddenImports.filter(([rule, from]) => !refused(rule, from))).toEqual([])
})

test('a type-only import does not slip through', { timeout: minuteMs }, async () => {
  house = buildScratchHouse()
  house.write('platform/target.ts', 'export type Target = 1')
  house.write('ui/wants-a-type.ts', "import type { Target } from '#platform/target.ts'\nexport const one: Target = 1\n")

  expect(await checkWalls(house.root)).toContainEqual(
    expect.stringMatching(/^ui-needs-no-server: [^]*ui\/wants-a-type\.ts → platform\/target\.ts/),
  )
})

test('no wall stands unproven', () => {
  house = buildScratchHouse()
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
  const names: string[] = forbidden.map(({ name }: { name: string }) => name)
  expect([...new Set(forbiddenImports.map(([rule]) => rule))].toSorted()).toEqual(names.toSorted())
})

test('a check that saw no module of a layer fails', { timeout: minuteMs }, async () => {
  house = buildScratchHouse()
  house.empty('ui')
  expect(await checkWalls(house.root)).toContainEqual(expect.stringContaining('blind: 0 modules were examined in ui/'))
})

test('the command fails when it examined 0 modules', { timeout: minuteMs }, async () => {
  house = buildScratchHouse()
  for (const folder of ['app', 'server', 'features', 'ui', 'platform', 'shared']) house.empty(folder)
  const { code, output } = await runCommand(process.execPath, ['scripts/check.ts', 'walls'], { cwd: house.root })
  expect(output).toContain('blind: 0 modules were examined')
  expect(code).toBe(1)
})
