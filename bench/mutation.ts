import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { root, scratchFolder } from './measured-site.ts'
import { type MutationModule, mutationModules } from './mutation/modules.ts'
import { parseOptions, printHelp, refuseArguments } from '../scripts/usage.ts'

/*
 * Mutation score of the code that carries money, access or mail: Stryker changes one expression or statement at a time,
 * and a test has to fail. The goal is 80 % in every module.
 *
 * Arguments select modules by the beginning of their names. Settings:
 *   TREE=../other        measures another checkout with its own node_modules, and the tests it has in the same folders
 *   SURVIVORS=1          lists every mutant that no test noticed
 *   MUTATE=a.ts:12-20    mutates only these lines (several with commas), to check a new test quickly
 *   INCREMENTAL=1        keeps results of the last report that neither changed code nor changed tests put in doubt
 *
 * The full reports are written to node_modules/.cache/stryker/reports, in the format of https://stryker-mutator.io.
 * Stryker is installed into a cache folder of its own, and works on a copy of the tree.
 */
const version = '10.1.1'
const cache = join(root, 'node_modules/.cache/stryker')
const tree = resolve(process.env['TREE'] ?? root)
const usage = `Usage: npm run bench:mutation -- [beginning of the name of a module …]

Modules: ${mutationModules.map(({ name }) => name).join(', ')}`
printHelp(usage)
const { positionals: chosen } = parseOptions(usage, { allowPositionals: true })
const unknown = chosen.find((name) => !mutationModules.some((one) => one.name.startsWith(name)))
if (unknown !== undefined) refuseArguments(usage, `No module begins with '${unknown}'`)
const showSurvivors = process.env['SURVIVORS'] === '1'
const onlyLines = process.env['MUTATE']?.split(',')

type Mutant = {
  id: string
  fileName: string
  mutatorName: string
  replacement?: string
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending'
  location: { start: { line: number; column: number }; end: { line: number; column: number } }
}

const packages = install()
const { Stryker } = (await import(pathToFileURL(join(packages, '@stryker-mutator/core/dist/src/index.js')).href)) as {
  Stryker: new (options: object) => { runMutationTest(): Promise<Mutant[]> }
}
const scratch = scratchFolder()
const postgres = await startRealPostgres()
process.chdir(tree)
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_DATABASE: 'postgres' })
console.log('module                mutants  killed  timeout  survived  no coverage  errors    score  minutes')
try {
  for (const one of mutationModules) {
    if (chosen.length > 0 && !chosen.some((name) => one.name.startsWith(name))) continue
    const from = performance.now()
    const mutants = await mutate(one)
    console.log(rowOf(one.name, mutants, (performance.now() - from) / 60_000))
    if (showSurvivors)
      for (const mutant of mutants.filter(({ status }) => !isDetected(status))) console.log(`    ${describe(mutant)}`)
  }
} finally {
  await postgres.stop()
  scratch.remove()
}

async function mutate({ name, files, tests }: MutationModule): Promise<Mutant[]> {
  const slug = name.replaceAll(/[^a-z]+/g, '-')
  const reports = join(cache, 'reports', tree === root ? '' : tree.replaceAll('/', '-'))
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${slug}.json`)
  Object.assign(process.env, {
    MUTATION_FILES: JSON.stringify(files),
    MUTATION_TESTS: JSON.stringify(tests.map((glob) => `${glob}.test.ts`)),
    MUTATION_LOADED: join(scratch.path, `${slug}-loaded.json`),
  })
  const results = await new Stryker({
    mutate: onlyLines ?? files,
    testRunner: 'vitest',
    plugins: [join(packages, '@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: join(import.meta.dirname, 'mutation/vitest.config.ts'), related: false, pool: 'threads' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Ends what killed mutants leave behind, such as half-closed sites and their connections.
    maxTestRunnerReuse: 60,
    // The time limit of a test ends a mutant that waits forever. This ends one that blocks the thread, also on a busy
    // machine.
    timeoutMS: 120_000,
    timeoutFactor: 5,
    disableTypeChecks: false,
    ignorePatterns: ['/build', '/data', '/public', '/coverage'],
    tempDirName: join(scratch.path, slug),
    reporters: ['json'],
    jsonReporter: { fileName: report },
    incremental: process.env['INCREMENTAL'] === '1',
    incrementalFile: report,
    logLevel: 'warn',
    warnings: { slow: false },
  }).runMutationTest()
  rmSync(join(scratch.path, slug), { recursive: true, force: true })
  return results
}

function isDetected(status: Mutant['status']): boolean {
  return status === 'Killed' || status === 'Timeout'
}

function rowOf(name: string, mutants: Mutant[], minutes: number): string {
  const count = (status: Mutant['status']) => mutants.filter((one) => one.status === status).length
  const [killed, timeout, survived, uncovered] = [
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
  ]
  const errors = mutants.length - killed - timeout - survived - uncovered
  const score = (100 * (killed + timeout)) / (killed + timeout + survived + uncovered)
  return [
    name.padEnd(20),
    String(mutants.length).padStart(8),
    String(killed).padStart(7),
    String(timeout).padStart(8),
    String(survived).padStart(9),
    String(uncovered).padStart(12),
    String(errors).padStart(7),
    `${score.toFixed(1)} %`.padStart(8),
    minutes.toFixed(1).padStart(8),
  ].join(' ')
}

/** Describes on one line where a mutant is and how it changed the code. */
function describe({ fileName, location: { start, end }, mutatorName, replacement = '', status }: Mutant): string {
  const path = fileName.slice(tree.length + 1)
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const line = lines[start.line - 1] ?? ''
  const original =
    start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 90)
  return `${path}:${start.line} ${status} ${mutatorName}: ${short(original)}  ->  ${short(replacement)}`
}

function install(): string {
  const folder = join(cache, version)
  const installed = join(folder, 'node_modules')
  if (!existsSync(join(installed, '@stryker-mutator/vitest-runner/package.json'))) {
    console.log(`Installing Stryker ${version} into a folder of its own …`)
    mkdirSync(folder, { recursive: true })
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps']
    const wanted = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
    execFileSync('npm', ['install', '--prefix', folder, ...options, ...wanted], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return installed
}
