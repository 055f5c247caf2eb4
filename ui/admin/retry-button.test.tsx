import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AdminApiError } from './call-admin-api.ts'
import { RetryButton } from './retry-button.tsx'
import { failureOf } from './use-admin-data.ts'

test.each([
  [new AdminApiError('Newsletter not found.', 404, 'not-found'), 'Newsletter not found.', ''],
  [new AdminApiError('API call failed', 0, 'unreachable'), 'API call failed', 'Try again'],
  [new AdminApiError('Not found', 404, 'internal'), 'Not found', 'Try again'],
  [new TypeError('x is undefined'), 'API call failed', 'Try again'],
])('a retry is offered unless the data does not exist: %s', (error, message, button) => {
  const failure = failureOf(error)
  expect(failure.error).toBe(message)
  const html = renderToStaticMarkup(<RetryButton loaded={{ ...failure, reload: () => undefined }} />)
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(button)
})
