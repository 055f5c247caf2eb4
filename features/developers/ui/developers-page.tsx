import { useTranslations } from 'use-intl/react'
import { artistFeedPath } from '#features/artists/contract.ts'
import { apiLimit, apiRoot, openApiPath } from '#features/developers/contract.ts'
import { feedPath } from '#features/issues/contract.ts'
import { calendarPath } from '#features/venue/contract.ts'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { Section } from '#ui/section.tsx'
import type { Route } from './+types/developers-page.ts'
import { EndpointList } from './endpoint-list.tsx'
import { ErrorCodes, Rules } from './api-rules.tsx'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'developers.nav', in: ['footer'] },
  sitemap: () => ({
    title: 'Developers',
    summary: `The public API (OpenAPI document: ${openApiPath}), embeddable players, oEmbed, feeds and streams.`,
  }),
  shareImages: { developers: { title: 'Build with [siteName]', kicker: 'Developers' } },
}

export function loader({ context }: Route.LoaderArgs) {
  const { site, artists, books, findBookFeed, publicApi, radio, sitePlayers } = context.get(servicesContext)
  const t = pageTranslator(context)
  const label = (key: string, values?: object) => t(`developers.page.feed.${key}` as never, values as never)
  const roster = artists.list()
  const example = roster.map(({ slug }) => artists.find(slug)).find((artist) => artist?.featuredTrack)
  const players = sitePlayers()
  const codeOf = (path: string, title: string) => players?.code({ src: site.origin + path, title })
  return {
    origin: site.origin,
    embeds: players && {
      radio: codeOf(players.stationPath, radio.nowPlaying().station.name),
      track: example && codeOf(players.trackPath(example.slug), `${example.featuredTrack?.title} by ${example.name}`),
      page: site.origin + (example ? `/artist/${example.slug}` : '/radio'),
    },
    endpoints: publicApi
      .endpoints()
      .map((endpoint) => ({ ...endpoint, summary: t(endpoint.summary as never) as string })),
    feeds: [
      { label: label('stream'), href: new URL(radio.listenUrl(), site.origin).href },
      ...(['m3u', 'pls'] as const).map((kind) => ({ label: label(kind), href: `${site.origin}/radio.${kind}` })),
      { label: label('stationInfo'), href: `${site.origin}/radio/streaminfo.json` },
      ...translateContent(context, { list: books.list() }).list.flatMap(({ id, title }) => {
        const path = findBookFeed(id)?.path
        return path === undefined ? [] : [{ label: label('podcast', { title }), href: site.origin + path }]
      }),
      { label: label('newsletter'), href: site.origin + feedPath },
      { label: label('events'), href: site.origin + calendarPath },
      ...roster.slice(0, 1).map(({ slug }) => ({
        label: label('artist'),
        href: site.origin + artistFeedPath(slug),
        pattern: site.origin + artistFeedPath('{slug}'),
      })),
    ],
    head: { title: t('developers.head.title'), description: t('developers.head.description') },
    ...pageMessages(context, 'developers.page', 'site.share'),
  }
}

export function meta({ loaderData: { head }, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/developers',
    ...head,
    image: '/share/page/developers.png',
    jsonLd: (origin, siteName) => [
      {
        '@type': 'WebAPI',
        '@id': `${origin}/developers#api`,
        'name': `${siteName} API`,
        'description': head.description,
        'url': origin + apiRoot,
        'documentation': `${origin}/developers`,
        'provider': { '@id': `${origin}/#organization` },
      },
      breadcrumbs(origin, [{ name: head.title, path: '/developers' }]),
    ],
  })
}

/** Documentation for developers who build on the site: API, embeds, feeds and streams. */
export default function DevelopersPage({ loaderData }: Route.ComponentProps) {
  const { origin, embeds, endpoints, feeds } = loaderData
  const t = useTranslations('developers.page')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="developers" kicker={t('kicker')} title={t('heading')} lead={t('lead')}>
        <ButtonAnchor href={openApiPath} variant="primary">
          {t('openApi')}
        </ButtonAnchor>
        <ButtonAnchor href={`${apiRoot}/now-playing`}>{t('tryIt')}</ButtonAnchor>
      </PageHero>
      <Section id="api" title={t('api')} lead={t('apiLead')}>
        <div className="flex flex-col gap-8">
          <CodeBlock label={t('base')}>{origin + apiRoot}</CodeBlock>
          <EndpointList endpoints={endpoints} />
        </div>
      </Section>
      <Section id="rules" title={t('rules')}>
        <Rules limit={apiLimit} />
      </Section>
      <Section id="errors" title={t('errors')} lead={t('errorsText')}>
        <ErrorCodes />
      </Section>
      {embeds ? (
        <Section id="embeds" title={t('embeds')} lead={t('embedsLead')}>
          <div className="flex flex-col gap-8">
            {embeds.radio ? <Snippet title={t('embedRadio')}>{embeds.radio}</Snippet> : null}
            {embeds.track ? <Snippet title={t('embedTrack')}>{embeds.track}</Snippet> : null}
            <div className="flex flex-col gap-3">
              <h3 className="title">{t('oembed')}</h3>
              <p className="measure text-dust">{t('oembedText')}</p>
              <CodeBlock label={t('oembed')}>{`${origin}/oembed?url=${encodeURIComponent(embeds.page)}`}</CodeBlock>
            </div>
          </div>
        </Section>
      ) : null}
      <Section id="feeds" title={t('feeds')} lead={t('feedsLead')}>
        <FeedList feeds={feeds} />
      </Section>
    </main>
  )
}

function Snippet({ title, children }: { title: string; children: string }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="title">{title}</h3>
      <CodeBlock label={title}>{children}</CodeBlock>
    </div>
  )
}

/** An address for apps; with `pattern` it is one example of several. */
type FeedEntry = { label: string; href: string; pattern?: string }

/** Lists the addresses for apps with their descriptions. */
function FeedList({ feeds }: { feeds: FeedEntry[] }) {
  return (
    <ul className="border-b border-groove">
      {feeds.map(({ label, href, pattern }) => (
        <li key={href} className="grid gap-x-8 border-t border-groove py-3 md:grid-cols-[1fr_2fr] md:items-center">
          <span className="text-dust">{label}</span>
          <a
            href={href}
            translate="no"
            className="figures inline-flex min-h-11 items-center text-small [overflow-wrap:anywhere] underline-offset-4 hover:text-live hover:underline"
          >
            {pattern ?? href}
          </a>
        </li>
      ))}
    </ul>
  )
}
