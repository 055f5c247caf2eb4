import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { type Services, servicesContext } from '#shared/services.ts'

/**
 * Renders one page to its end: pages are kept and sent many times, so there is nothing to gain from streaming one.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, { signal: request.signal })
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}

/**
 * Puts the rooms' services where loaders look for them. Lives here because the context object of the page bundle
 * is not the one the server bundle would import.
 */
export function createPageContext(services: Services): RouterContextProvider {
  const provider = new RouterContextProvider()
  provider.set(servicesContext, services)
  return provider
}
