import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { passkeyNameSchema } from '#platform/admin/second-step/responses.ts'
import { AppError } from '#shared/errors.ts'
import { emailAddressSchema } from '#shared/email-address.ts'
import type { OwnerSession } from '#features/owner/contract.ts'
import type { OwnerPasskeysService } from '#features/owner/passkeys.ts'

const signInSchema = z.object({ response: z.unknown() })
const recoverySchema = z.object({ email: emailAddressSchema, code: z.string().min(1).max(100) })
const newPasskeySchema = z.object({ name: passkeyNameSchema, response: z.unknown() })
const renameSchema = z.object({ name: passkeyNameSchema })

/** Creates the API of passkeys and recovery codes. The three sign-in routes require no session. */
export function passkeyRoutes({ passkeys }: { passkeys: OwnerPasskeysService }) {
  return async function routes(app: FastifyInstance) {
    app.post('/api/owner/passkey-challenges', async (request, reply) => {
      const { options, setCookie } = await passkeys.beginSignIn(request.ip)
      return reply.header('set-cookie', setCookie).send({ options })
    })
    app.post('/api/owner/passkey-sessions', async (request, reply) => {
      const { response } = signInSchema.parse(request.body)
      const { cookie, 'user-agent': agent = '' } = request.headers
      const { setCookie } = await passkeys.signIn({ cookie, response, clientAddress: request.ip, agent })
      return reply.header('set-cookie', setCookie).send({ success: true, message: 'You are signed in.' })
    })
    app.post('/api/owner/recovery-sessions', async (request, reply) => {
      const agent = request.headers['user-agent'] ?? ''
      const input = { ...recoverySchema.parse(request.body), clientAddress: request.ip, agent }
      const { setCookie } = await passkeys.signInWithRecoveryCode(input)
      return reply.header('set-cookie', setCookie).send({ success: true, message: 'You are signed in.' })
    })
    app.get('/api/owner/passkeys', async () => passkeys.overview())
    app.post('/api/owner/passkeys/challenges', async ({ owner }) => ({
      options: await passkeys.beginRegistration(sessionOf(owner)),
    }))
    app.post('/api/owner/passkeys', async ({ owner, body }, reply) =>
      reply.code(201).send(await passkeys.add(sessionOf(owner), newPasskeySchema.parse(body))),
    )
    app.put<{ Params: { id: string } }>('/api/owner/passkeys/:id', async ({ params, body }) => {
      await passkeys.rename(params.id, renameSchema.parse(body).name)
      return { success: true, message: 'Passkey renamed.' }
    })
    app.delete<{ Params: { id: string } }>('/api/owner/passkeys/:id', async ({ params }) => {
      await passkeys.remove(params.id)
      return { success: true, message: 'Passkey removed.' }
    })
    app.post('/api/owner/recovery-codes', async () => ({ codes: await passkeys.createRecoveryCodes() }))
  }
}

// The guard runs before every route that requires a session.
function sessionOf(owner: OwnerSession | null): OwnerSession {
  if (!owner) throw new AppError('unauthenticated', 'Sign in at /admin to use this endpoint.')
  return owner
}
