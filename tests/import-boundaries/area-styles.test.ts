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

/** Modules that the landing page finds by name. */
const landingSections = [...graph.keys()].filter((path) => /^features\/[^/]+\/ui\/landing-section\.ts$/.test(path))

/** Lists pages with the area named by their own module or their nearest parent layout. */
function pagesOf(entries: RouteConfigEntry[], outer = 'public'): { page: string; area: string }[] {
  return entries.flatMap(({ file, children = [] }) => {
    const page = normalize(join('app', file))
    const area = /^export const handle\b[^\n]*\barea: '(\w+)'/m.exec(read(page))?.[1] ?? outer
    return [{ page, area }, ...pagesOf(children, area)]
  })
}

/** Collects every module a page is built from, including modules that only its server code imports. */
function partsOf(start: string): Set<string> {
  const parts = new Set([start])
  for (const part of parts) {
    const found = part === 'app/landing-page.tsx' ? landingSections : []
    for (const named of [...found, ...(graph.get(part) ?? [])])
      if (/^(app|ui|features\/[^/]+\/ui)\/.*(?<!\.test)\.tsx?$/.test(named)) parts.add(named)
  }
  return parts
}

/** Lists the source globs of a style sheet and of the style sheets it imports. */
function sourcesOf(sheet: string): string[] {
  const text = read(sheet)
  const named = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => normalize(join(dirname(sheet), name)))
  return [...named(/^@source '(.+)';$/gm), ...named(/^@import '(\..+)';$/gm).flatMap(sourcesOf)]
}

/** Returns whether a file may contain class names: components, and plain modules that look like it. */
const mayHoldClasses = (path: string) =>
  path.endsWith('.tsx') || /className|(['"`])[a-z][\w:[\]/.-]* [a-z][\w:[\]/. -]*\1/.test(read(path))

test.each(areas)('the style sheet of the area %s covers every module of its pages', (area) => {
  const pages = pagesOf(routes as RouteConfigEntry[]).filter((one) => one.area === area)
  expect(pages.length).toBeGreaterThan(0)
  const sources = sourcesOf(`app/areas/${area}.css`)
  const starts = ['app/root.tsx', ...pages.map(({ page }) => page)]
  const parts = new Set(starts.flatMap((start) => [...partsOf(start)]))
  const missing = [...parts].filter((path) => mayHoldClasses(path) && !sources.some((glob) => matchesGlob(path, glob)))
  expect(missing.toSorted(), `sources of app/areas/${area}.css`).toEqual([])
})

test('every source of a style sheet matches a file', () => {
  const files = [...graph.keys()]
  const sources = [...new Set(areas.flatMap((area) => sourcesOf(`app/areas/${area}.css`)))]
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter((glob) => !files.some((path) => matchesGlob(path, glob)))).toEqual([])
})

test('public style sheets contain no admin modules', () => {
  const globs = [...new Set(['public', 'reader'].flatMap((area) => sourcesOf(`app/areas/${area}.css`)))]
  const desks = [...graph.keys()].filter((path) =>
    /\/ui\/(admin|desk|inbox|content|settings)\/|^ui\/(data-table|tabs-nav)/.test(path),
  )
  expect(desks.length).toBeGreaterThan(100)
  expect(desks.filter((path) => globs.some((glob) => matchesGlob(path, glob)))).toEqual([])
})
