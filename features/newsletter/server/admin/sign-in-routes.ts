import type { FastifyInstance } from 'fastify'
import { loginSchema } from '#features/newsletter/desk.ts'
import type { SignIn } from './sign-in.ts'

/** The way in and out; `me` is asked by every desk that opens. */
export function signInRoutes({ signIn }: { signIn: SignIn }) {
  return async function routes(app: FastifyInstance) {
    app.post('/api/newsletter/auth/login', async (request) => {
      const { email, password } = loginSchema.parse(request.body)
      return signIn.signIn({ email, password, clientAddress: request.ip })
    })
    app.post('/api/newsletter/auth/logout', { config: { role: 'viewer' } }, async (request) => {
      await signIn.signOut(request.headers.authorization)
      return { success: true, message: 'You are signed out.' }
    })
    app.get('/api/newsletter/admin/me', { config: { role: 'viewer' } }, (request) => signIn.me(request.headers.authorization))
  }
}
