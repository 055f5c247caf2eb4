import { useTranslations } from 'use-intl/react'
import type { Token } from '#features/tokens/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { TokenCard, TokenUses } from './token-card.tsx'

/** Tokens section of the landing page. */
export function TokensSection({ side, tokens }: { side: string; tokens: Token[] }) {
  const t = useTranslations('tokens.section')
  return (
    <Section
      id="tokens"
      side={side}
      title={t('title')}
      lead={t('lead')}
      aside={<ButtonLink to="/tokens">{t('more')}</ButtonLink>}
    >
      <div className="grid gap-4 md:gap-6 lg:grid-cols-2">
        {tokens.map((token) => (
          <TokenCard key={token.symbol} token={token} heading="h3">
            <TokenUses token={token} />
          </TokenCard>
        ))}
      </div>
    </Section>
  )
}
