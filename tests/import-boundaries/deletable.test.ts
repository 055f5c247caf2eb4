import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listPaths, readTexts } from '../../scripts/check/source-files.ts'

const root = join(import.meta.dirname, '../..')

/** Matches code that depends on a feature through its folder or its service. */
const dependsOn = (feature: string) =>
  new RegExp(`features/${feature}/|\\bservices\\.${feature}\\b|\\{[^{}\\n]*\\b${feature}\\b[^{}\\n]*\\} = `)

/** Matches files that may name a feature: its own folder and the two lists. */
const mayName = (feature: string) =>
  new RegExp(`^features/${feature}/|^(app/routes|server/features|tests/import-boundaries/deletable\\.test)\\.ts$`)

test('deleting journey takes its folder and its lines in app/routes.ts and server/features.ts', () => {
  const code = readTexts(root, listPaths(root)).filter(({ path }) =>
    /^(app|server|features|ui|platform|shared|content|tests|bench)\/.*\.tsx?$/.test(path),
  )
  const naming = code.filter(({ path, text }) => dependsOn('journey').test(text) && !mayName('journey').test(path))
  expect(code.length).toBeGreaterThan(500)
  expect(naming.map(({ path }) => path)).toEqual([])
  // The pattern matches what dependent code looks like.
  for (const text of [
    "import type { Era } from '#features/journey/contract.ts'",
    'site.services.journey.eras()',
    'const { books, journey } = context',
  ])
    expect(dependsOn('journey').test(text), text).toBe(true)
})
