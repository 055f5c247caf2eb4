import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type Services, servicesContext } from '#shared/services.ts'
import { ErrorBoundary, loader } from './review-page.tsx'

async function open(find: () => Promise<undefined>): Promise<string> {
  const context = new RouterContextProvider()
  context.set(servicesContext, { submissionAdmin: { find } } as unknown as Services)
  const handler = createStaticHandler([{ path: '/:id', loader: loader as never, ErrorBoundary }])
  const result = await handler.query(new Request('https://swade.example/1'), { requestContext: context })
  if (result instanceof Response) throw new Error(`The page answered with a plain response, ${result.status}.`)
  return renderToString(
    <StaticRouterProvider context={result} router={createStaticRouter(handler.dataRoutes, result)} hydrate={false} />,
  )
}

test('only a missing submission is reported as missing', async () => {
  expect(await open(() => Promise.resolve(undefined))).toContain('Submission not found')
  const broken = await open(() => Promise.reject(new Error('The line is down.')))
  expect(broken).toContain('Something went wrong')
  expect(broken).not.toMatch(/No such submission|The line is down/)
})
