import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile, listPaths, readTexts, type SourceFile } from '../check/source-files.ts'

/** A package of the lockfile that is installed to run the site or whose code is part of its build. */
export type ShippedPackage = {
  name: string
  version: string
  /** SPDX expression. */
  license: string
  /** Folder below the project, such as `node_modules/zod`. */
  path: string
  /** True if it is installed on some platforms only. */
  isPlatformSpecific: boolean
}

type LockEntry = {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Packages of `package-lock.json` by their folder. */
export type Lockfile = { packages: Record<string, LockEntry> }

/** Tools of the build and of development, whose code never reaches a built site. */
const tools = new Set(['@react-router/dev', 'vite', 'vitest'])

/**
 * Lists the packages that the site ships, sorted by name and version: those of `npm ci --omit=dev`, and those that the
 * build takes from the development dependencies, with everything they depend on.
 *
 * @throws Error for a dependency that the lockfile lacks.
 */
export function listShippedPackages(root: string): ShippedPackage[] {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  const built = ['app', 'features', 'platform', 'server', 'shared', 'ui']
  const paths = built.flatMap((folder) => listPaths(root, join(root, folder)))
  return shippedPackages(lockfile, readTexts(root, paths))
}

/** Returns the shipped packages of a lockfile; `sources` are the files that the build may include. */
export function shippedPackages({ packages }: Lockfile, sources: readonly SourceFile[]): ShippedPackage[] {
  const used = importedPackages(sources)
  const built = Object.keys(packages['']?.devDependencies ?? {}).filter((name) => used.has(name) && !tools.has(name))
  const paths = new Set(Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true))
  const waiting = built.map((name) => `node_modules/${name}`)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path]
    if (!entry) throw new Error(`package-lock.json: ${path} is missing; run npm install`)
    paths.add(path)
    for (const name of Object.keys(entry.dependencies ?? {})) {
      const found = resolve(packages, path, name)
      if (!found) throw new Error(`package-lock.json: ${name}, needed by ${path}, is missing; run npm install`)
      if (!paths.has(found)) waiting.push(found)
    }
  }
  return [...paths]
    .map((path) => {
      const { version = '', license = '', optional = false, os, cpu } = packages[path] ?? {}
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, version, license, path, isPlatformSpecific: optional || os !== undefined || cpu !== undefined }
    })
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version) || compare(a.path, b.path))
}

/** Finds a dependency like Node: in the folder of the package, then in the folders around it. */
function resolve(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (packages[path]) return path
    if (!folder) return undefined
  }
}

/** Names of packages whose code is imported; types and tests leave nothing in a build. */
function importedPackages(sources: readonly SourceFile[]): Set<string> {
  const shipped = sources.filter(({ path }) => !isTestFile(path))
  const statement = /(?:\bfrom|\bimport\(?|@import|@plugin)\s*(?:url\()?['"]([^'"./#][^'"]*)['"]/g
  const specifiers = shipped.flatMap(({ text }) =>
    [...text.replaceAll(/import type [^;]*? from '[^']*'/g, '').matchAll(statement)].map(
      ([, specifier = '']) => specifier,
    ),
  )
  return new Set(specifiers.map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier))
}

// Independent of the language of the machine.
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
