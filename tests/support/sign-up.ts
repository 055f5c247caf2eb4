import type { Site } from './site.ts'

/**
 * Signs up for the newsletter.
 *
 * @param from IP address of the visitor, for sites that trust `X-Forwarded-For`.
 */
export const signUp = (site: Pick<Site, 'origin'>, email: string, from = '127.0.0.1'): Promise<Response> =>
  fetch(`${site.origin}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email }),
  })
