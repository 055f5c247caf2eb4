import { readdirSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import config from '../../vitest.config.ts'
import { selectFrom, setups, stageOf, type TestStage } from './changed-tests.ts'
import { type ImportGraph, readImportGraph } from './import-graph.ts'

const graph: ImportGraph = new Map([
  ['shared/money.ts', []],
  ['shared/money.test.ts', ['shared/money.ts']],
  ['features/checkout/contract.ts', ['shared/money.ts']],
  ['features/checkout/server/orders.ts', ['features/checkout/contract.ts']],
  [
    'features/checkout/server/orders.feature.test.ts',
    ['features/checkout/server/orders.ts', 'tests/support/test-site.ts'],
  ],
  ['features/books/server/prices.ts', ['features/checkout/contract.ts']],
  ['features/books/server/prices.test.ts', ['features/books/server/prices.ts']],
  ['features/radio/server/routes.feature.test.ts', ['tests/support/test-site.ts']],
  ['server/start.ts', ['features/checkout/server/orders.ts']],
  ['tests/support/test-site.ts', ['server/start.ts']],
  ['tests/support/shared-site.ts', []],
  ['tests/e2e/checkout.spec.ts', ['tests/support/shared-site.ts']],
  ['tests/e2e/radio-bar.spec.ts', ['tests/support/shared-site.ts']],
  ['tests/e2e/site-sweep.spec.ts', ['tests/support/shared-site.ts']],
  ['tests/system/checkout-faults.test.ts', ['tests/support/shared-site.ts']],
  ['ui/audio/player.ts', []],
  ['features/radio/ui/radio-bar.tsx', ['ui/audio/player.ts']],
])

const select = (...changed: string[]) => {
  const selection = selectFrom(graph, changed)
  return 'all' in selection ? selection : selection.files
}

test('a change in one feature runs its own tests in every stage, and those of features that import it', () => {
  expect(select('features/checkout/server/orders.ts')).toEqual({
    pure: [],
    feature: ['features/checkout/server/orders.feature.test.ts'],
    system: ['tests/system/checkout-faults.test.ts'],
    e2e: ['tests/e2e/checkout.spec.ts'],
  })
  expect(select('features/checkout/contract.ts')).toMatchObject({ pure: ['features/books/server/prices.test.ts'] })
})

test('a change of shared code runs what imports it, and the tests of the whole site', () => {
  expect(select('shared/money.ts')).toMatchObject({
    pure: ['shared/money.test.ts', 'features/books/server/prices.test.ts'],
    feature: ['features/checkout/server/orders.feature.test.ts'],
    e2e: ['tests/e2e/checkout.spec.ts', 'tests/e2e/site-sweep.spec.ts'],
  })
  expect(select('ui/audio/player.ts')).toMatchObject({
    e2e: ['tests/e2e/radio-bar.spec.ts', 'tests/e2e/site-sweep.spec.ts'],
  })
})

test('a change of the composition runs every test that starts the site', () => {
  expect(select('server/start.ts')).toMatchObject({
    feature: ['features/checkout/server/orders.feature.test.ts', 'features/radio/server/routes.feature.test.ts'],
    system: ['tests/system/checkout-faults.test.ts'],
    e2e: ['tests/e2e/checkout.spec.ts', 'tests/e2e/radio-bar.spec.ts', 'tests/e2e/site-sweep.spec.ts'],
  })
})

test('a changed test runs itself and no other', () => {
  expect(select('tests/e2e/radio-bar.spec.ts')).toEqual({
    pure: [],
    feature: [],
    system: [],
    e2e: ['tests/e2e/radio-bar.spec.ts'],
  })
})

test('a migration, the content or a tool setting runs everything, documents run nothing', () => {
  for (const file of [
    'db/migrations/0030_orders.sql',
    'content/books/book.yaml',
    'content/books/words.md',
    'package-lock.json',
    'vitest.config.ts',
    'react-router.config.ts',
  ]) {
    expect(select(file)).toEqual({ all: file })
  }
  expect(select('docs/architecture.md', 'README.md', 'scripts/sample-media/music/song.ts')).toEqual({
    pure: [],
    feature: [],
    system: [],
    e2e: [],
  })
})

const ours = readImportGraph(process.cwd())

const selectOurs = (...changed: string[]): string[] => {
  const selection = selectFrom(ours, changed)
  return 'all' in selection ? [selection.all] : Object.values(selection.files).flat()
}

/** Tests of the workers that the browser starts, by the addresses that the build gives them. */
const browserTests: Record<string, string> = {
  'features/reader/ui/offline/reader-worker.ts': 'tests/e2e/reader-offline.spec.ts',
  'app/app-worker.ts': 'tests/e2e/site-offline.spec.ts',
}

test('a change of code that runs in a thread reaches the test of the module that starts it', () => {
  const product = [...ours].filter(([file]) => /^(app|server|features|ui|platform|shared)\//.test(file))
  const workers = product.flatMap(([file]) => (/-worker\.tsx?$/.test(file) ? [file] : []))
  expect(workers.length).toBeGreaterThanOrEqual(8)
  for (const worker of workers) {
    const starters = product.flatMap(([file, named]) => (named.includes(worker) ? [dirname(file)] : []))
    const isBeside = (one: string) => starters.some((folder) => one.startsWith(`${folder}/`) && stageOf(one))
    const browserTest = browserTests[worker]
    const isProof = browserTest ? (one: string) => one === browserTest : isBeside
    expect.soft(selectOurs(worker).some(isProof), worker).toBe(true)
  }
})

test.each([
  ['app/app.css', 'platform/figures/art/palette.test.ts'],
  ['ui/fonts/fonts.css', 'tests/e2e/site-loading.spec.ts'],
  ['features/reader/ui/reader.css', 'tests/e2e/reader.spec.ts'],
  ['public/favicon.svg', 'tests/system/site-pages.test.ts'],
  ['.dependency-cruiser.cjs', 'tests/import-boundaries/import-boundaries.test.ts'],
  ['app/routes.ts', 'server/site-pages.test.ts'],
  ['tests/support/no-database.ts', 'shared/slug.test.ts'],
  ['tests/support/real-postgres.ts', 'features/checkout/server/orders/fulfil.feature.test.ts'],
  ['tests/support/shared-sites.ts', 'tests/e2e/radio.spec.ts'],
  ['scripts/fuzz.ts', 'scripts/fuzz.system.test.ts'],
  ['features/radio/server/queries.ts', 'scripts/test/changed-tests.test.ts'],
])('a change of %s runs %s, which reads it or is loaded after it', (file, reader) => {
  expect(ours.has(reader), `${reader} exists`).toBe(true)
  expect(selectOurs(file)).toContain(reader)
})

test('files that Vitest loads before a stage are known', () => {
  const { setupFiles, projects = [] } = config.test ?? {}
  const loaded = (projects as TestProjectInlineConfiguration[]).map(({ test: options }) => {
    const files = [setupFiles, options?.setupFiles, options?.globalSetup].flat().filter((file) => file !== undefined)
    return [String(options?.name), files.map((file) => relative('.', file))] as const
  })
  expect(Object.fromEntries(loaded) as Record<TestStage, string[]>).toEqual(setups)
})

test('every end-to-end and system test is named after a feature or the site', () => {
  const owners = [...readdirSync('features'), 'site']
  const tests = [...readdirSync('tests/e2e'), ...readdirSync('tests/system')].filter((name) =>
    /\.(spec|test)\.ts$/.test(name),
  )
  expect(tests.filter((name) => !owners.includes(/^[a-z]+/.exec(name)?.[0] ?? ''))).toEqual([])
})

test('the name of a test file determines its stage', () => {
  expect(
    [
      'a/b.test.tsx',
      'a/b.feature.test.ts',
      'a/b.system.test.ts',
      'tests/system/b.test.ts',
      'tests/e2e/b.spec.ts',
      'a/b.ts',
    ].map(stageOf),
  ).toEqual(['pure', 'feature', 'system', 'system', 'e2e', undefined])
  expect(stageOf('scripts/sample-media/id3-tag.test.ts'), 'another package').toBeUndefined()
})
