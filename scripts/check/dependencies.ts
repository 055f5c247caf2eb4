import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './source-files.ts'

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

/**
 * Code that runs on the server. The build puts whatever pages import beyond this into their bundle, which runs there as
 * well.
 */
const serverCode =
  /^(server|platform|shared|features\/[^/]+\/(server|emails))\/.*(?<!\.(test|spec))\.tsx?$|^features\/[^/]+\/[\w-]+\.ts$|^app\/entry\.server\.tsx$/

/**
 * Checks every package.json with a lockfile: each dependency has its reason, an exact version and, where it runs a
 * script on install, a decision. In that of the root, `dependencies` holds only what the running server imports.
 */
export function checkDependencies(root: string, paths: string[], files: SourceFile[]): string[] {
  const folders = paths.flatMap((path) => /^(.*\/|)package-lock\.json$/.exec(path)?.[1] ?? [])
  return folders.flatMap((folder) => {
    const manifest = readJson<Manifest>(join(root, folder, 'package.json'))
    return [
      ...withoutReason(folder, manifest, files),
      ...withoutExactVersion(folder, manifest),
      ...withoutDecision(root, folder, manifest),
      ...(folder === '' ? idle(manifest, files) : []),
    ]
  })
}

function withoutReason(folder: string, manifest: Manifest, files: SourceFile[]): string[] {
  const document = folder === '' ? 'docs/dependencies.md' : `${folder}README.md`
  const told = files.find(({ path }) => path === document)?.text ?? ''
  const missing = Object.keys(all(manifest)).filter(
    (name) => !name.startsWith('@types/') && !told.includes(`\`${name}\``),
  )
  if (missing.length === 0) return []
  return [
    `${document}: say what these do here and what it would cost to leave them: ${missing.map((name) => `\`${name}\``).join(', ')}`,
  ]
}

function withoutExactVersion(folder: string, manifest: Manifest): string[] {
  return Object.entries(all(manifest))
    .filter(([, version]) => !/^\d/.test(version))
    .map(([name, version]) => `${folder}package.json: \`${name}\` is '${version}'; name one exact version`)
}

function withoutDecision(root: string, folder: string, { allowScripts = {} }: Manifest): string[] {
  const { packages } = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(
    join(root, folder, 'package-lock.json'),
  )
  const named = new Set(Object.keys(allowScripts).map((name) => name.replace(/(?<=.)@.*$/, '')))
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  return [...new Set(running.map(([path]) => path.replace(/^.*node_modules\//, '')))]
    .filter((name) => !named.has(name))
    .map(
      (name) =>
        `${folder}package.json: \`${name}\` wants to run a script on install; allow or refuse it by name in allowScripts`,
    )
}

/** A production install carries `dependencies`. The way back, an import of what it does not carry, is a wall. */
function idle({ dependencies = {} }: Manifest, files: SourceFile[]): string[] {
  const code = files
    .filter(({ path }) => serverCode.test(path))
    .map(({ text }) => text.replaceAll(/^import type [^']*'[^']*'$/gm, ''))
  const quoted = new Set(
    code.flatMap((text) => [...text.matchAll(/(['"])((?:@[\w.-]+\/)?[\w.-]+)[\w./-]*\1/g)].map(([, , name]) => name)),
  )
  return Object.keys(dependencies)
    .filter((name) => !quoted.has(name))
    .map((name) => `package.json: no code of the server imports \`${name}\`; it belongs in devDependencies`)
}

function all({ dependencies, devDependencies, optionalDependencies }: Manifest): Record<string, string> {
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content
}
