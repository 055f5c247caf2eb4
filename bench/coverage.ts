import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type CoveredFile, type FileCoverage, findLostCoverage } from './lost-coverage.ts'
import { root } from './measured-site.ts'
import { readPaths } from '../scripts/usage.ts'

/*
 * Test coverage of the server code of the features and of `platform`, by every stage that needs no browser.
 *
 * Arguments are folders with a `coverage-final.json` of an earlier checkout, which must still exist for its source.
 * Every statement and branch that one of them covered and this tree no longer covers is listed; the goal is none.
 * To make such a folder, run Vitest there with v8 coverage, the reporter `json` and `--coverage.reportOnFailure`.
 *
 * AFTER names a folder with the coverage of this tree, to compare without running the tests again.
 * The coverage provider is installed into a cache folder of its own, because nothing else needs it.
 */
const version = '5.1.1'
const before = readPaths('Usage: npm run bench:coverage -- [folder with the coverage of another checkout …]')
const after = process.env['AFTER'] ?? runTests()

const now = readCoverage(after)
const { statements, branches } = totalsOf(now)
console.log(`covered now: ${statements}; ${branches}`)
if (before.length > 0) {
  const { lost, covered, gone } = findLostCoverage(before.map(readCoverage), now)
  for (const { path, line, kind, text } of lost) console.log(`${path}:${line}  ${kind}  ${text.slice(0, 120)}`)
  console.log(
    `${covered} statements and branches were covered before: ${lost.length} are no longer covered, ${gone} are no longer in the code`,
  )
  if (lost.length > 0) process.exitCode = 1
}

function runTests(): string {
  const folder = join(root, 'coverage')
  const provider = join(install(), 'node_modules/@vitest/coverage-v8/dist/index.js')
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['pure', 'feature', 'system'].map((stage) => `--project=${stage}`),
      '--reporter=dot',
      '--coverage.enabled',
      '--coverage.provider=custom',
      `--coverage.customProviderModule=${provider}`,
      '--coverage.include=features/*/server/**',
      '--coverage.include=platform/**',
      '--coverage.reporter=json',
      `--coverage.reportsDirectory=${folder}`,
      '--coverage.reportOnFailure',
    ],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) console.log('Some tests failed, so the coverage below may be incomplete.')
  return folder
}

function readCoverage(folder: string): Map<string, CoveredFile> {
  const files = Object.values(
    JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8')) as Record<string, FileCoverage>,
  )
  const tree = checkoutOf(files[0]?.path ?? folder)
  const code = files.filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test-[^/]*$/.test(path))
  return new Map(
    code.map((coverage) => [relative(tree, coverage.path), { source: readFileSync(coverage.path, 'utf8'), coverage }]),
  )
}

/** Returns the checkout of a file: the nearest folder above it with a package.json. */
function checkoutOf(path: string): string {
  const folder = dirname(path)
  return existsSync(join(folder, 'package.json')) || folder === path ? folder : checkoutOf(folder)
}

function totalsOf(files: Map<string, CoveredFile>): { statements: string; branches: string } {
  const all = [...files.values()].map(({ coverage }) => coverage)
  const share = (counts: number[], what: string) => {
    const run = counts.filter((count) => count > 0).length
    return `${run} of ${counts.length} ${what} (${((100 * run) / counts.length).toFixed(1)} %)`
  }
  return {
    statements: share(
      all.flatMap(({ s }) => Object.values(s)),
      'statements',
    ),
    branches: share(
      all.flatMap(({ b }) => Object.values(b).flat()),
      'branches',
    ),
  }
}

// Without peer dependencies, so that it uses Vitest of this project and does not install another.
function install(): string {
  const folder = join(root, 'node_modules/.cache/coverage-v8', version)
  if (!existsSync(join(folder, 'node_modules/@vitest/coverage-v8/package.json'))) {
    console.log(`Installing @vitest/coverage-v8 ${version} into a folder of its own …`)
    mkdirSync(folder, { recursive: true })
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
    execFileSync('npm', ['install', '--prefix', folder, ...options, `@vitest/coverage-v8@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return folder
}
