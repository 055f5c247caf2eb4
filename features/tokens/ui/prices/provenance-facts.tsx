import { X } from 'lucide-react'
import { formatAge, formatDollars, formatPrice } from '#features/tokens/price-format.ts'
import { priceNames, sourceNames } from '#features/tokens/prices.ts'
import { buttonClass } from '#ui/button.tsx'
import type { ShownPrice } from './price-store.ts'
import { rangeOf } from './sparkline-path.ts'

/**
 * Details of a price.
 *
 * @param panelId Id of the popover; its title has the id `{panelId}-title`.
 */
export function ProvenanceFacts({ price, panelId }: { price: ShownPrice; panelId: string }) {
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <h3 id={`${panelId}-title`} className="title">
          {priceNames[price.symbol]} ({price.symbol})
        </h3>
        <button
          type="button"
          popoverTarget={panelId}
          popoverTargetAction="hide"
          aria-label="Close"
          className={buttonClass('quiet', 'size-11 shrink-0 !p-0')}
        >
          <X size={18} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </div>
      <dl className="mt-4 flex flex-col border-b border-groove text-small">
        {factsOf(price).map(([term, value]) => (
          <div
            key={term}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-3 border-t border-groove py-2.5"
          >
            <dt className="label text-dust">{term}</dt>
            <dd className={exact.has(term) ? 'figures text-[0.8125rem] break-all' : '[overflow-wrap:anywhere]'}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Values that are compared letter by letter. */
const exact = new Set(['Mint', 'Pool'])

function factsOf(price: ShownPrice): [term: string, value: string][] {
  const { mint, source, at, ageSeconds, liquidityUsd, isThin, pool, history } = price
  if (!mint) return [['Source', 'None. No mint is published, so anything sold under this name is not ours.']]
  const range = rangeOf(history.prices, history.stepSeconds)
  const report =
    source && at ? `${sourceNames[source]}, ${formatAge(ageSeconds ?? 0)} ago` : 'No source has reported a price.'
  return [
    ['Mint', mint],
    ['Source', price.price === null && source ? `${report}. This is too old to show.` : report],
    [
      'Liquidity',
      liquidityUsd === null
        ? 'Not reported'
        : `${formatDollars(liquidityUsd)}${isThin ? '. This is a thin market: a purchase of a few hundred dollars can move the price by several percent.' : ''}`,
    ],
    ...(pool ? ([['Pool', `${pool.venue || 'Unnamed market'}, ${pool.address}`]] as [string, string][]) : []),
    ['Price range', range ? recordOf(range) : 'Not enough data yet. A price is recorded every 15 minutes.'],
  ]
}

function recordOf(range: { low: number; high: number; hours: number }): string {
  const [low, high] = [formatPrice(range.low), formatPrice(range.high)]
  const span = range.hours < 1.5 ? 'in the last hour' : `in the last ${Math.round(range.hours)} h`
  return low === high ? `Steady at ${low} ${span}` : `Between ${low} and ${high} ${span}`
}
