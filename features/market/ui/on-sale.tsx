import { ExternalLink } from 'lucide-react'
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { leftOf } from './availability.ts'
import type { CollectionEntry } from './collection-sleeve.tsx'

/** What can be bought today, each with what is left and the exchange that sells it; or the plain word that nothing can. */
export function OnSale({ collections }: { collections: CollectionEntry[] }) {
  if (collections.length === 0)
    return (
      <EmptyState title="Nothing is on sale today" action={<ButtonLink to="/newsletter">Read the letter</ButtonLink>}>
        Everything below can be looked at. When a collection opens, the link to its exchange stands here, and the Friday letter says so
        first. Whoever sells one of these before that does not sell ours.
      </EmptyState>
    )
  return (
    <>
      <ul className="flex flex-col border-b border-groove">
        {collections.map((collection) => (
          <li key={collection.slug} className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-groove py-5 md:flex-nowrap">
            <Figure slug={collection.slug} variant="square" sizes="3.5rem" className="size-14 shrink-0 border border-groove object-cover" />
            <div className="min-w-0 flex-1">
              <h3 className="title">
                <a href={`#${collection.slug}`} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                  {collection.name}
                </a>
              </h3>
              <p className="text-small text-dust">{collection.artistName ?? 'House edition'}</p>
            </div>
            <p className="figures text-small">
              {leftOf(collection).toLocaleString('en-US')} <span className="text-dust">left</span>
            </p>
            <ButtonAnchor variant="primary" href={collection.url} target="_blank" rel="noopener" className="max-md:w-full">
              Buy on {new URL(collection.url).host}
              <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
              <span className="sr-only">: {collection.name} (opens in a new tab)</span>
            </ButtonAnchor>
          </li>
        ))}
      </ul>
      <p className="measure pt-6 text-small text-dust">
        The exchanges are not ours, and what a piece costs is agreed there. Nothing on this site asks your wallet to sign; an exchange will,
        so read what it asks before you do.
      </p>
    </>
  )
}
