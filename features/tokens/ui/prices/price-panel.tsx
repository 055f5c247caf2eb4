import { useTranslations } from 'use-intl/react'
import type { Token, TokenPrice } from '#features/tokens/contract.ts'
import { priceNames, priceSymbols } from '#features/tokens/prices.ts'
import { classNames } from '#ui/class-names.ts'
import { WalletConnect } from '../wallet/wallet-connect.tsx'
import { noteOf } from './price-note.ts'
import { usePrices } from './price-store.ts'
import { PriceChange, PriceFlags, PriceSkeleton, PriceValue } from './price-value.tsx'
import { Provenance } from './provenance.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { outcomeValues } from './refresh-outcome.ts'
import { useRefresh } from './use-refresh.ts'
import { linesOf } from './sparkline-path.ts'

const size = { width: 96, height: 28 }

/**
 * Draws the last 24 hours of our history, with gaps. It is hidden from screen readers, because low and high are given
 * as text.
 */
function Sparkline({ history, className }: { history: TokenPrice['history'] | undefined; className?: string }) {
  const { lines, end } = linesOf(history?.prices ?? [], size)
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={className}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      {lines.length === 0 ? (
        <path
          d={`M0 ${size.height / 2}H${size.width}`}
          className="stroke-groove"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        lines.map((line) => (
          <path
            key={line}
            d={line}
            fill="none"
            className="stroke-sand"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))
      )}
      {/* A stroke without length is a dot that stays round when the chart is stretched. */}
      {end ? (
        <path
          d={`M${end.x} ${end.y}h0`}
          className="stroke-live"
          strokeWidth="5"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
    </svg>
  )
}

const cell = 'px-3 font-normal min-[24rem]:px-5 md:px-6'

/** Full price panel as a table, so that screen readers relate numbers to symbols. */
export function PricePanel({ onSale }: { onSale: Token | undefined }) {
  const t = useTranslations('tokens.panel')
  const view = usePrices()
  const isLoading = view.state === 'loading'
  const refresh = useRefresh()
  return (
    <div className="border border-groove bg-plate-raised" data-prices={view.state}>
      <div className="flex items-center justify-between gap-4 border-b border-groove py-2 pr-2 pl-5 md:pl-6">
        {/* Both texts share one cell, so that nothing moves. */}
        <div className="grid items-center">
          <p
            id="price-panel-title"
            className={classNames('label col-start-1 row-start-1 text-dust', refresh.outcome && 'invisible')}
          >
            {t('title')}
          </p>
          <p role="status" className="label col-start-1 row-start-1 text-sand">
            {refresh.outcome ? t(...outcomeValues(refresh.outcome)) : ''}
          </p>
        </div>
        <RefreshButton refresh={refresh.refresh} isBusy={refresh.isBusy} />
      </div>
      <table aria-labelledby="price-panel-title" className="w-full border-collapse text-left">
        <thead className="label text-dust">
          <tr>
            <th scope="col" className={`${cell} pt-4 pb-2`}>
              {t('token')}
            </th>
            <th scope="col" className={`${cell} pt-4 pb-2 max-md:hidden`}>
              {t('history')}
            </th>
            <th scope="col" className={`${cell} pt-4 pb-2 text-right`}>
              {t.rich('priceAndChange', { narrow: (words) => <span className="md:hidden">{words}</span> })}
            </th>
            <th scope="col" className={`${cell} pt-4 pb-2 text-right max-md:hidden`}>
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {priceSymbols.map((symbol) => {
            const price = view.prices.find((one) => one.symbol === symbol)
            const change = isLoading ? <PriceSkeleton className="ml-auto h-6 w-20" /> : <PriceChange price={price} />
            return (
              <tr key={symbol} className="border-t border-groove">
                <th scope="row" className={`${cell} py-4`}>
                  <span className="flex items-center gap-1">
                    <span>
                      <span className="figures block text-body">{symbol}</span>
                      <span className="text-small text-dust">{priceNames[symbol]}</span>
                    </span>
                    {price ? <Provenance price={price} isAsking={view.isAsking} /> : <span className="size-11" />}
                  </span>
                </th>
                <td className={`${cell} w-2/5 max-md:hidden`}>
                  <Sparkline history={price?.history} className="h-9 w-full" />
                </td>
                {/* On narrow screens the change is below the price. */}
                <td className={`${cell} figures py-4 text-right text-body`}>
                  {isLoading ? <PriceSkeleton className="ml-auto h-6 w-24" /> : <PriceValue price={price} />}
                  <span className="mt-1 block text-small md:hidden">{change}</span>
                  <PriceFlags price={price} className="mt-1 block" />
                  <Sparkline history={price?.history} className="mt-2 ml-auto h-6 w-28 md:hidden" />
                </td>
                <td className={`${cell} figures text-right text-small max-md:hidden`}>{change}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="border-t border-groove p-5 text-small text-dust md:px-6">
        <span className="noscript:hidden">{t(`note.${noteOf(view)}`)}</span>
        <span className="hidden noscript:inline">{t('noScript')}</span>
      </p>
      <div className="border-t border-groove p-5 md:px-6">
        <WalletConnect onSale={onSale} />
      </div>
    </div>
  )
}
