import { type MiddlewareFunction, redirect } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { AppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { gateFor } from '../sign-in/next-page.ts'
import { isOwnOrigin } from '../own-origin.ts'
import { ownerSessionContext } from './owner-context.ts'

/**
 * Stands before every loader and every action of the desk, of pages and of their data alike: nobody else looks, nobody
 * else acts.
 */
export const guardDesk: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session = await context.get(servicesContext).owner.findSession(request.headers.get('cookie') ?? undefined)
  if (!session) throw redirect(gateFor(request), 303)
  if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnOrigin(request))
    throw new AppError('forbidden', 'This form did not come from a page of this site.')
  context.set(ownerSessionContext, session)
  context.set(actorContext, { email: session.email })
  return next()
}
