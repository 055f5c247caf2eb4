import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkStructure } from './structure.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'swade-structure-'))
  write('package.json', '{}')
  write('package-lock.json', '{ "packages": {} }')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('a repository that follows the conventions passes', () => {
  write('features/radio/contract.ts', '/** What the radio is called. */\nexport const name = 1\n')
  write('scripts/long.ts', `// Long because it is a table.\n${'1\n'.repeat(500)}`)
  expect(checkStructure(root)).toEqual([])
})

test('a generic name is rejected, for files and folders', () => {
  write('server/utils.ts', '')
  write('features/radio/contract.ts', '')
  write('features/radio/ui/helpers/clock.tsx', '')
  expect(checkStructure(root)).toEqual([
    expect.stringMatching(/^features\/radio\/ui\/helpers\/clock\.tsx: 'helpers' is too generic/),
    expect.stringMatching(/^server\/utils\.ts: 'utils' is too generic/),
  ])
})

test('a product file has at most 350 lines, other files and tests 400, unless it states a reason', () => {
  write('server/long.ts', '1\n'.repeat(351))
  write('server/whole.ts', '1\n'.repeat(350))
  write('server/long.test.ts', '1\n'.repeat(400))
  write('scripts/long.ts', '1\n'.repeat(401))
  write('server/table.ts', `// Long because it is a table.\n${'1\n'.repeat(500)}`)
  expect(checkStructure(root).toSorted()).toEqual([
    expect.stringContaining('scripts/long.ts: 401 lines'),
    expect.stringContaining('server/long.ts: 351 lines'),
  ])
})

test('a feature without a contract is rejected', () => {
  write('features/radio/server/routes.ts', '')
  expect(checkStructure(root)).toEqual([expect.stringContaining('features/radio/: has no contract.ts')])
})

test('a dependency needs an entry in the documentation, and an install script a decision', () => {
  write(
    'package.json',
    '{ "dependencies": { "zod": "1.0.0", "pg": "1.0.0" }, "devDependencies": { "@types/pg": "1.0.0" }, "allowScripts": { "esbuild": false } }',
  )
  write(
    'package-lock.json',
    '{ "packages": { "node_modules/sly": { "hasInstallScript": true }, "node_modules/esbuild": { "hasInstallScript": true } } }',
  )
  write('docs/dependencies.md', '| `zod` | schemas |\n')
  write('server/database.ts', "import pg from 'pg'\nimport { z } from 'zod/v4'\n")
  expect(checkStructure(root)).toEqual([
    expect.stringMatching(/^docs\/dependencies\.md: .*would cost: `pg`$/),
    expect.stringMatching(/^package\.json: `sly` has an install script/),
  ])
})

test('a separate package documents its dependencies in its own README', () => {
  write('scripts/media/package.json', '{ "dependencies": { "zod": "1.0.0", "marked": "1.0.0" } }')
  write('scripts/media/package-lock.json', '{ "packages": { "node_modules/sly": { "hasInstallScript": true } } }')
  write('scripts/media/README.md', 'Reads with `zod`.\n')
  write('docs/dependencies.md', '| `marked` | elsewhere |\n')
  expect(checkStructure(root)).toEqual([
    expect.stringMatching(/^scripts\/media\/README\.md: .*would cost: `marked`$/),
    expect.stringMatching(/^scripts\/media\/package\.json: `sly` has an install script/),
  ])
})

test('a production install contains exactly what the server imports', () => {
  const names = [
    'pg',
    'pg-pool',
    '@tiptap/react',
    'luxon',
    '@fontsource/mono',
    'only-types',
    'only-tests',
    '@fontsource',
  ]
  write('package.json', JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) }))
  write('docs/dependencies.md', names.map((name) => `| \`${name}\` | needed |\n`).join(''))
  write(
    'server/pool.ts',
    "import type { A } from 'only-types'\nimport pg from 'pg'\nconst font = '@fontsource/mono/files/mono.woff2'\n",
  )
  write('features/radio/contract.ts', '')
  write('features/radio/emails/played.tsx', "import 'luxon'\n")
  write('features/radio/ui/editor-page.tsx', 'const load = () => import("@tiptap/react")\n')
  write('server/pool.test.ts', "import 'only-tests'\n")
  write('ui/pool.css', "@import 'pg-pool';\n")
  expect(checkStructure(root)).toEqual(
    ['pg-pool', '@tiptap/react', 'only-types', 'only-tests', '@fontsource'].map((name) =>
      expect.stringContaining(`the server does not import \`${name}\``),
    ),
  )
})

test('a version range is rejected', () => {
  write('package.json', '{ "devDependencies": { "vite": "^8.0.0", "oxfmt": "1.0.0" } }')
  write('docs/dependencies.md', '`vite`, `oxfmt`\n')
  expect(checkStructure(root)).toEqual(["package.json: `vite` is '^8.0.0'; pin an exact version"])
})

test('a thread that is missing from the bundle is rejected', () => {
  const start = (name: string) => `new URL(isSource ? './${name}.ts' : './${name}.js', import.meta.url)`
  write('rolldown.config.ts', "export default { input: { 'known-worker': 'server/known-worker.ts' } }")
  write('server/known.ts', start('known-worker'))
  write('server/new.ts', start('new-worker'))
  expect(checkStructure(root)).toEqual([
    "server/new.ts: starts the thread 'new-worker', which is not an entry in rolldown.config.ts",
  ])
})

test('leftovers are reported with their line number', () => {
  write('docs/notes.md', `fine\nsee ${'/ho' + 'me'}/somebody/file\n`)
  write('app/root.tsx', `// ${'TO' + 'DO'} later\n`)
  expect(checkStructure(root)).toEqual([
    expect.stringContaining('app/root.tsx:1:'),
    expect.stringContaining('docs/notes.md:2:'),
  ])
})

test('every export of a shared layer and of a contract needs a docstring', () => {
  write(
    'shared/money.ts',
    '/** Whole cents of a dollar amount. */\nexport function cents() {}\nexport const rate = 1\nconst own = 2\n',
  )
  write('features/radio/contract.ts', 'export type Show = { name: string }\n')
  write('features/radio/server/routes.ts', 'export const routes = 1\n')
  expect(checkStructure(root)).toEqual([
    expect.stringMatching(/^features\/radio\/contract\.ts:1: `Show` needs a docstring/),
    expect.stringMatching(/^shared\/money\.ts:3: `rate` needs a docstring/),
  ])
})

test('paths in documents and comments must exist', () => {
  // Written with another character, so that the check does not find these paths in this file.
  const writeText = (path: string, text: string) => write(path, text.replaceAll('÷', '/'))
  writeText(
    'features/radio/contract.ts',
    '÷** One. See features÷radio÷server÷{routes,gone}.ts and server÷routes.ts. *÷\nexport const one = 1\n',
  )
  writeText(
    'features/radio/server/routes.ts',
    "÷÷ As app÷never.ts, not as https:÷÷elsewhere.example÷app÷page.ts.\nconst at = 'app÷none.ts' ÷÷ ui÷a.css\n",
  )
  writeText('tests/one.test.ts', '÷* tests÷*.test.ts, tests÷e2e÷x.spec.ts, platform÷old *÷\n')
  writeText('docs/guide.md', 'In `features÷*÷server` and `shared÷lost.ts`.\n')
  writeText('docs/decisions/001-old.md', 'It lay in shared÷lost.ts.\n')
  const found = [
    "docs/guide.md:1: 'shared÷lost.ts' does not exist",
    "features/radio/contract.ts:1: 'features÷radio÷server÷{routes,gone}.ts' does not exist",
    "features/radio/server/routes.ts:1: 'app÷never.ts' does not exist",
    "features/radio/server/routes.ts:2: 'ui÷a.css' does not exist",
    "tests/one.test.ts:1: 'platform÷old' does not exist",
  ]
  expect(checkStructure(root)).toEqual(found.map((text) => text.replaceAll('÷', '/')))
})
