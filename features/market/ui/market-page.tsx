import { useLocale, useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { ButtonLink, ButtonAnchor } from '#ui/button.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { EmptyState } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import type { Route } from './+types/market-page.ts'
import { availabilityOf, leftOf } from '#features/market/availability.ts'
import { CollectionCard, type CollectionEntry } from './collection-card.tsx'
import { ExternalLink } from 'lucide-react'
import { Figure } from '#ui/figure/figure.tsx'

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'market.nav', in: ['menu', 'footer'] },
  sitemap: () => ({ title: 'Market', summary: 'NFT collections and what is on sale.' }),
  shareImages: { market: { title: 'NFT collections', kicker: 'Market' } },
  hasFigure: ({ market }, name) => market.list().some(({ slug }) => slug === name),
}

export function loader({ context }: Route.LoaderArgs) {
  const { market, artists } = context.get(servicesContext)
  const t = pageTranslator(context)
  const collections = market.list().map((collection) => ({
    ...collection,
    artistName: collection.artistSlug ? artists.find(collection.artistSlug)?.name : undefined,
  }))
  return {
    ...translateContent(context, { collections }),
    totals: market.totals(),
    head: { title: t('market.head.title'), description: t('market.head.description') },
    ...pageMessages(context, 'market.page'),
  }
}

export function meta({ matches, loaderData: { head, collections } }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/market',
    ...head,
    image: '/share/page/market.png',
    jsonLd: (origin, siteName) => [
      {
        '@type': 'CollectionPage',
        '@id': `${origin}/market`,
        'url': `${origin}/market`,
        'name': head.title,
        'isPartOf': { '@type': 'WebSite', 'name': siteName, 'url': `${origin}/` },
        'mainEntity': {
          '@type': 'ItemList',
          'numberOfItems': collections.length,
          'itemListElement': collections.map(({ name, slug }, index) => ({
            '@type': 'ListItem',
            'position': index + 1,
            name,
            'url': `${origin}/market#${slug}`,
          })),
        },
      },
    ],
  })
}

export default function MarketPage({ loaderData: { collections, totals } }: Route.ComponentProps) {
  const t = useTranslations('market.page')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="market" kicker={t('kicker')} title={t('heading')} lead={t('lead')} />
      <div className="border-t border-groove bg-plate-raised">
        <dl className="wrap grid grid-cols-2 gap-x-8 lg:grid-cols-12">
          <Total term={t('total', { count: collections.length })}>{collections.length}</Total>
          <Total term={t('minted', { count: totals.minted })}>{totals.minted}</Total>
          <Total term={t('left')}>{collections.reduce((sum, collection) => sum + leftOf(collection), 0)}</Total>
        </dl>
      </div>
      {collections.length > 0 ? (
        <Section id="on-sale" title={t('onSale')}>
          <OnSale collections={collections.filter((collection) => availabilityOf(collection) === 'on-sale')} />
        </Section>
      ) : null}
      <Section id="collections" title={t('all')}>
        {collections.length > 0 ? (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,28rem),1fr))] gap-x-12 border-b border-groove">
            {collections.map((collection, index) => (
              <li key={collection.slug} className="min-w-0">
                <CollectionCard collection={collection} number={index + 1} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={t('none')} action={<ButtonLink to="/newsletter">{t('newsletter')}</ButtonLink>}>
            {t('noneText')}
          </EmptyState>
        )}
      </Section>
    </main>
  )
}

function Total({ term, children }: { term: string; children: number }) {
  return (
    <div className="flex flex-col-reverse gap-1 py-8 max-lg:last:col-span-2 max-lg:last:border-t max-lg:last:border-groove lg:col-span-3 lg:first:col-start-3">
      <dt className="label text-dust">{term}</dt>
      <dd className="figures text-heading leading-tight tracking-tighter">{children.toLocaleString(useLocale())}</dd>
    </div>
  )
}

/** Lists the collections on sale with pieces left and exchange, or an empty state. */
function OnSale({ collections }: { collections: CollectionEntry[] }) {
  const t = useTranslations('market.page')
  if (collections.length === 0)
    return (
      <EmptyState title={t('noneOnSale')} action={<ButtonLink to="/newsletter">{t('newsletter')}</ButtonLink>}>
        {t('noneOnSaleText')}
      </EmptyState>
    )
  return (
    <>
      <ul className="flex flex-col border-b border-groove">
        {collections.map((collection) => (
          <li
            key={collection.slug}
            className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-groove py-5 md:flex-nowrap"
          >
            <Figure
              slug={collection.slug}
              image={collection.image ?? ''}
              variant="square"
              sizes="3.5rem"
              className="size-14 shrink-0 border border-groove object-cover"
            />
            <div className="min-w-0 flex-1">
              <h3 className="title">
                <a
                  href={`#${collection.slug}`}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {collection.name}
                </a>
              </h3>
              <p className="text-small text-dust">{collection.artistName ?? t('edition')}</p>
            </div>
            <p className="figures text-small">
              {t.rich('piecesLeft', {
                count: leftOf(collection),
                dim: (words) => <span className="text-dust">{words}</span>,
              })}
            </p>
            <ButtonAnchor
              variant="primary"
              href={collection.url}
              target="_blank"
              rel="noopener"
              className="max-md:w-full"
            >
              {t('buyOn', { host: new URL(collection.url).host })}
              <ExternalLink size={16} />
              <span className="sr-only">{t('buyOnHint', { name: collection.name })}</span>
            </ButtonAnchor>
          </li>
        ))}
      </ul>
      <p className="measure pt-6 text-small text-dust">{t('exchanges')}</p>
    </>
  )
}
