import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { Section } from '#ui/section.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import type { Route } from './+types/radio-page.ts'
import { ListenLive } from './listen-live.tsx'

export const handle: PageHandle = {
  cache: 'public',
  appShortcut: 'site.app.listen',
  nav: { label: 'radio.page.nav', in: ['menu', 'footer'] },
  sitemap: () => ({
    title: 'Radio',
    summary: 'The station in the browser, as M3U (/radio.m3u) and PLS (/radio.pls) for players, and as an embed.',
  }),
  shareImages: { radio: { title: 'Listen live', kicker: 'Radio' } },
}

export async function loader({ context }: Route.LoaderArgs) {
  const { radio, site, sitePlayers, hasPage } = context.get(servicesContext)
  const t = pageTranslator(context)
  const {
    station: { name: station },
    clock: { source },
  } = radio.nowPlaying()
  const players = sitePlayers()
  return {
    station,
    isBuiltIn: source === 'built-in',
    streamUrl: radio.listenUrl(),
    code: players?.code({ src: site.origin + players.stationPath, title: station }),
    hasDocumentation: await hasPage('/developers'),
    head: { title: t('radio.page.title'), description: t('radio.page.description', { station, source }) },
    ...pageMessages(context, 'radio.page', 'site.share'),
  }
}

export function meta({ loaderData: { head, station, isBuiltIn, streamUrl, code }, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/radio',
    ...head,
    image: '/share/page/radio.png',
    hasEmbed: code !== undefined,
    jsonLd: (origin) => [
      {
        '@type': 'RadioStation',
        '@id': `${origin}/radio#station`,
        'name': station,
        'url': `${origin}/radio`,
        'logo': `${origin}/icon-512.png`,
        'parentOrganization': { '@id': `${origin}/#organization` },
        'potentialAction': {
          '@type': 'ListenAction',
          'target': {
            '@type': 'EntryPoint',
            'urlTemplate': streamUrl,
            ...(isBuiltIn && { contentType: 'audio/mpeg' }),
          },
        },
      },
      breadcrumbs(origin, [{ name: head.title, path: '/radio' }]),
    ],
  })
}

/** Page of the station: how to listen in the browser, in players, and on other sites. */
export default function RadioPage({
  loaderData: { station, isBuiltIn, streamUrl, code, hasDocumentation },
}: Route.ComponentProps) {
  const t = useTranslations('radio.page')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="radio" kicker={t('kicker')} title={t('heading', { station })} lead={t('lead')}>
        <ListenLive variant="primary" />
        <ShareButton title={station} />
      </PageHero>
      <Section id="players" title={t('players')} lead={t('playersLead')}>
        <div className="flex flex-col gap-6">
          <CodeBlock label={t('stream')}>{streamUrl}</CodeBlock>
          <div className="flex flex-wrap gap-3">
            <ButtonAnchor href="/radio.m3u">{t('m3u')}</ButtonAnchor>
            <ButtonAnchor href="/radio.pls">{t('pls')}</ButtonAnchor>
          </div>
        </div>
      </Section>
      {isBuiltIn || hasDocumentation ? (
        <Section id="stream" title={t('facts')}>
          <dl className="border-b border-groove">
            {/* The owner decides about the format and the metadata of an external station. */}
            {isBuiltIn ? (
              <>
                <Fact term={t('format')}>{t('formatText')}</Fact>
                <Fact term={t('directories')}>
                  {t('directoriesText')}{' '}
                  <a href="/radio/streaminfo.json" className={linkClass}>
                    {t('metadata')}
                  </a>
                </Fact>
              </>
            ) : null}
            {hasDocumentation ? (
              <Fact term={t('nowPlaying')}>
                <a href="/api/v1/now-playing" className={linkClass} translate="no">
                  /api/v1/now-playing
                </a>
              </Fact>
            ) : null}
          </dl>
        </Section>
      ) : null}
      {code ? (
        <Section id="embed" title={t('embed')} lead={t('embedLead')}>
          <div className="flex flex-col gap-6">
            <CodeBlock label={t('embedCode')}>{code}</CodeBlock>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/submit">{t('submit')}</ButtonLink>
              {hasDocumentation ? <ButtonLink to="/developers">{t('more')}</ButtonLink> : null}
            </div>
          </div>
        </Section>
      ) : null}
    </main>
  )
}

const linkClass = 'inline-flex min-h-11 items-center text-sand underline underline-offset-4 hover:text-live'

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-t border-groove py-4 md:grid-cols-[14rem_1fr] md:items-baseline">
      <dt className="label text-dust">{term}</dt>
      <dd className="measure">{children}</dd>
    </div>
  )
}
