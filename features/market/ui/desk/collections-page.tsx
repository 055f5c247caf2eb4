import { Plus } from 'lucide-react'
import { data, Link } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { servicesContext } from '#shared/services.ts'
import { ActResult } from '#ui/act-result.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { actOnCollections } from './act-on-collections.ts'
import { CollectionEditor } from './collection-editor.tsx'
import { CollectionItem } from './collection-item.tsx'
import { CollectionTotals } from './collection-totals.tsx'
import { DeletedCollections } from './deleted-collections.tsx'
import { formOf, newForm } from './form-values.ts'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import type { Route } from './+types/collections-page.ts'

export const meta = () => [{ title: pageTitle('NFT Management') }, { name: 'robots', content: 'noindex' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { collectionDesk, market, artists } = context.get(servicesContext)
  const editing = new URL(request.url).searchParams.get('edit') ?? ''
  const collections = collectionDesk.list()
  const isThere = collections.some(({ slug }) => slug === editing)
  return {
    collections,
    totals: market.totals(),
    artists: artists.list().map(({ slug, name }) => ({ slug, name })),
    deleted: await collectionDesk.listDeleted(),
    editing: isThere || editing === 'new' ? editing : '',
    history: isThere ? await collectionDesk.history(editing) : [],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { status, ...answer } = await actOnCollections(
    context.get(servicesContext),
    context.get(actorContext).email,
    await request.formData(),
  )
  return data(answer, { status })
}

/** The collections of the market as rows, one of which can be open for editing. */
export default function CollectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { collections, totals, artists, deleted, history } = loaderData
  const result = useFocusKept(actionData)
  // What could not be kept is open with what was typed, wherever the page was.
  const open = actionData?.open
  const editing = open?.slug ?? loaderData.editing
  return (
    <>
      <ScreenHeading
        title="NFT Management"
        actions={
          <Link to="?edit=new" preventScrollReset className={buttonClass('primary')}>
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            Create NFT Collection
          </Link>
        }
      >
        What stands here is shown on the market and with its artist, as soon as it is kept.
      </ScreenHeading>
      <CollectionTotals totals={totals} />
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActResult outcome={actionData?.outcome} />
      </div>
      {editing === 'new' ? <CollectionEditor key={JSON.stringify(open)} form={open ?? newForm} artists={artists} history={[]} /> : null}
      {collections.length === 0 ? (
        <EmptyState title="No collection yet">The market says that its bin is empty. Create the first one.</EmptyState>
      ) : (
        <ul aria-label="Collections" className="flex flex-col max-md:gap-4 md:border-t md:border-groove">
          {collections.map((collection) => (
            <li key={collection.slug}>
              {editing === collection.slug ? (
                <CollectionEditor key={JSON.stringify(open)} form={open ?? formOf(collection)} artists={artists} history={history} />
              ) : (
                <CollectionItem collection={collection} artistName={artists.find(({ slug }) => slug === collection.artistSlug)?.name} />
              )}
            </li>
          ))}
        </ul>
      )}
      <DeletedCollections deleted={deleted} />
    </>
  )
}
