import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { pageMeta, unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/platform-page.ts'
import { carouselMessages } from './carousel-messages.ts'
import { PlatformSheet } from './platform-sheet.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import type { Platform } from '#features/platforms/contract.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Prose } from '#ui/prose.tsx'
import { FeatureList } from './feature-list.tsx'

export const handle: PageHandle = {
  cache: 'public',
  search: { frame: ['page'] },
  has: ({ platforms }, id) => platforms.find(id) !== undefined,
  sitemap: ({ platforms }) =>
    platforms
      .list()
      .map(({ id, name, description }) => ({ path: `/platform/${id}`, title: name, summary: description })),
  shareKind: {
    kind: 'platform',
    text({ platforms }, id) {
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
  // The preview dialog shows this page without navigation and footer.
  const framed = new URL(request.url).searchParams.get('frame') === 'page'
  if (!platform) {
    const title = pageTranslator(context)('platforms.notFound.title')
    const nothing = { platform: undefined, site: undefined, related: [], rest: [] }
    return data({ ...nothing, title, framed, ...pageMessages(context, 'platforms.notFound') }, { status: 404 })
  }
  const cards = platforms.cards()
  const others = cards.filter(({ id }) => id !== platform.id)
  const related = others.filter(({ id }) => platform.related.includes(id))
  const site = cards.find(({ id }) => id === platform.id)?.site
  return data({
    ...translateContent(context, { platform, related, rest: framed ? [] : others }),
    site,
    title: platform.name,
    framed,
    ...(framed ? { messages: {} } : pageMessages(context, 'platforms.page', ...carouselMessages)),
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const platform = loaderData?.platform
  if (!platform) return unlistedMeta(matches, loaderData?.title ?? '')
  const path = `/platform/${platform.id}`
  return pageMeta(matches, {
    path,
    title: `${platform.name}, ${platform.category}`,
    description: platform.description,
    image: `/share/platform/${platform.id}.png`,
    jsonLd: (origin, siteName) => [
      {
        '@type': 'WebPage',
        '@id': origin + path,
        'url': origin + path,
        'name': platform.name,
        'description': platform.description,
        'isPartOf': { '@type': 'WebSite', 'name': siteName, 'url': `${origin}/` },
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

/** Not-found page for an unknown platform. */
function PlatformNotFound() {
  const t = useTranslations('platforms.notFound')
  return (
    <NoticePage
      figure="platform-not-found"
      kicker="404"
      title={t('title')}
      actions={
        <>
          <ButtonLink to="/#ecosystem" variant="primary">
            {t('ecosystem')}
          </ButtonLink>
          <ButtonLink to="/">{t('home')}</ButtonLink>
        </>
      }
    >
      {t('text')}
    </NoticePage>
  )
}

/**
 * The platform's page inside the preview, without the texts of the dialog and without links that would navigate the
 * frame.
 */
function FramedPlatform({ platform }: { platform: Platform }) {
  return (
    <main className="min-h-dvh">
      <header className="flex flex-wrap items-center gap-5 border-b border-groove p-6">
        {/* Without a priority, which would make React preload the image: after an earlier preview the browser has
            it already and would warn of an unused preload. A frame without scripts loads it at once anyway. */}
        <Figure
          slug={platform.id}
          image={platform.image ?? ''}
          alt={platform.imageAlt ?? ''}
          width={96}
          sizes="6rem"
          className="size-24 shrink-0 border border-groove object-cover"
        />
        {/* Below the artwork if a word of the name would break beside it. */}
        <div className="flex min-w-0 flex-[1_1_14rem] flex-col gap-3">
          <p className="label text-dust">{platform.category}</p>
          <h1 className="heading [overflow-wrap:anywhere]">{platform.name}</h1>
        </div>
      </header>
      <div className="flex flex-col gap-8 p-6">
        <FeatureList features={platform.features} />
        <Prose text={platform.story} />
      </div>
    </main>
  )
}
