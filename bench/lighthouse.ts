import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuild } from '../scripts/build.ts'
import { findPlainChromium } from '../scripts/test/requirements.ts'
import { parseOptions, printHelp, refuseArguments } from '../scripts/usage.ts'
import { median, root, scratchFolder, startMeasuredSite } from './measured-site.ts'
import { untilQuiet } from './process-watch.ts'

/*
 * Runs Lighthouse with its mobile profile on every kind of page, or on the given paths, and prints the median of three
 * runs (RUNS). Waits until a new site has rendered the pages of its books; DATA_DIR names the folder of one that has
 * done so.
 * Goals: performance 98, the other three 100, layout shift 0.01. Lighthouse is installed into a cache folder of its
 * own: a lockfile cannot hold it.
 *
 * By default Lighthouse slows the processor down four times, which resembles a phone only on a fast desktop. On a
 * slower machine every page is measured a second time with the factor that Lighthouse's own table of throttling gives
 * for its speed index. For comparison, the same page is measured without its scripts: this is the score that the
 * machine and its browser reach for HTML and styles alone, and no effect of a script can be seen above it.
 *
 * CHROME_PATH names a browser. Without it, Chromium's shell without windows is taken where there is one: Chromium
 * itself brings up its own surface while a page loads (its tab turns, its address bar is a page with scripts), and on
 * two cores that is counted as the page's.
 */
const version = '13.5.0'
const usage = 'Usage: npm run bench:lighthouse -- [path of a page, such as /books …]'
printHelp(usage)
const { positionals: given } = parseOptions(usage, { allowPositionals: true })
const noPath = given.find((path) => !path.startsWith('/'))
if (noPath !== undefined) refuseArguments(usage, `'${noPath}' is not a path that starts with /`)
const everyKind = [
  '/',
  '/swade-fam',
  '/artist/nova-swade',
  '/artist/luma-swade',
  '/books',
  '/book/indie-music-ai-guide-2',
  '/book/swade-real-ai-music',
  '/journey',
]
const paths = given.length > 0 ? given : everyKind
const runs = Number(process.env.RUNS ?? 3)
/** Lighthouse's default CPU slowdown. */
const usualSlowdown = 4
const browser = process.env.CHROME_PATH ?? findPlainChromium()

type Report = {
  categories: Record<string, { score: number }>
  environment: { benchmarkIndex: number }
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string; title: string }>
}

await ensureBuild()
const lighthouse = install()
const scratch = scratchFolder()
const site = await startMeasuredSite(process.env.DATA_DIR ?? scratch.path)
await untilQuiet(site.pid)
console.log(`Browser: ${browser}`)
console.log(
  '                               ---------- default slowdown (4x) -----------------------------------  -- calibrated ---  -- scripts blocked --',
)
console.log(
  'page                           performance  accessibility  best practices  SEO   LCP ms  shift  blocked  performance  index  performance  blocked',
)
for (const path of paths) {
  const reports: Report[] = []
  const calibrated: Report[] = []
  const bare: Report[] = []
  for (let i = 0; i < runs; i++) {
    const report = await run(site.origin + path)
    reports.push(report)
    const slowdown = slowdownFor(report.environment.benchmarkIndex)
    // On a machine of the kind that Lighthouse assumes, the two are the same run.
    calibrated.push(slowdown === usualSlowdown ? report : await run(site.origin + path, { slowdown }))
    bare.push(await run(site.origin + path, { flags: ['--blocked-url-patterns=*.js'] }))
  }
  const scoreOf = (of: Report[], name: string) =>
    median(of.map((report) => Math.round((report.categories[name]?.score ?? 0) * 100)))
  const score = (name: string) => scoreOf(reports, name)
  const valueOf = (of: Report[], name: string) =>
    median(of.map((report) => report.audits[name]?.numericValue ?? Number.NaN))
  const value = (name: string) => valueOf(reports, name)
  console.log(
    [
      path.padEnd(30),
      String(score('performance')).padStart(11),
      String(score('accessibility')).padStart(14),
      String(score('best-practices')).padStart(15),
      String(score('seo')).padStart(4),
      value('largest-contentful-paint').toFixed(0).padStart(8),
      value('cumulative-layout-shift').toFixed(3).padStart(6),
      value('total-blocking-time').toFixed(0).padStart(8),
      String(scoreOf(calibrated, 'performance')).padStart(12),
      median(reports.map(({ environment }) => environment.benchmarkIndex))
        .toFixed(0)
        .padStart(6),
      String(scoreOf(bare, 'performance')).padStart(12),
      valueOf(bare, 'total-blocking-time').toFixed(0).padStart(8),
    ].join(' '),
  )
  for (const failed of new Set(reports.flatMap(failures))) console.log(`    ${failed}`)
}
await site.stop()
scratch.remove()

/**
 * CPU slowdown that makes this machine comparable to a mid-tier phone.
 *
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
function slowdownFor(benchmarkIndex: number): number {
  return benchmarkIndex >= 1500 ? usualSlowdown : 2
}

async function run(
  url: string,
  { slowdown = usualSlowdown, flags = [] as string[], attempts = 3 } = {},
): Promise<Report> {
  const out = join(scratch.path, 'report.json')
  const chromeFlags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
    '--disable-component-update',
    '--disable-sync',
  ].join(' ')
  // Asynchronous, because this process also serves the connections of the proxy.
  const finished = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--chrome-flags=${chromeFlags}`,
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      '--only-categories=performance,accessibility,best-practices,seo',
      ...flags,
    ],
    {
      env: { ...process.env, CHROME_PATH: browser },
      timeout: 180_000,
    },
  ).catch((error: Error) => error)
  // Lighthouse itself sometimes fails (NO_NAVSTART), which says nothing about the page.
  if (finished instanceof Error) {
    if (attempts > 1) return run(url, { slowdown, flags, attempts: attempts - 1 })
    throw finished
  }
  return JSON.parse(readFileSync(out, 'utf8')) as Report
}

// Only what costs points in the categories that must be perfect.
function failures({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    .map(({ title }) => title)
}

function install(): string {
  const folder = join(root, 'node_modules/.cache/lighthouse', version)
  const cli = join(folder, 'node_modules/lighthouse/cli/index.js')
  if (!existsSync(cli)) {
    console.log(`Installing Lighthouse ${version} into a folder of its own …`)
    mkdirSync(folder, { recursive: true })
    execFileSync(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        `lighthouse@${version}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  return cli
}
