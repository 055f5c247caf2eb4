import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  authenticationResponseSchema,
  passkeyNameSchema,
  registrationResponseSchema,
} from '#platform/admin/second-step/responses.ts'
import { AppError } from '#shared/errors.ts'
import type { Accounts } from './accounts.ts'
import type { LoginLimits } from './login-limits.ts'
import type { SecondSteps } from './second-step.ts'
import { type SignIn, tokenHashOf } from './sign-in.ts'

const token = z.string().max(100)
const code = z.string().min(1, 'Enter the code.').max(100)
const proofSchema = z.discriminatedUnion('method', [
  z.object({ second_step_token: token, method: z.enum(['totp', 'recovery-code']), code }),
  z.object({ second_step_token: token, method: z.literal('passkey'), response: authenticationResponseSchema }),
])
const optionsSchema = z.object({ second_step_token: token })
const passwordSchema = z.object({ current: z.string().max(500) })
const codeSchema = z.object({ code })
const newPasskeySchema = z.object({ name: passkeyNameSchema, response: registrationResponseSchema })
const renameSchema = z.object({ name: passkeyNameSchema })

const own = '/api/newsletter/admin/me/second-step'
const config = { role: 'viewer' } as const

/** Creates the routes of the second step: entering it, managing one's own, and resetting that of another account. */
export function secondStepRoutes({
  signIn,
  secondSteps,
  accounts,
  limits,
}: {
  signIn: SignIn
  secondSteps: SecondSteps
  accounts: Accounts
  limits: Pick<LoginLimits, 'consume' | 'restore'>
}) {
  const editorOf = ({ editor }: FastifyRequest) => {
    if (editor.isOwner) throw new AppError('forbidden', 'The owner manages passkeys at /admin/settings.')
    return editor
  }
  const sessionOf = (request: FastifyRequest) => ({
    editor: editorOf(request),
    tokenHash: tokenHashOf(request.headers.authorization) ?? '',
  })
  /**
   * A person at an unattended browser must not be able to change how the account is protected, or guess its password.
   */
  async function confirmPassword(request: FastifyRequest) {
    const editor = editorOf(request)
    const { current } = passwordSchema.parse(request.body)
    await limits.consume(request.ip, editor.email)
    await accounts.verifyOwnPassword(current, editor)
    await limits.restore(request.ip, editor.email)
  }

  return async function routes(app: FastifyInstance) {
    app.post('/api/newsletter/auth/second-step', async (request) => {
      const { second_step_token: pendingToken, ...proof } = proofSchema.parse(request.body)
      return signIn.finish({ pendingToken, proof, clientAddress: request.ip })
    })
    app.post('/api/newsletter/auth/second-step/passkey', async (request) => ({
      options: await signIn.passkeyOptions(optionsSchema.parse(request.body).second_step_token),
    }))
    app.get(own, { config }, async ({ editor }) => {
      if (editor.isOwner) throw new AppError('not-found', 'The owner manages passkeys at /admin/settings.')
      return secondSteps.overview(editor.id)
    })
    app.post(`${own}/totp`, { config }, async (request) => {
      await confirmPassword(request)
      return secondSteps.beginTotp(request.editor)
    })
    app.post(`${own}/totp/confirm`, { config }, async (request) =>
      secondSteps.confirmTotp(sessionOf(request), codeSchema.parse(request.body).code),
    )
    app.delete(`${own}/totp`, { config }, async (request) => {
      await confirmPassword(request)
      await secondSteps.removeTotp(request.editor)
      return { success: true, message: 'The authenticator app was removed.' }
    })
    app.post(`${own}/passkeys/challenges`, { config }, async (request) => {
      await confirmPassword(request)
      return { options: await secondSteps.beginPasskey(sessionOf(request)) }
    })
    app.post(`${own}/passkeys`, { config }, async (request, reply) =>
      reply.code(201).send(await secondSteps.addPasskey(sessionOf(request), newPasskeySchema.parse(request.body))),
    )
    app.put<{ Params: { id: string } }>(`${own}/passkeys/:id`, { config }, async (request) => {
      await secondSteps.renamePasskey(editorOf(request), request.params.id, renameSchema.parse(request.body).name)
      return { success: true, message: 'Passkey renamed.' }
    })
    app.delete<{ Params: { id: string } }>(`${own}/passkeys/:id`, { config }, async (request) => {
      await confirmPassword(request)
      await secondSteps.removePasskey(request.editor, request.params.id)
      return { success: true, message: 'Passkey removed.' }
    })
    app.post(`${own}/recovery-codes`, { config }, async (request) => {
      await confirmPassword(request)
      return { recovery_codes: await secondSteps.createRecoveryCodes(request.editor) }
    })
    app.delete<{ Params: { id: string } }>(
      '/api/newsletter/admin/accounts/:id/second-step',
      { config: { role: 'super_admin' } },
      async ({ params, editor }) => {
        if (!z.uuid().safeParse(params.id).success) throw new AppError('not-found', 'This account no longer exists.')
        await secondSteps.reset(params.id, editor)
        return { success: true, message: 'Two-step sign-in was removed. The person signs in with the password alone.' }
      },
    )
  }
}
