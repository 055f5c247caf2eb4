import { priceSymbols, unknownPrice } from './price-symbols.ts'

/** The compact price panel under the hero. There is no live source yet, and it says so instead of guessing. */
export function PriceStripSection() {
  return (
    <section aria-label="Token prices" className="border-y border-groove bg-plate-raised">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-1 py-3 md:py-4">
        <dl className="flex justify-between gap-x-8 max-md:w-full md:gap-x-12">
          {priceSymbols.map(({ symbol }) => (
            <div key={symbol} className="flex items-baseline gap-3">
              <dt className="label text-dust">{symbol}</dt>
              <dd className="figures text-small text-sand">
                <abbr title={unknownPrice.words} className="no-underline">
                  {unknownPrice.sign}
                </abbr>
              </dd>
            </div>
          ))}
        </dl>
        <p className="label text-dust">No live price source</p>
      </div>
    </section>
  )
}
