import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Token } from '#features/tokens/contract.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'

/** One token as a plate: its figure, its two names, what it is for, and a way to buy it if there is one. */
export function TokenCard({ token, heading: Heading, children }: { token: Token; heading: 'h2' | 'h3'; children?: ReactNode }) {
  return (
    <article className="group relative isolate flex flex-col gap-10 overflow-hidden border border-groove bg-plate-raised p-5 md:p-8">
      <div className="absolute top-0 right-0 -z-10 aspect-square w-3/5 opacity-25 transition-opacity group-hover:opacity-60" aria-hidden="true">
        <Figure slug={token.symbol.toLowerCase()} variant="square" sizes="(min-width: 64rem) 20vw, 60vw" className="size-full object-cover" />
      </div>
      <header className="flex flex-col gap-2">
        <p className="figures text-small text-dust">{token.symbol}</p>
        <Heading className="heading">{token.name}</Heading>
        <p className="max-w-[26ch] text-lead text-sand/85">{token.tagline}</p>
      </header>
      <div className="mt-auto flex flex-col gap-6">
        {children}
        <BuyLink token={token} />
      </div>
    </article>
  )
}

/** What the token is for, line by line. */
export function TokenUses({ token }: { token: Token }) {
  return (
    <ul className="flex flex-col border-b border-groove" aria-label={`What ${token.symbol} is for`}>
      {token.uses.map((use) => (
        <li key={use} className="border-t border-groove py-3">
          {use}
        </li>
      ))}
    </ul>
  )
}

function BuyLink({ token }: { token: Token }) {
  if (!token.buyUrl) return <p className="text-small text-dust">Not on an exchange we can point to yet. When it is, the link will stand here.</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <ButtonAnchor variant="primary" href={token.buyUrl} target="_blank" rel="noopener">
        Buy {token.symbol}
        <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="sr-only">(opens in a new tab)</span>
      </ButtonAnchor>
      <p className="text-small text-dust">Leads to {new URL(token.buyUrl).host}, a decentralized exchange. It is not ours.</p>
    </div>
  )
}
