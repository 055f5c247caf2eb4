import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** Page for an unknown book. */
export function BookNotFound() {
  return (
    <NoticePage
      figure="book-not-found"
      kicker="404"
      title="Book Not Found"
      actions={
        <ButtonLink to="/books" variant="primary">
          Back to Books Library
        </ButtonLink>
      }
    >
      There is no book at this address. Check the address, or browse all books in the library.
    </NoticePage>
  )
}
