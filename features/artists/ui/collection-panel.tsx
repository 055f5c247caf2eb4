import { useTranslations } from 'use-intl/react'
import { ButtonLink } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import type { Collection } from '#features/market/contract.ts'

/** Panel of the artist's NFT collection, or a notice that there is none yet; both link to the market. */
export function CollectionPanel({
  artistName,
  collection,
  hasOthers,
}: {
  artistName: string
  collection: Collection | undefined
  /** True if other artists have collections. */
  hasOthers: boolean
}) {
  const t = useTranslations('artists.page')
  return (
    <section aria-labelledby="collection-heading" className="border-t border-groove bg-plate-raised">
      <div className="wrap grid gap-x-8 gap-y-8 py-16 md:grid-cols-12 md:items-center md:py-20">
        <div className="aspect-square w-40 overflow-hidden border border-groove bg-plate md:col-span-4 md:w-full md:max-w-80 lg:col-span-3 lg:col-start-2">
          <Figure
            slug={collection?.slug ?? 'market'}
            image={collection?.image ?? ''}
            alt={(collection?.image && collection.imageAlt) ?? ''}
            variant="square"
            sizes="(min-width: 48rem) 20rem, 10rem"
            className={collection ? 'size-full object-cover' : 'size-full object-cover opacity-25'}
          />
        </div>
        <div className="flex flex-col items-start gap-5 md:col-span-8 lg:col-span-7 lg:col-start-5">
          <p className="label text-dust">{t('collection')}</p>
          {collection ? (
            <CollectionDetails collection={collection} />
          ) : (
            <NoCollection artistName={artistName} hasOthers={hasOthers} />
          )}
        </div>
      </div>
    </section>
  )
}

function CollectionDetails({ collection }: { collection: Collection }) {
  const t = useTranslations('artists.page')
  return (
    <>
      <h2 id="collection-heading" className="heading">
        {collection.name}
      </h2>
      <p className="measure text-sand/85">{collection.description}</p>
      <p className="figures text-small text-dust">
        {t('minted', { minted: collection.minted, supply: collection.supply, status: collection.status })}
      </p>
      <ButtonLink to="/market">{t('viewCollection')}</ButtonLink>
    </>
  )
}

function NoCollection({ artistName, hasOthers }: { artistName: string; hasOthers: boolean }) {
  const t = useTranslations('artists.page')
  return (
    <>
      <h2 id="collection-heading" className="heading">
        {t('noCollection')}
      </h2>
      <p className="measure text-sand/85">
        {t('noCollectionText', { artist: artistName, others: hasOthers ? 'yes' : 'no' })}
      </p>
      <ButtonLink to="/market">{t('market')}</ButtonLink>
    </>
  )
}
