import { join, posix } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { ComponentType } from 'react'
import { useActionData, useLoaderData, useMatches, useParams } from 'react-router'
import type { PageBuild } from '#server/plugins/pages.ts'
import { type CompiledMessages, joinMessages, type PageTexts, type ServerTexts } from '#shared/messages.ts'

const root = join(import.meta.dirname, '../..')

type CreatePageContext = PageBuild['entry']['module']['createPageContext']
type PageModule = { default?: ComponentType<object>; [name: string]: unknown }
type Listed = { id: string; file: string; path?: string; index?: boolean; parentId?: string }

let loaded: Promise<PageBuild> | undefined

/**
 * Loads all pages from their sources, to be rendered without the production build. They come without scripts and
 * styles. `loadPageHandles` is faster if only their metadata is needed.
 */
export function loadSourcePages(): Promise<PageBuild> {
  return (loaded ??= load())
}

async function load(): Promise<PageBuild> {
  const { default: config } = (await import(join(root, 'app/routes.ts'))) as { default: RouteConfigEntry[] }
  const listed: Listed[] = [{ id: 'root', file: './root.tsx', path: '' }, ...listRoutes(config, 'root')]
  const routes = await Promise.all(
    listed.map(async ({ file, ...route }) => {
      const module = (await import(join(root, 'app', file))) as PageModule
      return [route.id, { ...route, module: { ...module, ...(module.default && withProps(module.default)) } }] as const
    }),
  )
  const assets = listed.map(({ file: _file, ...route }) => [
    route.id,
    { ...route, module: `/${route.id}.js`, hasLoader: true, hasAction: false, hasErrorBoundary: route.id === 'root' },
  ])
  const entry = (await import(join(root, 'app/entry.server.tsx'))) as PageBuild['entry']['module']
  return {
    entry: { module: { ...entry, createPageContext: withSourceTexts(entry.createPageContext) } },
    routes: Object.fromEntries(routes),
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(assets),
      url: '/manifest.js',
      version: 'sources',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as PageBuild
}

/** Provides pages with plain texts: only the production build can format compiled ones. */
function withSourceTexts(create: CreatePageContext): CreatePageContext {
  return (services, locale) => {
    const texts = services.texts as PageTexts & ServerTexts
    const pick: PageTexts['pick'] = (wanted, names) => {
      const all = texts.all(wanted) as unknown as Record<string, Record<string, unknown>>
      return joinMessages(
        names.map((name) => {
          const [feature = '', part] = name.split('.')
          // Rejects unknown parts.
          texts.pick(wanted, [name])
          return { [feature]: part === undefined ? all[feature] : { [part]: all[feature]?.[part] } }
        }),
      ) as unknown as CompiledMessages
    }
    return create({ ...services, texts: { ...texts, pick } }, locale)
  }
}

/** Lists routes with the ids that React Router gives them: their file without its extension. */
function listRoutes(entries: readonly RouteConfigEntry[], parentId: string): Listed[] {
  return entries.flatMap(({ id, file, path, index, children = [] }) => {
    const own = id ?? posix.normalize(file).replace(/\.tsx?$/, '')
    return [
      { id: own, file, parentId, ...(path !== undefined && { path }), ...(index !== undefined && { index }) },
      ...listRoutes(children, own),
    ]
  })
}

/** Passes its data to a page, like React Router's compiler. */
function withProps(Page: ComponentType<object>): { default: ComponentType } {
  function PageWithProps() {
    const props = {
      loaderData: useLoaderData(),
      actionData: useActionData(),
      params: useParams(),
      matches: useMatches(),
    }
    return <Page {...props} />
  }
  return { default: PageWithProps }
}
