import { data } from 'react-router'
import { requireOwner } from '#features/owner/ui/admin/require-owner.ts'
import { pageMessages } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/draft-book-page.ts'
import { BookDetails, bookDetailsMessages } from './book-details.tsx'

// The page needs the owner like the pages of the admin, but it is outside of the admin frame because it looks like
// the shop.
export const middleware: Route.MiddlewareFunction[] = [requireOwner]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  unlistedMeta(matches, loaderData?.book ? 'Draft preview' : 'Book not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const edited = await context.get(servicesContext).booksAdmin.find(params.bookId)
  if (!edited) return data({ book: undefined, hasDraft: false }, { status: 404 })
  const hasDraft = edited.draftSavedAt !== undefined || !edited.isPublished
  return data({
    book: edited.book,
    hasDraft,
    ...pageMessages(context, ...bookDetailsMessages(edited.book)),
  })
}

/** Preview of a book's page from its draft, for the owner only. */
export default function DraftBookPage({ loaderData: { book, hasDraft } }: Route.ComponentProps) {
  if (!book)
    return (
      <NoticePage
        figure="book-not-found"
        kicker="404"
        title="Book not found"
        actions={<ButtonLink to="/admin/books">All books</ButtonLink>}
      >
        Check the address. A deleted draft cannot be restored.
      </NoticePage>
    )
  return (
    <>
      <aside
        aria-label="Preview"
        className="wrap flex flex-wrap items-center justify-between gap-4 border-b border-groove pt-20 pb-4"
      >
        <p>
          {hasDraft
            ? 'This is the draft. Only you can see it, and it cannot be bought.'
            : 'There is no draft. This is the published page.'}
        </p>
        <ButtonLink to={`/admin/books/${book.id}`}>Back to the editor</ButtonLink>
      </aside>
      <BookDetails key={book.id} book={{ ...book, title: book.title || 'Untitled' }} downloadHref="" isDraft />
    </>
  )
}
