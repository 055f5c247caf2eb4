import { type MiddlewareFunction, redirect } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { AppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { signInPathFor } from '../sign-in/next-page.ts'
import { isOwnOrigin } from '../own-origin.ts'
import { ownerSessionContext } from './owner-context.ts'

/**
 * Middleware that runs before every loader and action of the owner's admin, for pages and for their data: it redirects
 * to the sign-in page without a session, and rejects forms that were submitted from another site.
 */
export const requireOwner: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session = await context.get(servicesContext).owner.findSession(request.headers.get('cookie') ?? undefined)
  if (!session) throw redirect(signInPathFor(request), 303)
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request))
    throw new AppError('forbidden', 'This form was not submitted from this site. Reload the page and try again.')
  context.set(ownerSessionContext, session)
  context.set(actorContext, { email: session.email })
  return next()
}
