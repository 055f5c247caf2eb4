import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { PageBuild } from '#server/plugins/pages.ts'

const root = join(import.meta.dirname, '../..')

let loaded: Promise<PageBuild> | undefined

/** Loads the modules of all pages once for their `handle`, without rendering. */
export function loadPageHandles(): Promise<PageBuild> {
  return (loaded ??= load())
}

async function load(): Promise<PageBuild> {
  const { default: config } = (await import(join(root, 'app/routes.ts'))) as { default: RouteConfigEntry[] }
  const listed = config.flatMap(function withChildren(entry): RouteConfigEntry[] {
    return [entry, ...(entry.children ?? []).flatMap(withChildren)]
  })
  const routes = await Promise.all(
    listed.map(async ({ id, file, path, index }) => {
      const name = id ?? file
      return [name, { id: name, path, index, module: await import(join(root, 'app', file)) }] as const
    }),
  )
  return { routes: Object.fromEntries(routes) } as unknown as PageBuild
}
