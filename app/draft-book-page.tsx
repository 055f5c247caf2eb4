import { data } from 'react-router'
import { requireOwner } from '#features/owner/ui/admin/require-owner.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/draft-book-page.ts'
import { KnownBook } from './known-book.tsx'

// The page needs the owner like the pages of the admin, but it is outside of the admin frame and looks like the shop.
export const middleware: Route.MiddlewareFunction[] = [requireOwner]

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Preview of a draft') },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ params, context }: Route.LoaderArgs) {
  const edited = await context.get(servicesContext).booksDesk.find(params.bookId)
  if (!edited) throw data(null, { status: 404 })
  return { book: edited.book, hasDraft: edited.draftSavedAt !== undefined || !edited.isPublished }
}

/** A book's own page as it will be, made from the draft, for the owner alone. */
export default function DraftBookPage({ loaderData: { book, hasDraft } }: Route.ComponentProps) {
  return (
    <>
      <aside
        aria-label="Preview"
        className="wrap flex flex-wrap items-center justify-between gap-4 border-b border-groove pt-20 pb-4"
      >
        <p>
          {hasDraft
            ? 'This is the draft. Only you see it, and nothing here can be bought.'
            : 'There is no draft: this is what visitors see.'}
        </p>
        <ButtonLink to={`/admin/books/${book.id}`}>Back to the editor</ButtonLink>
      </aside>
      <KnownBook key={book.id} book={{ ...book, title: book.title || 'Untitled' }} downloadHref="" isDraft />
    </>
  )
}
