import type { PageHandle } from '#shared/page-handle.ts'
import { data } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'

/** Artworks of the not-found page and of the error page, which is no route. */
export const handle: PageHandle = { figures: ['not-found', 'error'] }

export function loader() {
  return data(null, { status: 404 })
}

export const meta = () => [{ title: pageTitle('Page not found') }, { name: 'robots', content: 'noindex' }]

/** Page for unknown addresses. */
export default function NotFound() {
  return (
    <NoticePage
      figure="not-found"
      kicker="404"
      title="Page not found"
      actions={
        <>
          <ButtonLink to="/" variant="primary">
            Back to Home
          </ButtonLink>
          <ButtonLink to="/swade-fam">Meet Swade Fam</ButtonLink>
        </>
      }
    >
      There is no page at this address. It may be mistyped, or the page may have moved.
    </NoticePage>
  )
}
