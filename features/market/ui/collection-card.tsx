import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { Collection } from '#features/market/contract.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Availability, availabilityOf } from './availability.ts'

/** A collection with the name of its artist, if any. */
export type CollectionEntry = Collection & { artistName: string | undefined }

/** Card of one collection: artwork, description, supply and exchange. */
export function CollectionCard({ collection, number }: { collection: CollectionEntry; number: number }) {
  const availability = availabilityOf(collection)
  const tag = tags[availability]
  return (
    <article
      id={collection.slug}
      className="group grid scroll-mt-24 grid-cols-[6rem_minmax(0,1fr)] gap-x-5 gap-y-4 border-t border-groove py-8 sm:grid-cols-[10rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] md:gap-x-6"
    >
      <div className="aspect-square w-full self-start overflow-hidden border border-groove opacity-80 transition-opacity group-hover:opacity-100 sm:row-span-2">
        <Figure
          slug={collection.slug}
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
            <span>Swade edition</span>
          )}
        </p>
        <h3 className="title [overflow-wrap:anywhere]">{collection.name}</h3>
        {tag ? (
          <div>
            <Tag className={availability === 'on-sale' ? 'border-live text-sand' : ''}>{tag}</Tag>
          </div>
        ) : null}
        <Minted minted={collection.minted} supply={collection.supply} />
      </header>
      <div className="col-span-2 flex flex-col gap-4 sm:col-span-1 sm:col-start-2">
        <p className="text-dust">{collection.description}</p>
        {collection.url ? (
          <ButtonAnchor href={collection.url} target="_blank" rel="noopener" className="self-start">
            View on {new URL(collection.url).host}
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </ButtonAnchor>
        ) : (
          <p className="label text-sand">{withoutExchange[availability]}</p>
        )}
      </div>
    </article>
  )
}

const tags: Partial<Record<Availability, string>> = { 'on-sale': 'On sale', 'sold-out': 'Sold out', 'closed': 'Closed' }

/** Text shown instead of a link to an exchange. */
const withoutExchange: Record<Availability, string> = {
  'on-sale': '',
  'not-yet': 'Not on sale yet',
  'sold-out': 'All pieces are minted',
  'closed': 'No more will be minted',
}

function Minted({ minted, supply }: { minted: number; supply: number }) {
  return (
    <div className="flex max-w-72 flex-col gap-2 pt-2">
      <p className="figures text-small">
        {minted.toLocaleString('en-US')} <span className="text-dust">of {supply.toLocaleString('en-US')} minted</span>
      </p>
      <span className="relative block h-px bg-groove" aria-hidden="true">
        <span className="absolute -top-px left-0 h-[3px] bg-sand" style={{ width: `${(minted / supply) * 100}%` }} />
      </span>
    </div>
  )
}
