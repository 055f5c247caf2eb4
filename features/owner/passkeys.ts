/* Types of the owner's passkeys and recovery codes, the ways to sign in beside the mailed code. */
import type { OwnerSession } from './contract.ts'

/** Passkey in a list. Timestamps are ISO 8601. */
export type PasskeySummary = {
  id: string
  name: string
  createdAt: string
  /** Undefined if it was never used to sign in. */
  lastUsedAt: string | undefined
  /** True if it is synchronized between devices. */
  isBackedUp: boolean
}

/** Options of WebAuthn as JSON, for the browser. @see https://www.w3.org/TR/webauthn-3/ */
export type PasskeyOptions = { challenge: string }

/** Client that signs in. @property agent User agent of the browser. */
type SignInClient = { clientAddress: string; agent: string }

/** Passkeys and recovery codes of the owner. Every change and every use is logged and mailed to the owner. */
export type OwnerPasskeysService = {
  /** Lists the passkeys, oldest first, and counts the unused recovery codes. */
  overview(): Promise<{ passkeys: PasskeySummary[]; recoveryCodesLeft: number }>
  /** Starts adding a passkey in this session. @throws AppError `conflict` if there are too many. */
  beginRegistration(session: OwnerSession): Promise<PasskeyOptions>
  /**
   * Verifies and stores a passkey.
   *
   * @param input.response Response of the browser as JSON.
   * @throws AppError `forbidden` if the response is forged, expired or of another session; `conflict` if it exists.
   */
  add(session: OwnerSession, input: { name: string; response: unknown }): Promise<PasskeySummary>
  /** Renames a passkey. @throws AppError `not-found`. */
  rename(id: string, name: string): Promise<void>
  /** Removes a passkey. @returns Its name. @throws AppError `not-found`. */
  remove(id: string): Promise<string>
  /** Replaces the recovery codes by ten new ones. They cannot be shown again. */
  createRecoveryCodes(): Promise<string[]>
  /**
   * Starts a sign-in with a passkey.
   *
   * @returns The options, and a `Set-Cookie` value that binds them to this browser.
   * @throws AppError `too-many-requests`.
   */
  beginSignIn(clientAddress: string): Promise<{ options: PasskeyOptions; setCookie: string }>
  /**
   * Exchanges a response of a passkey for a session.
   *
   * @param input.cookie `Cookie` header of the browser that started the sign-in.
   * @returns `Set-Cookie` values.
   * @throws AppError `forbidden` if the response is forged, replayed or expired; `too-many-requests`.
   */
  signIn(input: SignInClient & { cookie: string | undefined; response: unknown }): Promise<{ setCookie: string[] }>
  /**
   * Exchanges a recovery code for a session.
   *
   * @throws AppError `forbidden` for a wrong or used code, or another address; `too-many-requests`.
   */
  signInWithRecoveryCode(input: SignInClient & { email: string; code: string }): Promise<{ setCookie: string }>
}

declare module '#shared/services.ts' {
  interface Services {
    ownerPasskeys: OwnerPasskeysService
  }
}
