import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../measured-site.ts'

/** What our reader is measured against; exact, so that figures of different days compare. */
const versions = { 'pdfjs-dist': '6.5.438', '@embedpdf/snippet': '2.15.1' }

/**
 * Installs the peers into a cache folder of their own (they are no part of the site) and answers where their packages
 * lie.
 */
export function installPeers(): string {
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const folder = join(root, 'node_modules/.cache/reader-peers', names.join('_').replaceAll('/', '-'))
  const packages = join(folder, 'node_modules')
  if (!Object.keys(versions).every((name) => existsSync(join(packages, name, 'package.json')))) {
    console.log(`Installing ${names.join(' and ')} into a folder of their own …`)
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
