import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  useLoaderData,
} from 'react-router'
import { expect, test } from 'vitest'
import { type Services, servicesContext } from '#shared/services.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import DraftBookPage, { loader, meta } from './draft-book-page.tsx'

test('the preview of an unknown book responds with 404, says so in its title and links to all books', async () => {
  const context = new RouterContextProvider()
  const booksAdmin = { find: () => Promise.resolve(undefined) }
  context.set(servicesContext, { booksAdmin } as unknown as Services)
  const Page = () => <DraftBookPage {...({ loaderData: useLoaderData() } as Parameters<typeof DraftBookPage>[0])} />
  const handler = createStaticHandler([{ path: '/draft/:bookId', loader: loader as never, Component: Page }])
  const result = await handler.query(new Request('https://swade.example/draft/nope'), { requestContext: context })
  if (result instanceof Response) throw new Error(`The page answered with a plain response, ${result.status}.`)
  const html = renderToString(
    inEnglish(
      <StaticRouterProvider context={result} router={createStaticRouter(handler.dataRoutes, result)} hydrate={false} />,
      {},
    ),
  )
  expect(result.statusCode).toBe(404)
  expect(html).toMatch(/<h1[^>]*>Book not found<\/h1>/)
  expect(html).toMatch(/<a [^>]*href="\/admin\/books"[^>]*>All books/)
  expect(titleOf(undefined)).toMatch(/^Book not found/)
  expect(titleOf({ id: 'a-book' })).toMatch(/^Draft preview/)
})

function titleOf(book: object | undefined): unknown {
  const tags = meta({ loaderData: { book }, matches: [] } as unknown as Parameters<typeof meta>[0])
  return tags?.flatMap((tag) => ('title' in tag ? [tag.title] : []))[0]
}
