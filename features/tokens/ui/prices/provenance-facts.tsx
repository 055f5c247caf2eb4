import { X } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatAge, type PriceFormats, priceFormats } from '#features/tokens/price-format.ts'
import { priceNames, sourceNames } from '#features/tokens/prices.ts'
import { buttonClass } from '#ui/button.tsx'
import type { ShownPrice } from './price-store.ts'
import { rangeOf } from './sparkline-path.ts'

/**
 * Details of a price.
 *
 * @param isAsking Whether price sources are turned on.
 * @param panelId Id of the popover; its title has the id `{panelId}-title`.
 */
export function ProvenanceFacts({
  price,
  isAsking,
  panelId,
}: {
  price: ShownPrice
  isAsking: boolean
  panelId: string
}) {
  const t = useTranslations('tokens.prices.facts')
  const facts = factsOf(price, isAsking, t, priceFormats(useLocale()))
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
          aria-label={t('close')}
          className={buttonClass('quiet', 'size-11 shrink-0 !p-0')}
        >
          <X size={18} />
        </button>
      </div>
      <dl className="mt-4 flex flex-col border-b border-groove text-small">
        {facts.map(({ name, value, isExact = false }) => (
          <div
            key={name}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-3 border-t border-groove py-2.5"
          >
            <dt className="label text-dust">{t(name)}</dt>
            <dd className={isExact ? 'figures text-[0.8125rem] break-all' : '[overflow-wrap:anywhere]'}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A fact with the key of its label; `isExact` marks values that are compared character by character. */
type Fact = { name: 'source' | 'mint' | 'liquidity' | 'pool' | 'range'; value: string; isExact?: true }
type Translate = ReturnType<typeof useTranslations<'tokens.prices.facts'>>

function factsOf(price: ShownPrice, isAsking: boolean, t: Translate, format: PriceFormats): Fact[] {
  const { mint, liquidityUsd, isThin, pool, history } = price
  if (!mint) return [{ name: 'source', value: t('noMint') }]
  const range = rangeOf(history.prices, history.stepSeconds)
  const liquidity = liquidityUsd === null ? t('noLiquidity') : format.dollars(liquidityUsd)
  return [
    { name: 'mint', value: mint, isExact: true },
    { name: 'source', value: reportOf(price, isAsking, t) },
    // No one could have reported it.
    ...(liquidityUsd === null && !isAsking
      ? []
      : [
          {
            name: 'liquidity' as const,
            value: liquidityUsd !== null && isThin ? t('thinMarket', { liquidity }) : liquidity,
          },
        ]),
    ...(pool
      ? [{ name: 'pool' as const, value: t(pool.venue ? 'market' : 'unnamedMarket', pool), isExact: true as const }]
      : []),
    // Without a price, none is recorded either.
    ...(range || price.price !== null
      ? [{ name: 'range' as const, value: range ? rangeText(range, t, format) : t('noRange') }]
      : []),
  ]
}

function reportOf({ price, source, at, ageSeconds }: ShownPrice, isAsking: boolean, t: Translate): string {
  if (!source || !at) return t(isAsking ? 'noReport' : 'off')
  const values = { source: sourceNames[source], age: formatAge(ageSeconds ?? 0) }
  return t(price === null ? 'reportedTooOld' : 'reported', values)
}

function rangeText(
  { low, high, hours }: { low: number; high: number; hours: number },
  t: Translate,
  format: PriceFormats,
): string {
  const prices = { price: format.price(low), low: format.price(low), high: format.price(high) }
  return t(prices.low === prices.high ? 'steady' : 'between', { ...prices, hours: Math.max(1, Math.round(hours)) })
}
