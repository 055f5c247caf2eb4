import { useSyncExternalStore } from 'react'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** Result of a passkey prompt: the response for the server, or a message for the person. */
type PasskeyResult<Response> = { ok: true; response: Response } | { ok: false; message: string }

const loadLibrary = () => import('@simplewebauthn/browser')
const subscribe = () => () => undefined
const isAvailable = () => 'PublicKeyCredential' in globalThis && isSecureContext

/** Returns whether this browser can use passkeys; undefined while the server renders. */
export function usePasskeySupport(): boolean | undefined {
  return useSyncExternalStore(subscribe, isAvailable, () => undefined)
}

/** Asks the browser to create a passkey. */
export function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<PasskeyResult<RegistrationResponseJSON>> {
  return runPrompt(async () => (await loadLibrary()).startRegistration({ optionsJSON: options }))
}

/** Asks the browser to sign in with a passkey. */
export function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<PasskeyResult<AuthenticationResponseJSON>> {
  return runPrompt(async () => (await loadLibrary()).startAuthentication({ optionsJSON: options }))
}

async function runPrompt<Response>(prompt: () => Promise<Response>): Promise<PasskeyResult<Response>> {
  try {
    return { ok: true, response: await prompt() }
  } catch (error) {
    return { ok: false, message: messages[nameOf(error)] ?? 'This browser couldn’t use the passkey. Try another way.' }
  }
}

const messages: Record<string, string> = {
  NotAllowedError: 'The passkey prompt was closed or timed out. Try again.',
  AbortError: 'The passkey prompt was closed or timed out. Try again.',
  InvalidStateError: 'This device already has a passkey for this account.',
  SecurityError: 'Passkeys only work at the public address of this site. Check the address in your browser.',
  NotSupportedError: 'This device doesn’t support passkeys with a screen lock. Try another device.',
}

// The library wraps errors of the browser and keeps their names.
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause
  return messages[error.name] === undefined && cause instanceof Error ? cause.name : error.name
}
