import { data } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/platform-page.ts'
import { FramedPlatform } from './framed-platform.tsx'
import { PlatformNotFound } from './platform-not-found.tsx'
import { PlatformSheet } from './platform-sheet.tsx'

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
