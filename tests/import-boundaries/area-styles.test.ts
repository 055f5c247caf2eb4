import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { readImportGraph } from '../../scripts/test/import-graph.ts'

const root = join(import.meta.dirname, '../..')
const areas = ['public', 'reader', 'owner', 'newsletter', 'dev']
const graph = readImportGraph(root)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The landing page finds them by their name. */
const landingSections = [...graph.keys()].filter((path) => /^features\/[^/]+\/ui\/landing-section\.ts$/.test(path))

/** Pages with the area that their own module or the nearest frame around them names. */
function pagesOf(entries: RouteConfigEntry[], outer = 'public'): { page: string; area: string }[] {
  return entries.flatMap(({ file, children = [] }) => {
    const page = normalize(join('app', file))
    const area = /^export const handle\b[^\n]*\barea: '(\w+)'/m.exec(read(page))?.[1] ?? outer
    return [{ page, area }, ...pagesOf(children, area)]
  })
}

/** Everything that a page is made of in the browser, and what only its server code imports. */
function partsOf(start: string): Set<string> {
  const parts = new Set([start])
  for (const part of parts) {
    const found = part === 'app/landing-page.tsx' ? landingSections : []
    for (const named of [...found, ...(graph.get(part) ?? [])])
      if (/^(app|ui|features\/[^/]+\/ui)\/.*(?<!\.test)\.tsx?$/.test(named)) parts.add(named)
  }
  return parts
}

/** Reads from which files a style sheet is made, itself and what it imports. */
function sourcesOf(sheet: string): string[] {
  const text = read(sheet)
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => normalize(join(dirname(sheet), name)))
  return [...named(/^@source '(.+)';$/gm), ...named(/^@import '(\..+)';$/gm).flatMap(sourcesOf)]
}

/** What may hold names of classes: what draws, and what is kept of it in plain modules. */
const mayHoldClasses = (path: string) =>
  path.endsWith('.tsx') || /className|(['"`])[a-z][\w:[\]/.-]* [a-z][\w:[\]/. -]*\1/.test(read(path))

test.each(areas)('the style sheet of the area %s was made from everything its pages consist of', (area) => {
  const pages = pagesOf(routes as RouteConfigEntry[]).filter((one) => one.area === area)
  expect(pages.length).toBeGreaterThan(0)
  const sources = sourcesOf(`app/areas/${area}.css`)
  const starts = ['app/root.tsx', ...pages.map(({ page }) => page)]
  const parts = new Set(starts.flatMap((start) => [...partsOf(start)]))
  const missing = [...parts].filter((path) => mayHoldClasses(path) && !sources.some((glob) => matchesGlob(path, glob)))
  expect(missing.toSorted(), `sources of app/areas/${area}.css`).toEqual([])
})

test('no source of a style sheet leads nowhere', () => {
  const files = [...graph.keys()]
  const sources = [...new Set(areas.flatMap((area) => sourcesOf(`app/areas/${area}.css`)))]
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter((glob) => !files.some((path) => matchesGlob(path, glob)))).toEqual([])
})

test('what visitors get is not made from what only admins see', () => {
  const globs = [...new Set(['public', 'reader'].flatMap((area) => sourcesOf(`app/areas/${area}.css`)))]
  const desks = [...graph.keys()].filter((path) =>
    /\/ui\/(admin|desk|inbox|content|settings)\/|^ui\/(data-table|tabs-nav)/.test(path),
  )
  expect(desks.length).toBeGreaterThan(100)
  expect(desks.filter((path) => globs.some((glob) => matchesGlob(path, glob)))).toEqual([])
})
