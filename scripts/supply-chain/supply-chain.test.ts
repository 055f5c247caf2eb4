import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { classifyAudit } from './audit.ts'
import { isAllowed, writeNotices } from './notices.ts'
import { createSbom } from './sbom.ts'
import { listShippedPackages, type Lockfile, shippedPackages } from './shipped-packages.ts'

const root = process.cwd()

const lockfile: Lockfile = {
  packages: {
    '': { devDependencies: { 'bundled': '1.0.0', '@scope/bundled': '1.0.0', 'typed': '1.0.0', 'tool': '1.0.0' } },
    'node_modules/run': { version: '1.0.0', license: 'MIT' },
    'node_modules/run-linux': { version: '1.0.0', license: 'MIT', os: ['linux'] },
    'node_modules/bundled': { version: '2.0.0', license: 'ISC', dev: true, dependencies: { deep: '1' } },
    'node_modules/bundled/node_modules/deep': { version: '1.0.0', dev: true, dependencies: { bundled: '2', run: '1' } },
    'node_modules/deep': { version: '3.0.0', dev: true },
    'node_modules/@scope/bundled': { version: '4.0.0', dev: true },
    'node_modules/typed': { version: '1.0.0', dev: true },
    'node_modules/tool': { version: '1.0.0', dev: true },
  },
}
const sources = [
  { path: 'ui/a.tsx', text: "import { a } from 'bundled/part'\nimport type { b } from 'typed'\n" },
  { path: 'app/app.css', text: "@import '@scope/bundled/index.css';" },
  { path: 'ui/a.test.ts', text: "import { tool } from 'tool'" },
]

test('the shipped packages are those that run the site and those that its build includes, with their own versions', () => {
  expect(shippedPackages(lockfile, sources).map(({ path, isPlatformSpecific }) => [path, isPlatformSpecific])).toEqual([
    ['node_modules/@scope/bundled', false],
    ['node_modules/bundled', false],
    ['node_modules/bundled/node_modules/deep', false],
    ['node_modules/run', false],
    ['node_modules/run-linux', true],
  ])
})

test('a lockfile that lacks a dependency is reported by name', () => {
  const broken = structuredClone(lockfile)
  delete broken.packages['node_modules/bundled/node_modules/deep']
  delete broken.packages['node_modules/deep']
  expect(() => shippedPackages(broken, sources)).toThrow('deep, needed by node_modules/bundled, is missing')
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND AGPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('license %j may be shipped: %s', (license, expected) => {
  expect(isAllowed(license)).toBe(expected)
})

test('the notices name every package, list equal texts once, and skip those of other platforms', () => {
  const notices = writeNotices(shippedPackages(lockfile, sources), (path) => {
    if (path === 'node_modules/run-linux') throw new Error('not installed here')
    return path === 'node_modules/run' ? ['Another text'] : ['Same text']
  })
  expect(notices).toContain('run-linux 1.0.0 (MIT)')
  expect(notices.match(/Same text/g)).toHaveLength(1)
  expect(notices).toContain('@scope/bundled 4.0.0\nbundled 2.0.0\ndeep 1.0.0\n\nSame text')
})

test('the bill of materials lists exactly what is shipped', async () => {
  const sbom = await createSbom(root)
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  const names = (list: { name: string; version: string }[]) =>
    [...new Set(list.map((one) => `${one.name}@${one.version}`))].toSorted()
  const listed = sbom.components.map(({ purl, version }) => ({
    name: decodeURIComponent(purl.slice('pkg:npm/'.length, purl.lastIndexOf('@'))),
    version,
  }))
  expect(names(listed)).toEqual(names(listShippedPackages(root)))
}, 60_000)

const report = (severity: string, node: string) =>
  JSON.stringify({
    vulnerabilities: { one: { severity, range: '<2', nodes: [node], via: [{ title: 'Bad', url: 'https://x' }] } },
  })

test.each([
  ['high', 'node_modules/run', false],
  ['critical', 'node_modules/run', false],
  ['moderate', 'node_modules/run', true],
  ['critical', 'node_modules/tool', true],
])('a vulnerability of severity %s in %s passes: %s', (severity, node, passes) => {
  const result = classifyAudit(report(severity, node), new Set(['node_modules/run']), false)
  expect(result.passes).toBe(passes)
  expect(result.lines[0]).toContain(`one <2 (${severity}): Bad https://x`)
})

test('if the registry does not respond, the audit reports that it was skipped, and fails where it is required', () => {
  for (const output of ['', 'nonsense', 'null', '{"message":"405 Method Not Allowed","error":{}}']) {
    expect(classifyAudit(output, new Set(), false)).toEqual({
      passes: true,
      lines: [expect.stringContaining('skipped')],
    })
    expect(classifyAudit(output, new Set(), true).passes).toBe(false)
  }
  expect(classifyAudit('{"vulnerabilities":{}}', new Set(), true).passes).toBe(true)
})

test('the version of the package has an entry in the changelog', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version} `)
})
