import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Token } from '#features/tokens/contract.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'

/** Card of one token: artwork, names and buy link. */
export function TokenCard({
  token,
  heading: Heading,
  children,
}: {
  token: Token
  heading: 'h2' | 'h3'
  children?: ReactNode
}) {
  return (
    <article className="group flex flex-col border border-groove bg-plate-raised">
      {/* The coin is beside the text, never behind it. */}
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5 border-b border-groove bg-plate p-5 md:p-8">
        <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-3">
          <p className="figures text-small text-dust">{token.symbol}</p>
          <Heading className="heading">{token.name}</Heading>
          <p className="max-w-[16em] text-lead text-sand/85">{token.tagline}</p>
        </div>
        <Figure
          slug={token.symbol.toLowerCase()}
          image={token.image ?? ''}
          alt={(token.image && token.imageAlt) ?? ''}
          variant="square"
          sizes="(min-width: 48rem) 11rem, 9rem"
          width={176}
          className="size-36 rounded-full object-cover -order-1 md:order-none md:size-44"
        />
      </header>
      <div className="flex flex-1 flex-col gap-6 p-5 md:p-8">
        {children}
        <div className="mt-auto">
          <BuyLink token={token} />
        </div>
      </div>
    </article>
  )
}

/** Lists the uses of a token. */
export function TokenUses({ token }: { token: Token }) {
  const t = useTranslations('tokens.card')
  return (
    <ul className="flex flex-col border-b border-groove" aria-label={t('uses', { symbol: token.symbol })}>
      {token.uses.map((use) => (
        <li key={use} className="border-t border-groove py-3">
          {use}
        </li>
      ))}
    </ul>
  )
}

function BuyLink({ token }: { token: Token }) {
  const t = useTranslations('tokens.card')
  if (!token.buyUrl) return <p className="text-small text-dust">{t('noExchange')}</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <ButtonAnchor variant="primary" href={token.buyUrl} target="_blank" rel="noopener">
        {t('buy', { symbol: token.symbol })}
        <ExternalLink size={16} />
        <span className="sr-only">{t('newTab')}</span>
      </ButtonAnchor>
      <p className="text-small text-dust">{t('exchange', { host: new URL(token.buyUrl).host })}</p>
    </div>
  )
}
