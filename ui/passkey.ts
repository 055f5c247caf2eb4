import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import type { SiteInfo } from '#shared/site.ts'

/** Result of a passkey prompt: the response for the server, or a message for the person. */
type PasskeyResult<Response> = { ok: true; response: Response } | { ok: false; message: string }

const loadLibrary = () => import('@simplewebauthn/browser')
const subscribe = () => () => undefined
const isAvailable = () => 'PublicKeyCredential' in globalThis && isSecureContext

/** Returns whether this browser can use passkeys; undefined while the server renders. */
export function usePasskeySupport(): boolean | undefined {
  return useSyncExternalStore(subscribe, isAvailable, () => undefined)
}

const noDomain = 'Passkeys do not work at this address. They need HTTPS and a domain name.'
const noPublicOrigin =
  'Passkeys do not work at this address. They need HTTPS, a domain name, and PUBLIC_ORIGIN set to the site’s address.'

/**
 * Returns why passkeys do not work at the address of this page, and what to do; undefined if they do, and while the
 * server renders.
 */
export function usePasskeyAddressProblem(): string | undefined {
  const origin = useRouteLoaderData<SiteInfo>('root')?.origin
  return useSyncExternalStore(
    subscribe,
    () => (origin === undefined ? undefined : passkeyAddressProblem(origin, location.origin)),
    () => undefined,
  )
}

/** Returns why passkeys do not work on a page. @param origin Origin of the site, at which alone they are accepted. */
export function passkeyAddressProblem(origin: string, pageOrigin: string): string | undefined {
  const { protocol, hostname } = new URL(origin)
  const isDomain = !/^[\d.]+$|:/.test(hostname)
  if (hostname !== 'localhost' && (protocol !== 'https:' || !isDomain)) return noDomain
  // Without PUBLIC_ORIGIN, the site names localhost, which other machines cannot open.
  if (hostname === 'localhost' && !isLoopback(new URL(pageOrigin).hostname)) return noPublicOrigin
  return pageOrigin === origin ? undefined : `Passkeys only work at ${origin}. Open this page there.`
}

const isLoopback = (hostname: string) => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

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
  SecurityError: noDomain,
  NotSupportedError: 'This device doesn’t support passkeys with a screen lock. Try another device.',
}

// The library wraps errors of the browser and keeps their names.
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const cause = error.cause
  return messages[error.name] === undefined && cause instanceof Error ? cause.name : error.name
}
