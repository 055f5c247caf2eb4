import { priceSymbols, unknownPrice } from './price-symbols.ts'

/** The full price panel: a table, so that a screen reader can say which number belongs to what. */
export function PricePanel() {
  return (
    <div className="border border-groove bg-plate-raised">
      <table className="w-full border-collapse text-left">
        <caption className="label border-b border-groove p-5 text-left text-dust md:px-6">Prices in US dollars</caption>
        <thead className="label text-dust">
          <tr>
            <th scope="col" className="px-5 pt-4 pb-2 font-normal md:px-6">
              Token
            </th>
            <th scope="col" className="px-5 pt-4 pb-2 text-right font-normal md:px-6">
              Price
            </th>
            <th scope="col" className="px-5 pt-4 pb-2 text-right font-normal md:px-6">
              24 h
            </th>
          </tr>
        </thead>
        <tbody>
          {priceSymbols.map(({ symbol, name }) => (
            <tr key={symbol} className="border-t border-groove">
              <th scope="row" className="px-5 py-5 font-normal md:px-6">
                <span className="figures block text-body">{symbol}</span>
                <span className="text-small text-dust">{name}</span>
              </th>
              <Unknown />
              <Unknown />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-groove p-5 text-small text-dust md:px-6">
        No live source is connected, so there is nothing to show. We would sooner print N/A than a number we cannot vouch for.
      </p>
    </div>
  )
}

function Unknown() {
  return (
    <td className="figures px-5 py-5 text-right text-body md:px-6">
      <abbr title={unknownPrice.words} className="no-underline">
        {unknownPrice.sign}
      </abbr>
    </td>
  )
}
