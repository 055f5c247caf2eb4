import { priceSymbols } from '#features/tokens/prices.ts'
import { WalletConnect } from '../wallet/wallet-connect.tsx'
import { noteOf, type PriceNote } from './price-note.ts'
import { usePrices } from './price-store.ts'
import { PriceChange, PriceMarks, PriceSkeleton, PriceValue } from './price-value.tsx'
import { Provenance } from './provenance.tsx'
import { RefreshButton } from './refresh-button.tsx'

/** The compact price panel under the hero, with the visitor's wallet beside it. */
export function PriceStripSection({ buyUrl }: { buyUrl: string | undefined }) {
  const view = usePrices()
  const isLoading = view.state === 'loading'
  return (
    <section aria-label="Token prices" className="border-y border-groove bg-plate-raised" data-prices={view.state}>
      {/* One row where there is room for one; its columns keep their width, so that nothing moves when prices come. */}
      <div className="wrap flex flex-col gap-y-3 py-3 min-[88rem]:grid min-[88rem]:grid-cols-[minmax(0,1fr)_auto] min-[88rem]:items-center min-[88rem]:gap-x-8">
        <dl className="grid gap-x-8 gap-y-1 md:grid-cols-3 min-[88rem]:grid-cols-[8fr_13fr_5fr] min-[88rem]:gap-x-4">
          {priceSymbols.map((symbol) => {
            const price = view.prices.find((one) => one.symbol === symbol)
            return (
              <div key={symbol} className="flex min-h-11 items-center gap-3">
                <dt className="label text-dust max-md:w-12">{symbol}</dt>
                <dd className="figures flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-small text-sand">
                  {isLoading ? (
                    <PriceSkeleton className="h-5 w-40" />
                  ) : (
                    <>
                      <PriceValue price={price} />
                      {price?.price == null || price.change24h === null ? null : <PriceChange price={price} />}
                      <PriceMarks price={price} />
                    </>
                  )}
                  {price ? (
                    <span className="max-md:ml-auto md:-ml-2">
                      <Provenance price={price} />
                    </span>
                  ) : null}
                </dd>
              </div>
            )
          })}
        </dl>
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 min-[88rem]:flex-nowrap min-[88rem]:items-center min-[88rem]:gap-x-4">
          <div className="flex items-center gap-4 min-[88rem]:gap-2">
            <p className="label text-dust min-[88rem]:w-48 min-[88rem]:text-right">
              <span className="noscript:hidden">{notes[noteOf(view)]}</span>
              <span className="hidden noscript:inline">Prices need script</span>
            </p>
            <RefreshButton />
          </div>
          <WalletConnect isCompact {...(buyUrl ? { buyUrl } : {})} />
        </div>
      </div>
    </section>
  )
}

const notes: Record<PriceNote, string> = {
  loading: 'Loading prices',
  failed: 'No prices just now',
  unasked: 'No live price source',
  unanswered: 'No live price source',
  live: 'US dollars, every 30 s',
}
