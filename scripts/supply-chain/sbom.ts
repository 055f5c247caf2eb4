import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parseOptions, printHelp, refuseArguments } from '../usage.ts'
import { listShippedPackages, type Lockfile } from './shipped-packages.ts'

/*
 * `npm run sbom` writes build/sbom.cdx.json: a CycloneDX list of all packages that the site ships. `npm run sbom --
 * other.json` writes another file.
 */

/** Part of a CycloneDX document. */
export type Sbom = {
  bomFormat: string
  specVersion: string
  components: { name: string; group?: string; version: string; purl: string; scope?: string }[]
}

/**
 * Creates the software bill of materials from the lockfile, offline, with the generator of npm. It reads a copy with
 * the shipped packages only: with `--omit dev`, npm 11 leaves out packages that tools need as well, such as react.
 *
 * @see https://cyclonedx.org/docs/1.5/json/
 * @throws Error when npm reports a problem of the lockfile.
 */
export async function createSbom(root: string): Promise<Sbom> {
  const folder = await mkdtemp(join(tmpdir(), 'swade-sbom-'))
  try {
    const paths = new Set(listShippedPackages(root).map(({ path }) => path))
    const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as unknown
    const manifest = shippedManifest((await read('package.json')) as Manifest, paths)
    const { packages, ...lockfile } = (await read('package-lock.json')) as Lockfile
    const entries = Object.entries(packages).flatMap(
      ([path, { dev: _, peerDependencies: __, ...entry }]): [string, unknown][] => {
        if (path === '') return [[path, shippedManifest(entry as Manifest, paths)]]
        return paths.has(path) ? [[path, entry]] : []
      },
    )
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await writeFile(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...lockfile, packages: Object.fromEntries(entries) }),
    )
    const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    })
    return JSON.parse(stdout) as Sbom
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  [name: string]: unknown
}

/** Makes dependencies of the shipped development dependencies, and leaves out the others. */
function shippedManifest({ dependencies, devDependencies = {}, ...rest }: Manifest, paths: ReadonlySet<string>) {
  const built = Object.entries(devDependencies).filter(([name]) => paths.has(`node_modules/${name}`))
  return { ...rest, dependencies: { ...dependencies, ...Object.fromEntries(built) } }
}

if (import.meta.main) {
  const usage = `Lists all packages that the site ships, as CycloneDX.

  npm run sbom                 writes build/sbom.cdx.json
  npm run sbom -- other.json   writes another file`
  printHelp(usage)
  const { positionals } = parseOptions(usage, { allowPositionals: true })
  if (positionals.length > 1) refuseArguments(usage, `Unexpected argument '${positionals[1]}'`)
  const file = resolve(positionals[0] ?? 'build/sbom.cdx.json')
  const sbom = await createSbom(process.cwd())
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(sbom, undefined, 2)}\n`)
  console.log(`${file}: ${sbom.components.length} packages`)
}
