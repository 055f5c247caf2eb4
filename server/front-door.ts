import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { SlowBody } from '#platform/feature.ts'
import { guardBody } from './body-deadline.ts'
import { openFastLane } from './fast-lane.ts'
import { answerWith } from './kept-answer.ts'
import type { PageCache } from './page-cache.ts'

/**
 * Makes the HTTP server: pages that are ready leave here, before routing, hooks and logging; everything else goes on to the app.
 * The plainest requests do not even wait for Node's parser.
 *
 * @see server/fast-lane.ts
 *
 * @param headers What every answer of the site carries.
 * @param slowBodies Addresses whose bodies may take longer than the usual half minute.
 */
export function createFrontDoor(
  options: ServerOptions,
  cache: PageCache,
  headers: Record<string, string>,
  app: RequestListener,
  slowBodies: readonly SlowBody[] = [],
): Server {
  const server = createServer(options, (request: IncomingMessage, response: ServerResponse) => {
    guardBody(request, response, slowBodies)
    // Only addresses that are a kept page's own name: no search parameters, nothing to decode.
    const page = request.method === 'GET' ? cache.find(request.url ?? '') : undefined
    if (!page) return app(request, response)
    const answer = answerWith(page, request.headers)
    response.writeHead(answer.status, { ...headers, ...answer.headers, ...(answer.body ? { 'content-length': answer.body.length } : {}) })
    response.end(answer.body)
  })
  openFastLane(server, cache, headers)
  return server
}
