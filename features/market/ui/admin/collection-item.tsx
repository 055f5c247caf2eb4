import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SampleBadge } from '#ui/admin/sample-badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { CollectionRow } from '#features/market/contract.ts'

/**
 * One collection as a row with its actions.
 *
 * @param artistName Name of the artist, or of an edition without one.
 */
export function CollectionItem({
  collection,
  artistName,
  isSample,
}: {
  collection: CollectionRow
  artistName: string
  isSample: boolean
}) {
  const { slug, name, description, minted, supply, status, url } = collection
  const isActive = status === 'active'
  return (
    <article
      aria-label={name}
      className="grid items-center gap-x-6 gap-y-3 border-groove max-md:border max-md:bg-plate-raised max-md:p-4 md:grid-cols-[minmax(0,1fr)_auto_auto] md:border-b md:py-4"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
          {name}
          {isActive ? null : <Tag>Closed</Tag>}
          {isSample ? <SampleBadge /> : null}
        </h2>
        <p className="text-small text-dust">
          {artistName}
          {url ? (
            <>
              {' · '}
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-1.5 underline underline-offset-4 hover:text-sand"
              >
                {new URL(url).host}
                <ExternalLink size={14} />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </>
          ) : (
            ' · no exchange link'
          )}
        </p>
        <p className="line-clamp-1 text-small text-dust max-md:line-clamp-2">{description}</p>
      </div>
      <p className="figures text-small whitespace-nowrap md:text-right">
        {minted.toLocaleString('en-US')} <span className="text-dust">of {supply.toLocaleString('en-US')} minted</span>
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2 md:justify-end">
        <Link to={`?edit=${slug}`} preventScrollReset className={buttonClass('quiet')}>
          Edit
          <Of name={name} />
        </Link>
        <RowAction slug={slug} action={isActive ? 'close' : 'reopen'}>
          {isActive ? 'Close' : 'Reopen'}
          <Of name={name} />
        </RowAction>
        <RowAction slug={slug} action="delete">
          Delete
          <Of name={name} />
        </RowAction>
      </div>
    </article>
  )
}

/** Names the collection that a button belongs to, for screen readers. */
function Of({ name }: { name: string }) {
  return <span className="sr-only"> {name}</span>
}

function RowAction({ slug, action, children }: { slug: string; action: string; children: ReactNode }) {
  return (
    <PostForm action="/admin/collections">
      <input type="hidden" name="collection" value={slug} />
      <SubmitButton name="act" value={action} variant="bare" className="px-2">
        {children}
      </SubmitButton>
    </PostForm>
  )
}
