import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ButtonAnchor } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** What a visitor sees when a page could not be made. Says what to do; never says what broke inside. */
export function ErrorPage() {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <NoticePage
      figure="error"
      kicker={missing ? '404' : 'Error'}
      title={missing ? 'Page not found' : 'Something slipped'}
      actions={
        <>
          <ButtonAnchor href="" variant="primary">
            Try Again
          </ButtonAnchor>
          <ButtonAnchor href="/">Back to Home</ButtonAnchor>
        </>
      }
    >
      {missing
        ? 'There is nothing on this side of the record.'
        : 'This page could not be shown just now. Nothing you sent is lost; try again in a moment.'}
    </NoticePage>
  )
}
