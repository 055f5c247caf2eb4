import type { FastifyRequest } from 'fastify'

/**
 * Returns the pattern of the route that answers a request, such as `/book/:id`. Logs, metrics and traces name requests
 * by it: a raw URL would be a new time series for every visitor, and it may contain a personal link.
 */
export function routeOf({ pageRoute, routeOptions: { config, url } }: FastifyRequest): string {
  return pageRoute ?? config.routeName ?? url ?? 'unknown'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Pattern of the rendered page; all pages share one route. */
    pageRoute?: string | undefined
  }
  interface FastifyContextConfig {
    /** Name of the route where its own pattern is one file of many. */
    routeName?: string
  }
}
