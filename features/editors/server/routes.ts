import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { adminRoles } from '#shared/admin-role.ts'
import { emailAddressSchema } from '#shared/email-address.ts'
import { AppError } from '#shared/errors.ts'
import type { Me } from '#features/editors/contract.ts'
import type { OwnerService } from '#features/owner/contract.ts'
import type { Accounts } from './accounts.ts'
import type { LoginLimits } from './login-limits.ts'
import { type SignIn, tokenHashOf } from './sign-in.ts'

const loginSchema = z.object({ email: z.string().max(254), password: z.string().max(500) })
const passwordSchema = z
  .string({ error: 'Enter a password.' })
  .min(12, 'The password must have at least 12 characters.')
  .max(500, 'The password must have at most 500 characters.')
const newAccountSchema = z.object({ email: emailAddressSchema, role: z.enum(adminRoles), password: passwordSchema })
/** New role, new password or both. A new password signs the account out everywhere. */
const accountChangeSchema = z.object({ role: z.enum(adminRoles), password: passwordSchema }).partial()
const ownPasswordSchema = z.object({ current: z.string().max(500), password: passwordSchema })

const accountsPath = '/api/newsletter/admin/accounts'
const config = { role: 'super_admin' } as const

const idOf = (params: { id: string }) => {
  const id = z.uuid().safeParse(params.id)
  if (!id.success) throw new AppError('not-found', 'This account does not exist.')
  return id.data
}

/** Creates the routes of accounts and of changing one's own password. */
export function accountRoutes({
  accounts,
  limits,
}: {
  accounts: Accounts
  limits: Pick<LoginLimits, 'consume' | 'restore'>
}) {
  return async function routes(app: FastifyInstance) {
    app.get(accountsPath, { config }, async () => ({ items: await accounts.list() }))
    app.post(accountsPath, { config }, async (request, reply) =>
      reply.code(201).send(await accounts.create(newAccountSchema.parse(request.body), request.editor)),
    )
    app.put<{ Params: { id: string } }>(`${accountsPath}/:id`, { config }, async (request) => {
      await accounts.change(idOf(request.params), accountChangeSchema.parse(request.body), request.editor)
      return { success: true, message: 'Account updated.' }
    })
    app.delete<{ Params: { id: string } }>(`${accountsPath}/:id`, { config }, async (request) => {
      await accounts.remove(idOf(request.params), request.editor)
      return { success: true, message: 'Account removed and signed out everywhere.' }
    })
    app.put('/api/newsletter/admin/me/password', { config: { role: 'viewer' } }, async (request) => {
      const { email, isOwner } = request.editor
      if (isOwner) throw new AppError('forbidden', 'The owner signs in with an emailed code and has no password.')
      const { current, password } = ownPasswordSchema.parse(request.body)
      // A person at an unattended browser must not be able to guess the password.
      await limits.consume(request.ip, email)
      await accounts.changeOwnPassword(
        { current, password, tokenHash: tokenHashOf(request.headers.authorization) ?? '' },
        request.editor,
      )
      await limits.restore(request.ip, email)
      return { success: true, message: 'Password changed.' }
    })
  }
}

/** Creates the routes of signing in and out. The owner signs in at `/admin` and can sign out here. */
export function signInRoutes({ signIn, owner }: { signIn: SignIn; owner: Pick<OwnerService, 'signOut'> }) {
  return async function routes(app: FastifyInstance) {
    app.post('/api/newsletter/auth/login', async (request) => {
      const { email, password } = loginSchema.parse(request.body)
      return signIn.signIn({ email, password, clientAddress: request.ip })
    })
    app.post('/api/newsletter/auth/logout', { config: { role: 'viewer' } }, async (request, reply) => {
      const { authorization, cookie } = request.headers
      if (request.editor.isOwner) reply.header('set-cookie', (await owner.signOut(cookie)).setCookie)
      else await signIn.signOut(authorization)
      return { success: true, message: 'You are signed out.' }
    })
    app.get('/api/newsletter/admin/me', { config: { role: 'viewer' } }, async ({ editor }): Promise<Me> => {
      const { email, role, expiresAt } = editor
      return { email, role, expires_at: expiresAt.toISOString() }
    })
  }
}
