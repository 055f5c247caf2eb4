import { useTranslations } from 'use-intl/react'
import type { Token } from '#features/tokens/contract.ts'
import { priceSymbols } from '#features/tokens/prices.ts'
import { classNames } from '#ui/class-names.ts'
import { WalletConnect } from '../wallet/wallet-connect.tsx'
import { noteOf, reasonForNone } from './price-note.ts'
import { usePrices } from './price-store.ts'
import { PriceChange, PriceFlags, PriceSkeleton, PriceValue } from './price-value.tsx'
import { Provenance } from './provenance.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { outcomeValues } from './refresh-outcome.ts'
import { useRefresh } from './use-refresh.ts'

/** Compact price panel below the hero, with the wallet. */
export function PriceStripSection({ onSale }: { onSale: Token | undefined }) {
  const t = useTranslations('tokens.strip')
  const view = usePrices()
  const isLoading = view.state === 'loading'
  const refresh = useRefresh()
  const reason = reasonForNone(view)
  return (
    <section aria-label={t('title')} className="border-y border-groove bg-plate-raised" data-prices={view.state}>
      {/* One row if there is room, including the buy link of a connected wallet. Every price reserves space for its
          marks, so that the layout does not shift; below 24rem it may. */}
      <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-3 py-3">
        {reason ? (
          <NoPrices reason={reason} isNarrow={!onSale} />
        ) : (
          <dl
            className={classNames(
              'grid grow-[99] basis-full gap-x-8 gap-y-1 md:grid-cols-3',
              !onSale && 'min-[88rem]:basis-[51rem] min-[88rem]:gap-x-4',
            )}
          >
            {priceSymbols.map((symbol) => {
              const price = view.prices.find((one) => one.symbol === symbol)
              return (
                <div key={symbol} className="flex min-h-11 items-center gap-3 md:max-lg:min-h-[4.75rem]">
                  <dt className="label text-dust max-md:w-12">{symbol}</dt>
                  <dd className="figures flex min-w-0 flex-1 items-center text-small leading-snug text-sand max-md:justify-between">
                    <span className="flex min-w-0 flex-col">
                      {isLoading ? (
                        <PriceSkeleton className="h-5 w-40" />
                      ) : (
                        <span className="flex flex-wrap items-center gap-x-3">
                          <PriceValue price={price} />
                          {price?.price == null || price.change24h === null ? null : <PriceChange price={price} />}
                        </span>
                      )}
                      <PriceFlags price={price} />
                    </span>
                    {price ? <Provenance price={price} isAsking={view.isAsking} /> : null}
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
        <div className="flex grow basis-full flex-wrap items-start justify-between gap-x-8 gap-y-3 min-[88rem]:basis-auto min-[88rem]:flex-nowrap min-[88rem]:items-center min-[88rem]:gap-x-4">
          <div className="flex items-center gap-4 min-[88rem]:gap-2">
            <p
              className={classNames(
                'label min-w-48 text-dust noscript:!w-auto noscript:!text-left',
                !onSale && 'min-[88rem]:w-32 min-[88rem]:min-w-0 min-[88rem]:text-right',
              )}
            >
              <span className="grid noscript:hidden">
                <span className={classNames('col-start-1 row-start-1', refresh.outcome && 'invisible')}>
                  {reason ? '' : t(`note.${noteOf(view)}`)}
                </span>
                <span role="status" className="col-start-1 row-start-1 text-sand">
                  {refresh.outcome ? t(...outcomeValues(refresh.outcome)) : ''}
                </span>
              </span>
              <span className="hidden whitespace-nowrap noscript:inline">{t('noScript')}</span>
            </p>
            <RefreshButton refresh={refresh.refresh} isBusy={refresh.isBusy} />
          </div>
          <WalletConnect isCompact onSale={onSale} />
        </div>
      </div>
    </section>
  )
}

/** One line instead of prices if no source has any, as high as the prices were while they loaded. */
function NoPrices({ reason, isNarrow }: { reason: 'off' | 'unavailable'; isNarrow: boolean }) {
  const t = useTranslations('tokens.strip')
  return (
    <p
      className={classNames(
        'flex min-h-11 grow-[99] basis-full items-center text-small text-dust md:max-lg:min-h-[4.75rem]',
        isNarrow && 'min-[88rem]:basis-[51rem]',
      )}
    >
      {t(`none.${reason}`, { symbols: priceSymbols.join(', ') })}
    </p>
  )
}
