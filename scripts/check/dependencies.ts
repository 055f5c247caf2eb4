import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './source-files.ts'

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

/** Matches server code. Other imports of the page bundle are bundled by the build. */
const serverCode =
  /^(server|platform|shared|features\/[^/]+\/(server|emails))\/.*(?<!\.(test|spec))\.tsx?$|^features\/[^/]+\/[\w-]+\.ts$|^app\/entry\.server\.tsx$/

/**
 * Checks every package.json with a lockfile: each dependency needs a documented reason, an exact version and a decision
 * about its install script. `dependencies` of the root may contain only imports of the running server.
 */
export function checkDependencies(root: string, paths: string[], files: SourceFile[]): string[] {
  const folders = paths.flatMap((path) => /^(.*\/|)package-lock\.json$/.exec(path)?.[1] ?? [])
  return folders.flatMap((folder) => {
    const manifest = readJson<Manifest>(join(root, folder, 'package.json'))
    return [
      ...withoutReason(folder, manifest, files),
      ...withoutExactVersion(folder, manifest),
      ...withoutDecision(root, folder, manifest),
      ...(folder === '' ? unusedDependencies(manifest, files) : []),
    ]
  })
}

function withoutReason(folder: string, manifest: Manifest, files: SourceFile[]): string[] {
  const document = folder === '' ? 'docs/dependencies.md' : `${folder}README.md`
  const text = files.find(({ path }) => path === document)?.text ?? ''
  const missing = Object.keys(all(manifest)).filter(
    (name) => !name.startsWith('@types/') && !text.includes(`\`${name}\``),
  )
  if (missing.length === 0) return []
  return [
    `${document}: explain what these do and what replacing them would cost: ${missing.map((name) => `\`${name}\``).join(', ')}`,
  ]
}

function withoutExactVersion(folder: string, manifest: Manifest): string[] {
  return Object.entries(all(manifest))
    .filter(([, version]) => !/^\d/.test(version))
    .map(([name, version]) => `${folder}package.json: \`${name}\` is '${version}'; pin an exact version`)
}

function withoutDecision(root: string, folder: string, { allowScripts = {} }: Manifest): string[] {
  const { packages } = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(
    join(root, folder, 'package-lock.json'),
  )
  const named = new Set(Object.keys(allowScripts).map((name) => name.replace(/(?<=.)@.*$/, '')))
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  return [...new Set(running.map(([path]) => path.replace(/^.*node_modules\//, '')))]
    .filter((name) => !named.has(name))
    .map((name) => `${folder}package.json: \`${name}\` has an install script; allow or deny it in allowScripts`)
}

/** Finds dependencies that the server does not import. An import boundary covers the opposite case. */
function unusedDependencies({ dependencies = {} }: Manifest, files: SourceFile[]): string[] {
  const code = files
    .filter(({ path }) => serverCode.test(path))
    .map(({ text }) => text.replaceAll(/^import type [^']*'[^']*'$/gm, ''))
  const quoted = new Set(
    code.flatMap((text) => [...text.matchAll(/(['"])((?:@[\w.-]+\/)?[\w.-]+)[\w./-]*\1/g)].map(([, , name]) => name)),
  )
  return Object.keys(dependencies)
    .filter((name) => !quoted.has(name))
    .map((name) => `package.json: the server does not import \`${name}\`; move it to devDependencies`)
}

function all({ dependencies, devDependencies, optionalDependencies }: Manifest): Record<string, string> {
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content
}
