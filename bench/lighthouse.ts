import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { findNeed, needs } from '../scripts/test/needs.ts'
import { median, root, scratchFolder, startMeasuredSite } from './measured-site.ts'

/*
 * Lighthouse with its mobile profile on every kind of page, median of three runs.
 * Goals: performance 98, the other three 100, layout shift 0.01. Lighthouse is installed into a cache folder of its own:
 * a lockfile cannot hold it.
 */
const version = '13.5.0'
const paths = [
  '/',
  '/swade-fam',
  '/artist/nova-swade',
  '/artist/luma-swade',
  '/books',
  '/book/indie-music-ai-guide-2',
  '/book/swade-real-ai-music',
  '/journey',
]
const runs = Number(process.env.RUNS ?? 3)

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string; title: string }>
}

ensureBuild()
const lighthouse = install()
const data = scratchFolder()
const site = await startMeasuredSite(data.path)
console.log('page                           performance  accessibility  best practices  SEO   LCP ms  shift   blocked ms')
for (const path of paths) {
  await fetch(site.origin + path)
  const reports = Array.from({ length: runs }, () => run(site.origin + path))
  const score = (name: string) => median(reports.map((report) => Math.round((report.categories[name]?.score ?? 0) * 100)))
  const value = (name: string) => median(reports.map((report) => report.audits[name]?.numericValue ?? Number.NaN))
  console.log(
    `${path.padEnd(30)} ${String(score('performance')).padStart(11)}  ${String(score('accessibility')).padStart(13)}  ${String(score('best-practices')).padStart(14)}  ${String(score('seo')).padStart(3)}  ${value('largest-contentful-paint').toFixed(0).padStart(7)}  ${value('cumulative-layout-shift').toFixed(3)}  ${value('total-blocking-time').toFixed(0).padStart(10)}`,
  )
  for (const failed of new Set(reports.flatMap(failures))) console.log(`    ${failed}`)
}
await site.stop()
data.remove()

function run(url: string): Report {
  const out = join(data.path, 'report.json')
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--no-first-run',
    '--disable-component-update',
    '--disable-sync',
  ].join(' ')
  execFileSync(
    process.execPath,
    [
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--chrome-flags=${flags}`,
      '--only-categories=performance,accessibility,best-practices,seo',
    ],
    {
      env: { ...process.env, CHROME_PATH: findNeed(needs.chromium) },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 180_000,
    },
  )
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
      ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `lighthouse@${version}`],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  return cli
}
