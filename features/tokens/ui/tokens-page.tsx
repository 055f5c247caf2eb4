import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator, translateContent } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { Prose } from '#ui/prose.tsx'
import { Section } from '#ui/section.tsx'
import type { Route } from './+types/tokens-page.ts'
import { PricePanel } from './prices/price-panel.tsx'
import { TokenCard, TokenUses } from './token-card.tsx'
import type { Token } from '#features/tokens/contract.ts'

const rules = ['ruleWhole', 'ruleAddress', 'ruleSecrets'] as const

/** Lists the mint addresses and three rules for verifying them. */
function MintAddresses({ tokens }: { tokens: Token[] }) {
  const t = useTranslations('tokens.page')
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-10">
      <dl className="flex flex-col self-start border-b border-groove lg:col-span-6">
        {tokens.map((token) => (
          <div key={token.symbol} className="flex flex-col gap-2 border-t border-groove py-6">
            <dt className="label text-dust">{t('mint', { name: token.name, symbol: token.symbol })}</dt>
            <dd>
              {token.mint ? (
                <code className="figures text-small break-all text-sand">{token.mint}</code>
              ) : (
                <span className="text-sand">{t('noMint', { symbol: token.symbol })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <ol className="flex flex-col gap-5 lg:col-span-4 lg:pt-6">
        {rules.map((rule, index) => (
          <li key={rule} className="flex items-baseline gap-5">
            <span className="label text-dust" aria-hidden="true">
              {String(index + 1).padStart(2, '0')}
            </span>
            <span className="text-dust">{t(rule)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'tokens.nav', in: ['menu', 'footer'] },
  sitemap: () => ({ title: 'Tokens', summary: 'SWADEZ (SWDZ) and SWADEX (SWDX) on Solana.' }),
  shareImages: { tokens: { title: 'SWADEZ and SWADEX', kicker: 'Tokens' } },
  hasFigure: ({ tokens }, name) => tokens.list().some(({ symbol }) => symbol.toLowerCase() === name),
}

export function loader({ context }: Route.LoaderArgs) {
  const t = pageTranslator(context)
  return {
    ...translateContent(context, { tokens: context.get(servicesContext).tokens.list() }),
    head: { title: t('tokens.head.title'), description: t('tokens.head.description') },
    ...pageMessages(context, 'tokens.page', 'tokens.card', 'tokens.prices', 'tokens.panel', 'tokens.wallet'),
  }
}

export function meta({ matches, loaderData: { head } }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/tokens',
    ...head,
    image: '/share/page/tokens.png',
    jsonLd: (origin, siteName) => [
      {
        '@type': 'WebPage',
        '@id': `${origin}/tokens`,
        'url': `${origin}/tokens`,
        'name': head.title,
        'isPartOf': { '@type': 'WebSite', 'name': siteName, 'url': `${origin}/` },
      },
    ],
  })
}

export default function TokensPage({ loaderData: { tokens } }: Route.ComponentProps) {
  const t = useTranslations('tokens.page')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="tokens" kicker={t('kicker')} title={t('heading')} lead={t('lead')} />
      <Section id="both" title={t('both')}>
        <div className="grid gap-4 md:gap-6 lg:grid-cols-2">
          {tokens.map((token) => (
            <TokenCard key={token.symbol} token={token} heading="h3">
              <Prose text={token.description} />
              <TokenUses token={token} />
            </TokenCard>
          ))}
        </div>
      </Section>
      <Section id="prices" title={t('prices')}>
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-10">
          <div className="lg:col-span-6">
            <PricePanel onSale={tokens.find(({ buyUrl }) => buyUrl)} />
          </div>
          <div className="flex flex-col gap-4 lg:col-span-4 lg:pt-5">
            <h3 className="title">{t('warning')}</h3>
            <p className="text-dust">{t('warningText')}</p>
          </div>
        </div>
      </Section>
      <Section id="real" title={t('verify')} lead={t('verifyLead')}>
        <MintAddresses tokens={tokens} />
      </Section>
    </main>
  )
}
