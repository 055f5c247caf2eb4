import type { Token } from '#features/tokens/contract.ts'

const rules = [
  'Compare the whole mint address with the one on this page. The first and last four characters are easy to fake.',
  'Open this page from an address you typed yourself, never from a message that asks you to hurry.',
  'We never ask for a recovery phrase, and nothing on this site asks your wallet to sign anything.',
]

/** Each token's mint address, or the plain statement that there is none, and three rules for checking. */
export function MintAddresses({ tokens }: { tokens: Token[] }) {
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
                  Not published. Until an address stands here, whatever is sold as {token.symbol} is not ours.
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
