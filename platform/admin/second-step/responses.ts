import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url')
const shared = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
}

/** Response of a browser to a registration, as JSON. @see https://www.w3.org/TR/webauthn-3/ */
export const registrationResponseSchema = z
  .object({
    ...shared,
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(40_000),
      transports: z.array(z.string().max(40)).max(20).optional(),
    }),
  })
  .transform((value) => value as RegistrationResponseJSON)

/** Response of a browser to a sign-in, as JSON. @see https://www.w3.org/TR/webauthn-3/ */
export const authenticationResponseSchema = z
  .object({
    ...shared,
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(8000),
      userHandle: bytes(200)
        .nullish()
        .transform((value) => value ?? undefined),
    }),
  })
  .transform((value) => value as AuthenticationResponseJSON)

/** Name of a passkey, such as `Laptop`. */
export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name, such as Laptop.')
  .max(60, 'Use at most 60 characters.')
