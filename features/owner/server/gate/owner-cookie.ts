import { createSecret, fingerprint } from '#platform/secrets.ts'

/** The cookie that names a session of the owner: a secret and nothing else. */
export type OwnerCookie = {
  readonly name: string
  /** What a session is kept under, from a request's `Cookie` header; undefined when there is none of ours. */
  tokenHashOf(header: string | undefined): string | undefined
  /** A new secret: its fingerprint to keep, its cookie to send. */
  create(): { tokenHash: string; setCookie: string }
  /** The `Set-Cookie` value that takes it away. */
  readonly ended: string
}

/** Every secret we hand out looks like this; anything else is not even looked up. */
const secretPattern = /^[\w-]{32}$/

/**
 * Lax, not Strict: a mail says where something waits, and who follows its link must not stand before the gate again.
 * What Lax would let through, a page opened from elsewhere, changes nothing: every act is a POST with our own Origin.
 *
 * @param origin Over https the name itself forbids other hosts, paths and plain connections to set it.
 * @param maxAgeSeconds As long as a session can last at most.
 */
export function createOwnerCookie(origin: string, maxAgeSeconds: number): OwnerCookie {
  const isSecure = origin.startsWith('https:')
  const name = isSecure ? '__Host-swade-owner' : 'swade-owner'
  const write = (value: string, age: number) =>
    `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    tokenHashOf(header) {
      for (const pair of header?.split(';') ?? []) {
        const at = pair.indexOf('=')
        if (at === -1 || pair.slice(0, at).trim() !== name) continue
        const secret = pair.slice(at + 1).trim()
        if (secretPattern.test(secret)) return fingerprint(secret)
      }
      return undefined
    },
    create() {
      const secret = createSecret()
      return { tokenHash: fingerprint(secret), setCookie: write(secret, maxAgeSeconds) }
    },
    ended: write('', 0),
  }
}
