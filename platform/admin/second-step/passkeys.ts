import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database, Executor } from '#platform/database/open-database.ts'
import { hashValue } from '#platform/secrets.ts'
import { AppError } from '#shared/errors.ts'
import {
  type CredentialHolder,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  spendChallenge,
  recordPasskeyUse,
} from './queries.ts'

const challengeMs = 5 * 60_000
/** Loaded on first use: the library brings a certificate parser, which would slow down the start of the site. */
const loadLibrary = () => import('@simplewebauthn/server')

/**
 * EdDSA, ES256 and RS256, by their numbers in COSE. By default the library also offers algorithms that Node still calls
 * experimental.
 */
const algorithms = [-8, -7, -257]
/** Maximum number of passkeys per person. */
const maxPasskeys = 20

/** Passkeys of the owner and of editors, verified by the rules of WebAuthn with user verification. */
export type Passkeys = {
  /**
   * Starts the registration of a passkey.
   *
   * @param binding Secret or id of the session that starts it; only the same session can finish it.
   * @param userName Name that the authenticator shows.
   * @throws AppError `conflict` if the holder has too many passkeys.
   */
  beginRegistration(
    holder: CredentialHolder,
    input: { binding: string; userName: string },
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * Verifies a new passkey and stores it.
   *
   * @param within Runs in the transaction that stores it, for the audit log and mails.
   * @throws AppError `forbidden` if the response is forged, expired or from elsewhere; `conflict` if it exists.
   */
  finishRegistration(
    holder: CredentialHolder,
    input: { binding: string; name: string; response: RegistrationResponseJSON },
    within: (tx: Executor, passkey: PasskeyRow) => Promise<void>,
  ): Promise<PasskeyRow>
  /**
   * Starts a sign-in.
   *
   * @param input.binding Secret of the browser or of the sign-in; only the same one can finish it.
   * @param input.isKnown Whether the person has proven who they are, so that their passkeys may be named.
   */
  beginSignIn(
    holder: CredentialHolder,
    input: { binding: string; isKnown: boolean },
  ): Promise<PublicKeyCredentialRequestOptionsJSON>
  /**
   * Verifies a sign-in without storing its use.
   *
   * @returns The passkey, and a function that stores the use in the transaction of the new session.
   * @throws AppError `forbidden` if the response is forged, replayed, expired or from elsewhere.
   */
  verifySignIn(
    holder: CredentialHolder,
    input: { binding: string; response: AuthenticationResponseJSON },
  ): Promise<{ passkey: PasskeyRow; use(tx: Executor): Promise<void> }>
}

const rejected = () => new AppError('forbidden', 'We couldn’t verify this passkey. Try again, or sign in another way.')

/**
 * Creates the passkeys of one site.
 *
 * @param deps.origin Public origin of the site. Its host is the relying party id; responses of any other origin are
 *   refused.
 * @see https://www.w3.org/TR/webauthn-3/
 */
export function createPasskeys({
  db,
  clock,
  origin,
  siteName,
}: {
  db: Database['db']
  clock: Clock
  origin: string
  siteName: () => string
}): Passkeys {
  const rpID = new URL(origin).hostname
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const purposeOf = ({ kind }: CredentialHolder, ceremony: 'register' | 'sign-in') => `${kind}-${ceremony}`

  async function saveChallenge(challenge: string, binding: string, row: { purpose: string; userHandle?: string }) {
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + challengeMs)
    await insertChallenge(
      db,
      { ...row, challengeHash: hashValue(challenge), bindingHash: hashValue(binding), expiresAt },
      now,
    )
  }

  // The challenge is deleted before any other check, so that each response is checked only once.
  async function spendChallengeOf(clientDataJSON: string, purpose: string, binding: string) {
    const expectedChallenge = challengeOf(clientDataJSON) ?? ''
    const row = { challengeHash: hashValue(expectedChallenge), purpose, bindingHash: hashValue(binding) }
    const taken = await spendChallenge(db, row, clock.now())
    if (!taken) throw new AppError('forbidden', 'This passkey request has expired. Try again.')
    return { expectedChallenge, userHandle: taken.userHandle }
  }

  return {
    async beginRegistration(holder, { binding, userName }) {
      const existing = await listPasskeys(db, holder)
      if (existing.length >= maxPasskeys)
        throw new AppError('conflict', `You can have up to ${maxPasskeys} passkeys. Remove one first.`)
      const userHandle = existing[0]?.userHandle ?? randomBytes(32).toString('base64url')
      const { generateRegistrationOptions } = await loadLibrary()
      const options = await generateRegistrationOptions({
        rpName: siteName(),
        rpID,
        userName,
        userID: bytesOf(userHandle),
        attestationType: 'none',
        excludeCredentials: existing.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: challengeMs,
        supportedAlgorithmIDs: algorithms,
      })
      await saveChallenge(options.challenge, binding, { purpose: purposeOf(holder, 'register'), userHandle })
      return options
    },
    async finishRegistration(holder, { binding, name, response }, within) {
      const purpose = purposeOf(holder, 'register')
      const { expectedChallenge, userHandle } = await spendChallengeOf(
        response.response.clientDataJSON,
        purpose,
        binding,
      )
      const { verifyRegistrationResponse } = await loadLibrary()
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        supportedAlgorithmIDs: algorithms,
        expectedChallenge,
        ...expected,
      }).catch(() => {
        throw rejected()
      })
      if (!verified || !userHandle) throw rejected()
      const { credential, credentialBackedUp } = registrationInfo
      return db.transaction(async (tx) => {
        const passkey = await insertPasskey(tx, holder, {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          userHandle,
          transports: credential.transports ?? [],
          isBackedUp: credentialBackedUp,
          name,
          createdAt: clock.now(),
        })
        if (!passkey) throw new AppError('conflict', 'This passkey is already registered.')
        await within(tx, passkey)
        return passkey
      })
    },
    async beginSignIn(holder, { binding, isKnown }) {
      const { generateAuthenticationOptions } = await loadLibrary()
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        timeout: challengeMs,
        // Without a list the authenticator offers its own passkeys, and strangers learn nothing.
        ...(isKnown && { allowCredentials: (await listPasskeys(db, holder)).map(descriptorOf) }),
      })
      await saveChallenge(options.challenge, binding, { purpose: purposeOf(holder, 'sign-in') })
      return options
    },
    async verifySignIn(holder, { binding, response }) {
      const purpose = purposeOf(holder, 'sign-in')
      const { expectedChallenge } = await spendChallengeOf(response.response.clientDataJSON, purpose, binding)
      const passkey = await findPasskey(db, holder, response.id)
      const { userHandle } = response.response
      if (!passkey || (userHandle && userHandle !== passkey.userHandle)) throw rejected()
      const { verifyAuthenticationResponse } = await loadLibrary()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        ...expected,
        credential: {
          id: passkey.credentialId,
          publicKey: bytesOf(passkey.publicKey),
          counter: passkey.counter,
        },
      }).catch(() => {
        throw rejected()
      })
      if (!verified) throw rejected()
      return {
        passkey,
        async use(tx) {
          if (!(await recordPasskeyUse(tx, passkey.id, authenticationInfo.newCounter, clock.now()))) throw rejected()
        },
      }
    },
  }
}

// The library takes no view of a shared buffer, as Buffer.from may return.
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}

function descriptorOf({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] }
}

// The library accepts a response from a frame of another site as long as the browser does not name that site.
const clientDataSchema = z.object({ challenge: z.string(), crossOrigin: z.literal(false).optional() })

function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return clientDataSchema.safeParse(data).data?.challenge
  } catch {
    return undefined
  }
}
