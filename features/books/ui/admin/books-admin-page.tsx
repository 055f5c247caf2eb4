import { Plus } from 'lucide-react'
import { data } from 'react-router'
import { countOf } from '#shared/count-of.ts'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { pageOf, Pager } from '#ui/pager.tsx'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { useLastReply } from '#ui/use-last-reply.ts'
import { ImportBooks } from './import-books.tsx'
import { LibraryRows } from './library-rows.tsx'
import type { Route } from './+types/books-admin-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, 'Books Management') },
  { name: 'robots', content: 'noindex' },
]

export const shouldRevalidate = revalidateAfterActions

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const query = cutText(searchParams.get('q') ?? '', 200)
  const { booksAdmin, setup } = context.get(servicesContext)
  const list = await booksAdmin.list(query, pageOf(searchParams))
  return {
    query,
    ...list,
    samples: list.books.flatMap(({ id }) => (setup.isSample('book', id) ? [id] : [])),
    isDeleted: searchParams.get('done') === 'deleted',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const [id, title, place, from] = [text('id'), text('title'), Number(text('place')), Number(text('from'))]
  if (text('act') !== 'move' || !Number.isSafeInteger(place)) {
    return data<ActionOutcome>({ kind: 'refused', message: 'Unknown action.' }, { status: 400 })
  }
  try {
    await context.get(servicesContext).booksAdmin.move(id, place, context.get(actorContext).email)
    const undo = { act: 'move', id, title, place: String(from), from: String(place) }
    return { kind: 'done', message: `${title} moved to position ${place}.`, undo } satisfies ActionOutcome
  } catch (error) {
    if (!isAppError(error)) throw error
    return data<ActionOutcome>(
      { kind: 'refused', message: translateError(pageTranslator(context), error) },
      { status: error.status },
    )
  }
}

/** Page with all books, published or not, in library order. */
export default function BooksAdminPage({ loaderData, actionData }: Route.ComponentProps) {
  const { books, samples, query, page, pageCount, found, total, isDeleted } = loaderData
  const reply = useLastReply(actionData)
  const outcome: ActionOutcome | undefined = isDeleted ? { kind: 'done', message: 'The draft was deleted.' } : undefined
  return (
    <>
      <ScreenHeading
        title="Books Management"
        actions={
          <ButtonLink to="/admin/books/new" variant="primary">
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            Add New Book
          </ButtonLink>
        }
      >
        Books appear on the site in this order, except that free books always come first. Published changes are visible
        right away. Only you can see drafts, but buyers keep access to a book that you unpublish.
      </ScreenHeading>
      <SearchForm
        label="Search books"
        value={query}
        placeholder="Title, author or web address"
        clearTo="/admin/books"
      />
      <ActionResult outcome={reply ?? outcome} />
      <ImportBooks />
      <p className="label text-dust">
        {query === '' ? countOf(total, 'book') : `${found} of ${countOf(total, 'book')}`}
      </p>
      {books.length === 0 ? (
        <EmptyState title={query === '' ? 'No books yet' : 'No matching books'}>
          {query === ''
            ? 'Add your first book. It stays a draft until you publish it.'
            : 'Try a shorter search, or clear it.'}
        </EmptyState>
      ) : (
        <LibraryRows books={books} samples={samples} total={total} canMove={query === ''} />
      )}
      <Pager label="Pages of books" page={page} pageCount={pageCount} />
    </>
  )
}
