import type { Token } from '#features/tokens/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'
import { TokenCard, TokenUses } from './token-card.tsx'

/** Tokens section of the landing page. */
export function TokensSection({ side, tokens }: { side: string; tokens: Token[] }) {
  return (
    <Section
      id="tokens"
      side={side}
      title="Two tokens: one opens doors, one buys hours."
      lead="Both live on Solana. Neither is needed to listen, to read the free book or to meet anyone here."
      aside={<ButtonLink to="/tokens">More about both</ButtonLink>}
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
