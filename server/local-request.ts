import type { FastifyRequest } from 'fastify'
import { isLocalRequest } from '#platform/local-request.ts'
import { splitLocale } from '#shared/locales.ts'

/** Pages that exist on this machine only, by the first part of their path. */
export type LocalPages = readonly ('dev' | 'test-checkout')[]

/**
 * Returns the effective URL of a request: developer pages contain emails with secret links, and the test checkout gives
 * books away, so these pages do not exist for requests from other machines.
 */
export function addressFor(
  request: Pick<FastifyRequest, 'ip' | 'headers'>,
  url: URL,
  localPages: LocalPages = ['dev'],
): URL {
  if (!isLocalPage(url.pathname, localPages) || isLocalRequest(request)) return url
  return new URL(url.pathname.endsWith('.data') ? '/not-found.data' : '/not-found', url)
}

/** Returns whether a path is that of a page for developers. */
export function isDeveloperPage(pathname: string): boolean {
  return isLocalPage(pathname, ['dev'])
}

// Decoded and case-insensitive, like the page router, and in every language.
function isLocalPage(pathname: string, localPages: LocalPages): boolean {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // The router does not decode invalid paths either.
  }
  return [path, splitLocale(path.replace(/^\/+/, '/')).path].some((one) => {
    const [, name = ''] = /^\/+([^/]*?)(?:\.data)?(?:\/|$)/i.exec(one) ?? []
    return localPages.some((local) => local === name.toLowerCase())
  })
}
