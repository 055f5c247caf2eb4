import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../measured-site.ts'

/** The readers that ours is compared with. Exact versions keep results of different days comparable. */
const versions = { 'pdfjs-dist': '6.5.438', '@embedpdf/snippet': '2.15.1' }

/** Installs the baseline readers into a separate cache folder, because they are not part of the site. */
export function installBaselines(): string {
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const folder = join(root, 'node_modules/.cache/reader-baselines', names.join('_').replaceAll('/', '-'))
  const packages = join(folder, 'node_modules')
  if (!Object.keys(versions).every((name) => existsSync(join(packages, name, 'package.json')))) {
    console.log(`Installing ${names.join(' and ')} …`)
    mkdirSync(folder, { recursive: true })
    execFileSync(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--ignore-scripts',
        '--omit=optional',
        '--no-audit',
        '--no-fund',
        ...names,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  return packages
}
