import { expect, test } from 'vitest'
import { findFolderCycles } from './folder-cycles.ts'

const imports = (...pairs: [from: string, to: string][]) => pairs.map(([from, to]) => ({ from, to }))

test.each([
  ['siblings', 'features/reader/ui/toolbar/toolbar.tsx', 'features/reader/ui/extensions/list.ts'],
  ['parent and child', 'features/reader/ui/page.tsx', 'features/reader/ui/extensions/list.ts'],
  ['siblings of a platform module', 'platform/figures/render/render.ts', 'platform/figures/art/draw.ts'],
  ['folders of the server', 'server/plugins/pages.ts', 'server/languages/list.ts'],
])('%s that import each other are rejected, with the imports', (_, here, there) => {
  const back = [there.replace(/[^/]+$/, 'back.ts'), here.replace(/[^/]+$/, 'named.ts')] as const
  const [finding = '', ...others] = findFolderCycles(imports([here, there], [...back]))
  expect(others).toEqual([])
  expect(finding).toMatch(/^no-folder-cycles: /)
  expect(finding.split('\n    ').slice(1)).toEqual([`${here} → ${there}`, back.join(' → ')].toSorted())
})

test('a cycle through a third folder is one finding that names all three', () => {
  const findings = findFolderCycles(
    imports(
      ['ui/a/one.ts', 'ui/b/one.ts'],
      ['ui/b/two.ts', 'ui/c/one.ts'],
      ['ui/c/two.ts', 'ui/a/two.ts'],
      ['ui/a/two.ts', 'ui/d/leaf.ts'],
    ),
  )
  expect(findings).toHaveLength(1)
  expect(findings[0]).toContain('ui/a, ui/b, ui/c import each other')
  expect(findings[0]).not.toContain('leaf')
})

test('two separate cycles are two findings', () => {
  const pair = (first: string, second: string): [string, string][] => [
    [`${first}/one.ts`, `${second}/one.ts`],
    [`${second}/two.ts`, `${first}/two.ts`],
  ]
  expect(findFolderCycles(imports(...pair('ui/a', 'ui/b'), ...pair('ui/c', 'ui/d')))).toHaveLength(2)
})

test('imports in one direction, and files at the top of a layer or feature, are not a cycle', () => {
  expect(
    findFolderCycles(
      imports(
        ['features/market/feature.ts', 'features/market/server/routes.ts'],
        ['features/market/server/routes.ts', 'features/market/contract.ts'],
        ['platform/feature.ts', 'platform/jobs/jobs.ts'],
        ['platform/jobs/jobs.ts', 'platform/clock.ts'],
        ['features/market/ui/page.tsx', 'features/market/ui/list/list.tsx'],
        ['features/market/ui/page.tsx', 'features/market/ui/other.tsx'],
      ),
    ),
  ).toEqual([])
})
