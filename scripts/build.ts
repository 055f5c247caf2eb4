import { spawnSync } from 'node:child_process'
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
import { join, resolve } from 'node:path'
import { constants, brotliCompressSync, gzipSync } from 'node:zlib'

const root = resolve(import.meta.dirname, '..')
const stampFile = join(root, 'build/stamp')

/** Sources of a build. Content is read at startup instead. */
const sources = [
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
  'scripts/build.ts',
  'scripts/build-artwork.ts',
]

/** Builds the site unless the build is up to date. */
export function ensureBuild(): void {
  const stamp = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!existsSync(join(root, 'node_modules/.bin/react-router'))) {
    console.error(
      'No build found, and the build tools are not installed. Copy the build/ folder from a machine with all packages installed, then run `node build/server/main.js`.',
    )
    process.exit(1)
  }
  console.log('Building the site (about 30 seconds; only after source changes) …')
  const restoreOldAssets = moveOldAssets()
  run('react-router', ['build'])
  compressAssets()
  restoreOldAssets()
  run('rolldown', ['-c'])
  run(process.execPath, [join(root, 'scripts/build-artwork.ts')])
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function run(command: string, args: string[]) {
  const result = spawnSync(resolve(root, 'node_modules/.bin', command), args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status === 0) return
  console.error(result.stdout, result.stderr)
  console.error(`Build failed: ${command}.`)
  process.exit(1)
}

// Keeps assets of earlier builds for a month, since open tabs still request them after a deploy.
function moveOldAssets(): () => void {
  const assets = join(root, 'build/pages/client/assets')
  const oldAssets = join(root, 'build/old-assets')
  rmSync(oldAssets, { recursive: true, force: true })
  if (existsSync(assets)) renameSync(assets, oldAssets)
  return () => {
    const oldest = Date.now() - 30 * 24 * 60 * 60 * 1000
    for (const name of existsSync(oldAssets) ? readdirSync(oldAssets) : []) {
      if (existsSync(join(assets, name)) || statSync(join(oldAssets, name)).mtimeMs < oldest) continue
      renameSync(join(oldAssets, name), join(assets, name))
    }
    rmSync(oldAssets, { recursive: true, force: true })
  }
}

// Compresses assets once instead of on every request.
function compressAssets() {
  for (const path of globSync('build/pages/client/**/*.{js,css,svg,json,webmanifest,txt}', { cwd: root })) {
    const body = readFileSync(join(root, path))
    writeFileSync(
      join(root, `${path}.br`),
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(join(root, `${path}.gz`), gzipSync(body, { level: 9 }))
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of sources) {
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

if (import.meta.main) ensureBuild()
