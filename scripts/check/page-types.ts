import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/*
 * React Router generates `./+types/…` only for pages in app/. For pages in features, this script generates the same
 * file from that of app/not-found.tsx.
 */

/** Path of the generated types, relative to the repository. */
const typesFolder = '.react-router/types'

/**
 * Writes the route types of every page outside app/; run it after `react-router typegen`.
 *
 * @param root Absolute path of the repository.
 * @returns One line per problem; empty on success.
 */
export function writePageTypes(root: string): string[] {
  const routes = readFileSync(join(root, 'app/routes.ts'), 'utf8')
  const template = readFileSync(join(root, typesFolder, 'app/+types/not-found.ts'), 'utf8')
  const files = [...routes.matchAll(/'(\.\.\/[\w./-]+\.tsx)'/g)].map((match) => match[1] ?? '')
  if (files.length === 0) return ['app/routes.ts lists no page outside app/; has its format changed?']
  for (const file of files) {
    const page = posix.join('app', file)
    const target = join(root, typesFolder, posix.dirname(page), '+types', posix.basename(page).replace(/\.tsx$/, '.ts'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, typesOf(template, file, page))
  }
  return []
}

function typesOf(template: string, file: string, page: string): string {
  const module = `../${posix.basename(page).replace(/\.tsx$/, '.js')}`
  const rootModule = `${posix.relative(posix.join(posix.dirname(page), '+types'), 'app')}/root.js`
  return template
    .replaceAll('"../not-found.js"', `"${module}"`)
    .replaceAll('"../root.js"', `"${rootModule}"`)
    .replace('"./not-found.tsx"', `"${file}"`)
    .replace('id: "not-found"', `id: "${file.replace(/\.tsx$/, '')}"`)
}

if (import.meta.main) {
  const problems = writePageTypes(process.cwd())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
