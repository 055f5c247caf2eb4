import { data } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/platform-page.ts'
import { FramedPlatform } from './framed-platform.tsx'
import { PlatformNotFound } from './platform-not-found.tsx'
import { PlatformSheet } from './platform-sheet.tsx'

export const handle: PageHandle = {
  cache: 'public',
  search: { frame: ['page'] },
  has: ({ platforms }, id) => platforms.find(id) !== undefined,
  sitemap: ({ platforms }) =>
    platforms.list().map(({ id, name, description }) => ({ path: `/platform/${id}`, title: name, summary: description })),
  shareKind: {
    kind: 'platform',
    words({ platforms }, id) {
      const platform = platforms.find(id)
      return platform && { title: platform.name, kicker: platform.category }
    },
  },
  figures: ['platform-not-found'],
  hasFigure: ({ platforms }, id) => platforms.find(id) !== undefined,
}

export function loader({ context, params, request }: Route.LoaderArgs) {
  const { platforms } = context.get(servicesContext)
  const platform = platforms.find(params.id)
  // The preview modal shows this page without its chrome.
  const framed = new URL(request.url).searchParams.get('frame') === 'page'
  if (!platform) return data({ platform: undefined, site: undefined, related: [], rest: [], framed }, { status: 404 })
  const cards = platforms.cards()
  const others = cards.filter(({ id }) => id !== platform.id)
  const related = others.filter(({ id }) => platform.related.includes(id))
  const site = cards.find(({ id }) => id === platform.id)?.site
  return data({ platform, site, related, rest: framed ? [] : others, framed })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const platform = loaderData?.platform
  if (!platform) return [{ title: pageTitle('Platform Not Found') }, { name: 'robots', content: 'noindex' }]
  const path = `/platform/${platform.id}`
  return pageMeta(matches, {
    path,
    title: `${platform.name}, ${platform.category}`,
    description: platform.description,
    image: `/share/platform/${platform.id}.png`,
    jsonLd: (origin) => [
      {
        '@type': 'WebPage',
        '@id': origin + path,
        'url': origin + path,
        'name': platform.name,
        'description': platform.description,
        'isPartOf': { '@type': 'WebSite', 'name': 'Swade', 'url': `${origin}/` },
      },
      breadcrumbs(origin, [{ name: platform.name, path }]),
    ],
  })
}

export default function PlatformPage({ loaderData: { platform, site, related, rest, framed } }: Route.ComponentProps) {
  if (!platform) return <PlatformNotFound />
  if (framed) return <FramedPlatform platform={platform} />
  return <PlatformSheet platform={platform} site={site} related={related} rest={rest} />
}
