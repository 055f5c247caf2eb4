import type { FastifyInstance } from 'fastify'
import { codeRequestSchema, type OwnerService, signInSchema } from '#features/owner/contract.ts'

/**
 * Creates the sign-in API; the page at `/admin` does the same in the browser. All routes but the first two require a
 * session.
 */
export function signInRoutes({ owner }: { owner: OwnerService }) {
  return async function routes(app: FastifyInstance) {
    app.post('/api/owner/codes', async (request) => {
      const { email } = codeRequestSchema.parse(request.body)
      await owner.requestCode(email, request.ip)
      return { success: true, message: 'We sent a code to this address.' }
    })
    app.post('/api/owner/sessions', async (request, reply) => {
      const { email, code } = signInSchema.parse(request.body)
      const agent = request.headers['user-agent'] ?? ''
      const { setCookie } = await owner.signIn({ email, code, clientAddress: request.ip, agent })
      return reply.header('set-cookie', setCookie).send({ success: true, message: 'You are signed in.' })
    })
    app.get('/api/owner/sessions', async () => ({ items: await owner.listSessions() }))
    app.delete('/api/owner/sessions/current', async (request, reply) => {
      const { setCookie } = await owner.signOut(request.headers.cookie)
      return reply.header('set-cookie', setCookie).send({ success: true, message: 'You are signed out.' })
    })
    app.delete('/api/owner/sessions', async (_request, reply) => {
      const { setCookie } = await owner.signOutEverywhere()
      return reply.header('set-cookie', setCookie).send({ success: true, message: 'You are signed out everywhere.' })
    })
  }
}
