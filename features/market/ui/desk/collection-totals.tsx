/** The two cards of the owner's market, counted from the rows. */
export function CollectionTotals({ totals }: { totals: { activeCollections: number; minted: number } }) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:max-w-2xl">
      <Total term="Active Collections">{totals.activeCollections}</Total>
      <Total term="NFTs Minted">{totals.minted}</Total>
    </dl>
  )
}

function Total({ term, children }: { term: string; children: number }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 border border-groove bg-plate-raised p-4 md:p-5">
      <dt className="label text-dust">{term}</dt>
      <dd className="figures text-heading leading-tight tracking-tighter">{children.toLocaleString('en-US')}</dd>
    </div>
  )
}
