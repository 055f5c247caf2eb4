import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoArguments } from '../usage.ts'
import { listShippedPackages, type ShippedPackage } from './shipped-packages.ts'

/*
 * `npm run notices` writes THIRD-PARTY-NOTICES.txt: the licenses of all packages that the site ships. `npm run check`
 * compares it.
 */

/** File with the licenses of all shipped packages. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

/** Licenses that allow shipping a package with a proprietary site. Others need a decision first. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
  // Of separate, unchanged files that can be replaced.
  'LGPL-3.0-or-later',
  'MPL-2.0',
])

const textFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i

/** Compares the notices with the installed packages. Returns one text per finding. */
export function checkNotices(root: string): string[] {
  const packages = listShippedPackages(root)
  const refused = packages
    .filter((one) => !isAllowed(one.license))
    .map((one) => `${one.path}: license ${one.license || 'unknown'}; replace it, or allow it in scripts/supply-chain`)
  const isCurrent = readFile(join(root, noticesFile)) === writeNotices(packages, (path) => readTexts(join(root, path)))
  return isCurrent ? refused : [...refused, `${noticesFile}: out of date; run npm run notices`]
}

/** Returns whether a license expression allows shipping; of alternatives one is enough. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed)
  return plain.split(' AND ').every((license) => allowed.has(license))
}

/**
 * Writes the notices. Packages with the same text share it. Packages for one platform are listed only, so that the
 * notices are the same on every machine; their texts are in their folders.
 */
export function writeNotices(packages: readonly ShippedPackage[], textsOf: (path: string) => string[]): string {
  const lines = packages.map((one) => `${one.name} ${one.version} (${one.license || 'unknown'})`)
  const byText = Map.groupBy(
    packages.filter(({ isPlatformSpecific }) => !isPlatformSpecific),
    ({ path }) => textsOf(path).join('\n\n'),
  )
  const texts = [...byText].flatMap(([text, group]) =>
    text === '' ? [] : [`${group.map(({ name, version }) => `${name} ${version}`).join('\n')}\n\n${text}`],
  )
  const head =
    'Third-party notices\n\nSwade includes the following packages. Their license texts follow; packages for one\nplatform carry theirs in their own folder.'
  return `${[`${head}\n\n${[...new Set(lines)].join('\n')}`, ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function readTexts(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && textFile.test(entry.name),
  )
  return names
    .map(({ name }) => name)
    .toSorted()
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll('\r\n', '\n')
        .replace(/^\uFEFF/, '')
        .trim(),
    )
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  expectNoArguments(`Writes the licenses of all packages that the site ships to ${noticesFile}.

  npm run notices`)
  const root = process.cwd()
  const packages = listShippedPackages(root)
  writeFileSync(
    join(root, noticesFile),
    writeNotices(packages, (path) => readTexts(join(root, path))),
  )
  console.log(`${noticesFile}: ${packages.length} packages`)
}
