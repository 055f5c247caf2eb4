import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, data, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { ErrorPage } from './error-page.tsx'

async function open(error: unknown): Promise<string> {
  const routes = [
    {
      id: 'root',
      path: '/',
      loader: () => ({ name: 'Swade' }),
      ErrorBoundary: ErrorPage,
      children: [
        {
          path: 'page',
          loader: () => {
            throw error
          },
        },
      ],
    },
  ]
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request('http://localhost/page'))
  if (context instanceof Response) throw new Error(`answered ${context.status}`)
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(inEnglish(<StaticRouterProvider router={router} context={context} hydrate={false} />))
}

test.each([
  [404, 'Page not found', false],
  [410, 'Page not found', false],
  [403, 'No access', false],
  [400, 'Go back, reload the page and try again.', false],
  [405, 'Request not accepted', false],
  [409, 'Go back, reload the page and try again.', false],
  [413, 'Go back, reload the page and try again.', false],
  [429, 'Too many requests', true],
  [503, 'Something went wrong', true],
])('the error page of status %i says “%s” and offers a retry: %s', async (status, text, mayRetry) => {
  const html = await open(data(null, { status }))
  expect(html).toContain(text)
  expect(html).toContain('Back to Home')
  expect(html.includes('Try Again')).toBe(mayRetry)
})

test('after too many requests, the error page says to wait', async () => {
  const text = 'Too many requests came from your network in a short time. Wait a minute, then try again.'
  expect(await open(data(null, { status: 429 }))).toContain(text)
  expect(await open(new Error('secret'))).not.toContain('secret')
})
