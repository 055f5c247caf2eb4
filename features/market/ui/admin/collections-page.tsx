import { Plus } from 'lucide-react'
import { data, Link } from 'react-router'
import { pageTranslator } from '#shared/messages.ts'
import { actorContext } from '#shared/actor.ts'
import { uploadedImageSchema } from '#shared/contract.ts'
import { cutText } from '#shared/cut-text.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { type PageMatches, unlistedMeta } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { performCollectionAction, type OpenForm } from './perform-collection-action.ts'
import { CollectionEditor } from './collection-editor.tsx'
import { CollectionItem } from './collection-item.tsx'
import { useLastReply } from '#ui/use-last-reply.ts'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { Route } from './+types/collections-page.ts'
import type { CollectionRow } from '#features/market/contract.ts'

/** Values of a form for a new collection. */
const newForm: OpenForm = {
  slug: 'new',
  revision: '',
  values: {
    name: '',
    slug: '',
    description: '',
    artistSlug: '',
    minted: '0',
    supply: '',
    status: 'active',
    url: '',
    image: '',
    imageAlt: '',
  },
  problems: {},
}

/** Returns the form values of a collection. */
function formOf({ slug, revision, ...collection }: CollectionRow): OpenForm {
  const { minted, supply, artistSlug = '', ...texts } = collection
  const values = { ...texts, slug, artistSlug, minted: String(minted), supply: String(supply) }
  return { slug, revision: revision === undefined ? '' : String(revision), values, problems: {} }
}

const withImage = (form: OpenForm, image: string): OpenForm =>
  image ? { ...form, values: { ...form.values, image } } : form

export const meta = ({ matches }: { matches: PageMatches }) => unlistedMeta(matches, 'NFT Management')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { collectionAdmin, market, artists, setup } = context.get(servicesContext)
  const search = new URL(request.url).searchParams
  const editing = search.get('edit') ?? ''
  const collections = collectionAdmin.list()
  const isThere = collections.some(({ slug }) => slug === editing)
  return {
    collections,
    samples: collections.flatMap(({ slug }) => (setup.isSample('collection', slug) ? [slug] : [])),
    totals: market.totals(),
    artists: artists.list().map(({ slug, name }) => ({ slug, name })),
    // Collections without an artist have the name that they have on the Market page.
    edition: pageTranslator(context)('market.page.edition'),
    deleted: await collectionAdmin.listDeleted(),
    editing: isThere || editing === 'new' ? editing : '',
    // An image that was sent without JavaScript, or the reason why it was rejected.
    image: uploadedImageSchema.safeParse(search.get('image')).data ?? '',
    refused: cutText(search.get('refused') ?? '', 300),
    history: isThere ? await collectionAdmin.history(editing) : [],
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { collectionAdmin, auditLog } = context.get(servicesContext)
  const { status, ...answer } = await performCollectionAction(
    { collectionAdmin, auditLog, t: pageTranslator(context) },
    context.get(actorContext).email,
    await request.formData(),
  )
  return data(answer, { status })
}

/** Admin page of the collections, one of which can be open for editing. */
export default function CollectionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { collections, samples, totals, artists, edition, deleted, history, image, refused } = loaderData
  const reply = useLastReply(actionData)
  const result = useOutcomeFocus(reply)
  // A form with errors stays open with its values.
  const open = reply?.open
  const editing = open?.slug ?? loaderData.editing
  return (
    <>
      <ScreenHeading
        title="NFT Management"
        actions={
          <Link to="?edit=new" preventScrollReset className={buttonClass('primary')}>
            <Plus size={16} />
            Create NFT Collection
          </Link>
        }
      >
        Saved collections appear on the Market page and on the artist’s page right away.
      </ScreenHeading>
      <CollectionTotals totals={totals} />
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={reply?.outcome ?? (refused ? { kind: 'refused', message: refused } : undefined)} />
      </div>
      {editing === 'new' ? (
        <CollectionEditor
          key={JSON.stringify(open)}
          form={open ?? newForm}
          isRejected={open !== undefined}
          artists={artists}
          edition={edition}
          history={[]}
        />
      ) : null}
      {collections.length === 0 ? (
        <EmptyState title={deleted.length > 0 ? 'No collections' : 'No collections yet'}>
          {deleted.length > 0
            ? 'Create a collection to show it on the Market page, or restore a deleted one.'
            : 'Create the first collection to show it on the Market page.'}
        </EmptyState>
      ) : (
        <ul aria-label="Collections" className="flex flex-col max-md:gap-4 md:border-t md:border-groove">
          {collections.map((collection) => (
            <li key={collection.slug}>
              {editing === collection.slug ? (
                <CollectionEditor
                  key={JSON.stringify(open)}
                  form={open ?? withImage(formOf(collection), image)}
                  isRejected={open !== undefined}
                  artists={artists}
                  edition={edition}
                  history={history}
                />
              ) : (
                <CollectionItem
                  collection={collection}
                  isSample={samples.includes(collection.slug)}
                  artistName={artists.find(({ slug }) => slug === collection.artistSlug)?.name ?? edition}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <DeletedCollections deleted={deleted} />
    </>
  )
}

/** Totals of the collections. */
function CollectionTotals({ totals }: { totals: { activeCollections: number; minted: number } }) {
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

/** Lists deleted collections, which can be restored. */
function DeletedCollections({ deleted }: { deleted: { slug: string; name: string; revision: number }[] }) {
  if (deleted.length === 0) return null
  return (
    <details className="border-t border-groove pt-4">
      <summary className="label inline-flex min-h-11 cursor-pointer items-center text-dust hover:text-sand">
        Deleted ({deleted.length})
      </summary>
      <ul className="flex flex-col">
        {deleted.map(({ slug, name, revision }) => (
          <li key={slug} className="flex flex-wrap items-center justify-between gap-3 border-b border-groove py-2">
            <span className="min-w-0 [overflow-wrap:anywhere] text-dust">{name}</span>
            <PostForm action="/admin/collections">
              <input type="hidden" name="collection" value={slug} />
              <input type="hidden" name="revision" value={revision} />
              <SubmitButton name="act" value="undo">
                Restore<span className="sr-only"> {name}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
