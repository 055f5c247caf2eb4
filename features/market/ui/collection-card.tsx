import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl/react'
import type { Collection } from '#features/market/contract.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { Tag } from '#ui/tag.tsx'
import { availabilityOf } from '#features/market/availability.ts'

/** A collection with the name of its artist, if any. */
export type CollectionEntry = Collection & { artistName: string | undefined }

/** Card of one collection: artwork, description, supply and exchange. */
export function CollectionCard({ collection, number }: { collection: CollectionEntry; number: number }) {
  const t = useTranslations('market.page')
  const availability = availabilityOf(collection)
  return (
    <article
      id={collection.slug}
      className="group grid scroll-mt-24 grid-cols-[6rem_minmax(0,1fr)] gap-x-5 gap-y-4 border-t border-groove py-8 sm:grid-cols-[10rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] md:gap-x-6"
    >
      <div className="aspect-square w-full self-start overflow-hidden border border-groove opacity-95 transition-opacity group-hover:opacity-100 sm:row-span-2">
        <Figure
          slug={collection.slug}
          image={collection.image ?? ''}
          alt={(collection.image && collection.imageAlt) ?? ''}
          variant="square"
          sizes="(min-width: 40rem) 10rem, 6rem"
          className="size-full object-cover"
        />
      </div>
      <header className="flex min-w-0 flex-col gap-2">
        <p className="label flex flex-wrap items-center gap-x-3 text-dust">
          <span aria-hidden="true">{String(number).padStart(2, '0')}</span>
          {collection.artistSlug && collection.artistName ? (
            <Link
              to={`/artist/${collection.artistSlug}`}
              prefetch="intent"
              viewTransition
              className="-my-3.5 inline-flex min-h-11 items-center underline decoration-groove underline-offset-4 hover:text-sand"
            >
              {collection.artistName}
            </Link>
          ) : (
            <span>{t('edition')}</span>
          )}
        </p>
        <h3 className="title [overflow-wrap:anywhere]">{collection.name}</h3>
        {availability === 'not-on-sale' ? null : (
          <div>
            <Tag className={availability === 'on-sale' ? 'border-live text-sand' : ''}>{t(`tag.${availability}`)}</Tag>
          </div>
        )}
        <Minted minted={collection.minted} supply={collection.supply} />
      </header>
      <div className="col-span-2 flex flex-col gap-4 sm:col-span-1 sm:col-start-2">
        <p className="text-dust">{collection.description}</p>
        {collection.url ? (
          <ButtonAnchor href={collection.url} target="_blank" rel="noopener" className="self-start">
            {t('viewOn', { host: new URL(collection.url).host })}
            <ExternalLink size={16} />
            <span className="sr-only">{t('newTab')}</span>
          </ButtonAnchor>
        ) : availability === 'on-sale' ? null : (
          <p className="label text-sand">{t(`noLink.${availability}`)}</p>
        )}
      </div>
    </article>
  )
}

function Minted({ minted, supply }: { minted: number; supply: number }) {
  const t = useTranslations('market.page')
  return (
    <div className="flex max-w-72 flex-col gap-2 pt-2">
      <p className="figures text-small">
        {t.rich('mintedOf', { minted, supply, dim: (words) => <span className="text-dust">{words}</span> })}
      </p>
      <span className="relative block h-px bg-groove" aria-hidden="true">
        <span className="absolute -top-px left-0 h-[3px] bg-sand" style={{ width: `${(minted / supply) * 100}%` }} />
      </span>
    </div>
  )
}
