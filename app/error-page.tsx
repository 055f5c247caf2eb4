import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ButtonAnchor } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** Error page. It says what to do and reveals no internals. */
export function ErrorPage() {
  const { kicker, title, text } = describeError(useRouteError())
  return (
    <NoticePage
      figure="error"
      kicker={kicker}
      title={title}
      actions={
        <>
          <ButtonAnchor href="" variant="primary">
            Try Again
          </ButtonAnchor>
          <ButtonAnchor href="/">Back to Home</ButtonAnchor>
        </>
      }
    >
      {text}
    </NoticePage>
  )
}

/** Returns the texts for an error. */
export function describeError(error: unknown): { kicker: string; title: string; text: string } {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return { kicker: '404', title: 'Page not found', text: 'There is no page at this address.' }
  }
  return {
    kicker: 'Error',
    title: 'Something went wrong',
    text: 'This page could not be loaded. Nothing you sent is lost. Try again in a moment.',
  }
}
