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

const rules = [
  'Compare the whole mint address with the one on this page. The first and last four characters are easy to fake.',
  'Open this page from an address you typed yourself, never from a message that asks you to hurry.',
  'We never ask for a recovery phrase, and nothing on this site asks your wallet to sign anything.',
]

/** Lists the mint addresses and three rules for verifying them. */
function MintAddresses({ tokens }: { tokens: Token[] }) {
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-10">
      <dl className="flex flex-col self-start border-b border-groove lg:col-span-6">
        {tokens.map((token) => (
          <div key={token.symbol} className="flex flex-col gap-2 border-t border-groove py-6">
            <dt className="label text-dust">
              {token.name} ({token.symbol}) mint address
            </dt>
            <dd>
              {token.mint ? (
                <code className="figures text-small break-all text-sand">{token.mint}</code>
              ) : (
                <span className="text-sand">
                  Not published. Until an address appears here, anything sold as {token.symbol} is not ours.
                </span>
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
            <span className="text-dust">{rule}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Tokens', in: ['menu', 'footer'] },
  sitemap: () => ({ title: 'Tokens', summary: 'SWADEZ (SWDZ) and SWADEX (SWDX) on Solana.' }),
  shareImages: { tokens: { title: 'SWADEZ and SWADEX', kicker: 'Tokens' } },
  hasFigure: ({ tokens }, name) => tokens.list().some(({ symbol }) => symbol.toLowerCase() === name),
}

export function loader({ context }: Route.LoaderArgs) {
  return { tokens: context.get(servicesContext).tokens.list() }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    path: '/tokens',
    title: 'Tokens: SWADEZ and SWADEX',
    description:
      'The two Solana tokens of the ecosystem: their uses, their live prices where available, and how to verify the real ones.',
    image: '/share/page/tokens.png',
    jsonLd: (origin) => [
      {
        '@type': 'WebPage',
        '@id': `${origin}/tokens`,
        'url': `${origin}/tokens`,
        'name': 'Tokens: SWADEZ and SWADEX',
        'isPartOf': { '@type': 'WebSite', 'name': 'Swade', 'url': `${origin}/` },
      },
    ],
  })

export default function TokensPage({ loaderData: { tokens } }: Route.ComponentProps) {
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="tokens"
        kicker="Tokens"
        title="SWADEZ and SWADEX"
        lead="SWADEZ is for people who come to listen. SWADEX is for people who make things. Here is what each is for, and what neither will do."
      />
      <Section id="both" title="The two tokens">
        <div className="grid gap-4 md:gap-6 lg:grid-cols-2">
          {tokens.map((token) => (
            <TokenCard key={token.symbol} token={token} heading="h3">
              <Prose text={token.description} />
              <TokenUses token={token} />
            </TokenCard>
          ))}
        </div>
      </Section>
      <Section id="prices" title="Live prices">
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-10">
          <div className="lg:col-span-6">
            <PricePanel onSale={tokens.find(({ buyUrl }) => buyUrl)} />
          </div>
          <div className="flex flex-col gap-4 lg:col-span-4 lg:pt-5">
            <h3 className="title">Before you buy anything</h3>
            <p className="text-dust">
              The price of a token can fall to nothing, and small markets move in big steps. Nothing on this site is
              financial advice or an offer, and holding a token gives you no share in anyone’s income. Only spend what
              you would spend on a night out.
            </p>
          </div>
        </div>
      </Section>
      <Section
        id="real"
        title="Verify the mint address"
        lead="Anyone can create a token with any name. Only the mint address proves that it is ours, and it must match to the last character."
      >
        <MintAddresses tokens={tokens} />
      </Section>
    </main>
  )
}
