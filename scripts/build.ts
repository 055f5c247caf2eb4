import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import pLimit from 'p-limit'
import { runCommand, stopCommandsOnSignal } from './run-command.ts'
import { expectNoArguments } from './usage.ts'

const root = resolve(import.meta.dirname, '..')
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const stampFile = join(root, 'build/stamp')

/** Files and folders that determine a build. Content is read at startup instead. */
export const buildSources = [
  'app',
  'ui',
  'shared',
  'features',
  'server',
  'platform',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'rolldown.config.ts',
  'rolldown.browser.config.ts',
  'scripts/build.ts',
  'scripts/build-artwork.ts',
  // The commands of operators and their parts.
  'scripts/doctor.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/storage.ts',
  'scripts/site-folder.ts',
  'scripts/usage.ts',
]

/** Builds the site unless the build is up to date. */
export async function ensureBuild(): Promise<void> {
  const stamp = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!existsSync(join(root, 'node_modules/.bin/react-router'))) {
    console.error(
      'The build is missing or out of date, and the build tools are not installed. Copy the build/ folder from a machine with all packages installed, then run `node build/server/main.js`.',
    )
    process.exit(1)
  }
  console.log('Building the site (about 30 seconds; only after source changes) …')
  // The result of a failed build is not up to date, even when the sources are restored.
  rmSync(stampFile, { force: true })
  const restoreOldAssets = moveOldAssets()
  const stopListening = stopCommandsOnSignal()
  // The pages take the longest and leave a core free. A failed build waits for the others, which would otherwise go on
  // writing into the next one.
  const steps = await Promise.allSettled([
    buildPages(stamp).finally(restoreOldAssets),
    run('rolldown', ['-c', 'rolldown.config.ts']),
    run(process.execPath, [join(root, 'scripts/build-artwork.ts')]),
  ])
  stopListening()
  const failures = steps.flatMap((step) => (step.status === 'rejected' ? [(step.reason as Error).message] : []))
  if (failures.length > 0) {
    console.error(failures.join('\n'))
    process.exit(1)
  }
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** @param stamp Names the release in its pages, so that an open page notices another one. */
async function buildPages(stamp: string): Promise<void> {
  await run('react-router', ['build'], { VITE_RELEASE: stamp.slice(0, 12) })
  await Promise.all([compressAssets(), run('rolldown', ['-c', 'rolldown.browser.config.ts'])])
}

/** @throws Error with the output of the command. */
async function run(command: string, args: string[], settings: Record<string, string> = {}): Promise<void> {
  const env = { NODE_ENV: 'production', ...settings }
  const { code, output } = await runCommand(command, args, { cwd: root, env })
  if (code !== 0) throw new Error(`${output}\nBuild failed: ${command}.`)
}

// Keeps assets of earlier builds for a month, since open tabs still request them after a deploy.
function moveOldAssets(): () => void {
  const assets = join(root, 'build/pages/client/assets')
  const oldAssets = join(root, 'build/old-assets')
  rmSync(oldAssets, { recursive: true, force: true })
  if (existsSync(assets)) renameSync(assets, oldAssets)
  return () => {
    const oldest = Date.now() - 30 * 24 * 60 * 60 * 1000
    mkdirSync(assets, { recursive: true })
    for (const name of existsSync(oldAssets) ? readdirSync(oldAssets) : []) {
      if (existsSync(join(assets, name)) || statSync(join(oldAssets, name)).mtimeMs < oldest) continue
      renameSync(join(oldAssets, name), join(assets, name))
    }
    rmSync(oldAssets, { recursive: true, force: true })
  }
}

// Compresses assets once instead of on every request.
async function compressAssets(): Promise<void> {
  const paths = globSync('build/pages/client/**/*.{js,css,svg,json,webmanifest,txt}', { cwd: root })
  const atOnce = pLimit(availableParallelism())
  const compress = async (path: string) => {
    const body = readFileSync(join(root, path))
    writeFileSync(
      join(root, `${path}.br`),
      await brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(join(root, `${path}.gz`), await gzip(body, { level: 9 }))
  }
  await Promise.all(paths.map((path) => atOnce(() => compress(path))))
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of buildSources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    const files = statSync(path).isDirectory()
      ? globSync('**/*', { cwd: path, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .toSorted()
      : [path]
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  expectNoArguments(`Builds pages, server and artwork into build/, unless they are up to date.

  npm run build`)
  await ensureBuild()
}
