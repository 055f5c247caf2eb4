import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLocalRequest } from '#platform/local-request.ts'
import {
  accessPath,
  checkoutPath,
  checkoutRequestSchema,
  checkoutStatusPath,
  type CheckoutService,
  claimPath,
  claimSentSchema,
  findMyBooksPath,
  findMyBooksSchema,
  orderEmailPath,
  orderEmailSchema,
} from '#features/checkout/contract.ts'
import type { Caller, createCheckoutApi } from './checkout-api.ts'
import { orderNotFound } from '../orders/place-order.ts'

type Options = { calls: ReturnType<typeof createCheckoutApi>; checkout: CheckoutService }
type Code = { Params: { code: string } }

/** Registers the checkout API. Replies are personal and must not be cached. */
export function checkoutRoutes({ calls, checkout }: Options) {
  return async function routes(app: FastifyInstance) {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.post(checkoutPath, (request, reply) =>
      calls.start(checkoutRequestSchema.parse(request.body), callerOf(request), cookieSender(reply)),
    )

    app.get<{ Params: { sessionId: string } }>(checkoutStatusPath(':sessionId'), (request) =>
      calls.status(request.params.sessionId, callerOf(request)),
    )

    app.get<{ Params: { bookId: string } }>(accessPath(':bookId'), (request) =>
      calls.access(request.params.bookId, callerOf(request)),
    )

    app.post(claimPath, (request, reply) =>
      calls.claim(checkoutRequestSchema.parse(request.body), callerOf(request), cookieSender(reply)),
    )

    app.post<Code>(`${claimPath}/:code/sent`, async (request) => {
      const { email } = claimSentSchema.parse(request.body ?? {})
      await calls.markSent(codeOf(request), email, callerOf(request))
      return { success: true }
    })

    app.post<Code>(orderEmailPath(':code'), async (request) => {
      const { email } = orderEmailSchema.parse(request.body)
      const { isChanged } = await calls.changeEmail(codeOf(request), email, callerOf(request))
      return { success: true, changed: isChanged }
    })

    app.post(findMyBooksPath, async (request) => {
      const { email } = findMyBooksSchema.parse(request.body)
      await checkout.findMyBooks(email, request.ip, request.locale)
      return { success: true }
    })
  }
}

function callerOf(request: FastifyRequest): Caller {
  return {
    cookie: request.headers.cookie,
    clientAddress: request.ip,
    locale: request.locale,
    isLocal: isLocalRequest(request),
  }
}

function cookieSender(reply: FastifyReply) {
  return (setCookie: string) => void reply.header('set-cookie', setCookie)
}

function codeOf({ params }: FastifyRequest<Code>): string {
  if (!/^SW-[A-Z0-9]{8}$/.test(params.code)) throw orderNotFound()
  return params.code
}
